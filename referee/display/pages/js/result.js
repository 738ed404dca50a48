/* The result sheet, in the order in which a win is counted: hand, dora, yaku one by one, fu, limit, points, payment
   and both new totals. The steps follow each other by themselves; `still` shows all at once (the preview). */

import { make, Part, seatChip } from "./element.js";
import { coded, has, points, signed, text, title } from "./language.js";

const STEP_MS = 420;

class Result extends Part {
  draw(result) {
    if (!result) {
      this.fill();
      return;
    }
    const steps = { at: 0 };
    const wins = result.wins.map((win) => winSheet(win, result, steps));
    const sheet = make(
      "section",
      { class: `result ${result.wins.length ? "is-win" : "is-other"}`, role: "region", "aria-label": text("label.result") },
      result.wins.length ? null : heading(result, steps),
      wins,
      shownHands(result, steps),
      totals(result, steps),
    );
    if (this.hasAttribute("still")) for (const part of sheet.querySelectorAll(".step")) part.classList.remove("step");
    this.fill(sheet);
  }
}

function step(steps, element) {
  element.classList.add("step");
  element.style.animationDelay = `${steps.at * STEP_MS}ms`;
  steps.at += 1;
  return element;
}

function heading(result, steps) {
  const reason = result.reason && has(`result.reason.${result.reason}`) ? text(`result.reason.${result.reason}`) : result.reason;
  return step(
    steps,
    make(
      "header",
      { class: "result-head plain" },
      make("h2", { class: "call" }, coded("result.type", result.type)),
      reason ? make("p", { class: "reason" }, reason) : null,
    ),
  );
}

function winSheet(win, result, steps) {
  const names = Object.fromEntries(result.totals.map((total) => [total.seat, total.name]));
  return make(
    "article",
    { class: "win" },
    step(
      steps,
      make(
        "header",
        { class: "result-head" },
        make("h2", { class: "call" }, text("result.ron")),
        make("div", { class: "who" }, seatChip(win.winner), make("span", { class: "winner" }, names[win.winner])),
        make("div", { class: "from" }, text("result.from"), seatChip(win.loser), make("span", {}, names[win.loser])),
      ),
    ),
    win.hand.length ? step(steps, handRow(win)) : null,
    step(steps, doraRow(result)),
    make(
      "div",
      { class: "worth" },
      make("div", { class: "counting" }, yakuList(win, steps), fuList(win, steps), counted(win, steps)),
      make("div", { class: "price" }, price(win, steps)),
    ),
  );
}

function handRow(win) {
  return make(
    "div",
    { class: "hand-row" },
    make("div", { class: "hand" }, win.hand.map((name) => make("jn-tile", { name }))),
    make("div", { class: "winning" }, make("jn-tile", { name: win.tile }), make("span", {}, text("term.winning_tile"))),
  );
}

function doraRow(result) {
  const group = (key, tiles) =>
    tiles.length ? make(
      "div",
      { class: "dora-group" },
      make("span", {}, text(key)),
      tiles.map((name) => make("jn-tile", { name })),
    ) : null;
  return make("div", { class: "dora-row" }, group("term.dora", result.dora), group("term.ura_dora", result.ura_dora));
}

function yakuList(win, steps) {
  const rows = win.yaku.map((yaku) => {
    const worth = yaku.yakuman ? (yaku.yakuman > 1 ? text("term.double_yakuman") : text("term.yakuman")) : text("result.han", { n: yaku.han });
    return step(steps, make("li", {}, make("span", {}, title(yaku.titles) ?? coded("yaku", yaku.id)), make("b", {}, worth)));
  });
  return make("ul", { class: "yaku" }, rows);
}

function fuList(win, steps) {
  if (!win.fu_parts.length || win.yakuman) return null;
  const parts = win.fu_parts.map((part) => make("li", {}, coded("fu", part.id), " ", fuTile(part), make("b", {}, String(part.fu))));
  return step(steps, make("ul", { class: "fu", "aria-label": text("term.fu") }, parts));
}

function fuTile(part) {
  return part.tile ? make("jn-tile", { name: part.tile, class: "in-text" }) : null;
}

/** How the hand was read, and both values: for the minimum, and as it is paid. */
function counted(win, steps) {
  if (!win.values.length) return null;
  return step(
    steps,
    make(
      "div",
      { class: "counted" },
      win.reading.length ? make("p", { class: "reading" }, groups(win.reading), coded("wait_form", win.wait)) : null,
      win.values.map((value) => make("p", {}, text(value.key, value.facts))),
    ),
  );
}

function groups(reading) {
  return reading.map((group) => make("span", { class: "group" }, group.map((name) => make("jn-tile", { name }))));
}

function price(win, steps) {
  const made = [];
  if (!win.yakuman && win.han !== null) {
    made.push(step(steps, make("div", { class: "han-fu" }, text("result.han_fu", { han: win.han, fu: win.fu }))));
  }
  if (win.limit !== "none") made.push(step(steps, make("div", { class: "limit" }, limitName(win))));
  made.push(step(steps, make("div", { class: "points number" }, text("result.points", { points: win.price }))));
  const extras = [];
  if (win.honba) extras.push(text("result.with_honba", { points: win.honba }));
  if (win.pot) extras.push(text("result.with_pot", { points: win.pot }));
  if (extras.length) made.push(step(steps, make("div", { class: "extras" }, extras.map((extra) => make("span", {}, extra)))));
  return made;
}

function limitName(win) {
  if (win.limit !== "yakuman") return coded("limit", win.limit);
  return win.yakuman > 1 ? text("result.yakuman_times", { n: win.yakuman }) : text("term.yakuman");
}

function shownHands(result, steps) {
  if (!result.hands.length) return null;
  const rows = result.hands.map((shown) =>
    make(
      "div",
      { class: "shown-hand" },
      seatChip(shown.seat),
      make("div", { class: "hand" }, shown.tiles.map((name) => make("jn-tile", { name }))),
    ),
  );
  return step(steps, make("div", { class: "shown-hands" }, rows));
}

function totals(result, steps) {
  const rows = result.totals.map((total) => {
    const kind = total.change < 0 ? "down" : total.change > 0 ? "up" : "";
    return make(
      "div",
      { class: "total", "data-seat": total.seat },
      seatChip(total.seat),
      make("span", { class: "name" }, total.name),
      make("span", { class: "before number" }, points(total.before)),
      make("span", { class: `change number ${kind}` }, signed(total.change)),
      make("span", { class: "after number" }, points(total.after)),
    );
  });
  return step(steps, make("footer", { class: "totals" }, rows));
}

customElements.define("jn-result", Result);
