/* The result sheet, in the order in which a win is counted: hand, dora, yaku one by one, ura, fu, limit, points, payment
   and both new totals. How far it has been told comes with the view; what is still to come keeps its place and is empty
   for eyes and screen readers alike. Without such progress (the preview, a replay) all of it is there. */

import { make, Part, seatChip } from "./element.js";
import { coded, has, points, signed, text, title } from "./language.js";

/** The result of a view together with how far it has been told, for `jn-result`. */
export function sheetOf(view) {
  return view.result && { ...view.result, progress: view.sheet };
}

class Result extends Part {
  #made = "";

  refresh(force = false) {
    if (force) this.#made = "";
    super.refresh(force);
  }

  draw(result) {
    if (!result) {
      this.#made = "";
      this.fill();
      return;
    }
    const steps = result.progress?.steps ?? null;
    const shown = result.progress?.shown ?? 0;
    // a step leaves the sheet as it is and lets one more part be seen, which a screen reader then reads by itself
    const made = JSON.stringify({ ...result, progress: steps });
    if (made !== this.#made) this.fill(sheet(result, steps));
    this.#made = made;
    for (const part of this.querySelectorAll("[data-step]")) {
      const at = Number(part.dataset.step);
      part.classList.toggle("ahead", at >= shown);
      part.classList.toggle("step", at === shown - 1);
    }
  }
}

function sheet(result, steps) {
  return make(
    "section",
    {
      class: `result ${result.wins.length ? "is-win" : "is-other"}`,
      role: "region",
      "aria-label": text("label.result"),
      "aria-live": steps ? "polite" : null,
    },
    result.wins.length ? null : heading(result, steps),
    result.wins.map((win, place) => winSheet(win, result, (part, element, yaku = null) => step(steps, { part, win: place, yaku }, element))),
    shownHands(result, steps),
    totals(result, steps),
  );
}

/** Mark an element with the step that shows it. */
function step(steps, { part, win = null, yaku = null }, element) {
  const at = steps?.findIndex((one) => one.part === part && one.win === win && one.yaku === yaku) ?? -1;
  if (at >= 0) element.dataset.step = at;
  return element;
}

function heading(result, steps) {
  const reason = result.reason && has(`result.reason.${result.reason}`) ? text(`result.reason.${result.reason}`) : result.reason;
  return step(
    steps,
    { part: "ending" },
    make(
      "header",
      { class: "result-head plain" },
      make("h2", { class: "call" }, coded("result.type", result.type)),
      reason ? make("p", { class: "reason" }, reason) : null,
    ),
  );
}

/** One win; `mark(part, element, yaku)` marks what a step shows. */
function winSheet(win, result, mark) {
  const names = Object.fromEntries(result.totals.map((total) => [total.seat, total.name]));
  return make(
    "article",
    { class: "win" },
    mark(
      "call",
      make(
        "header",
        { class: "result-head" },
        make("h2", { class: "call" }, text("result.ron")),
        make("div", { class: "who" }, seatChip(win.winner), make("span", { class: "winner" }, names[win.winner])),
        make("div", { class: "from" }, text("result.from"), seatChip(win.loser), make("span", {}, names[win.loser])),
      ),
    ),
    win.hand.length ? mark("hand", handRow(win)) : null,
    doraRow(result, mark),
    make(
      "div",
      { class: "worth" },
      make("div", { class: "counting" }, yakuList(win, mark), fuList(win, mark), counted(win, mark)),
      mark("total", make("div", { class: "price" }, price(win))),
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

function doraRow(result, mark) {
  const tilesOf = (part, key, tiles) =>
    tiles.length ? mark(part, make(
      "div",
      { class: "dora-group" },
      make("span", {}, text(key)),
      tiles.map((name) => make("jn-tile", { name })),
    )) : null;
  return make("div", { class: "dora-row" }, tilesOf("dora", "term.dora", result.dora), tilesOf("ura", "term.ura_dora", result.ura_dora));
}

function yakuList(win, mark) {
  const rows = win.yaku.map((yaku, place) => {
    const worth = yaku.yakuman ? (yaku.yakuman > 1 ? text("term.double_yakuman") : text("term.yakuman")) : text("result.han", { n: yaku.han });
    const row = make("li", {}, make("span", {}, title(yaku.titles) ?? coded("yaku", yaku.id)), make("b", {}, worth));
    return yaku.id === "ura_dora" ? mark("ura", row) : mark("yaku", row, place);
  });
  return make("ul", { class: "yaku" }, rows);
}

function fuList(win, mark) {
  if (!win.fu_parts.length || win.yakuman) return null;
  const parts = win.fu_parts.map((part) => make("li", {}, coded("fu", part.id), " ", fuTile(part), make("b", {}, String(part.fu))));
  return mark("total", make("ul", { class: "fu", "aria-label": text("term.fu") }, parts));
}

function fuTile(part) {
  return part.tile ? make("jn-tile", { name: part.tile, class: "in-text" }) : null;
}

/** How the hand was read, and both values: for the minimum, and as it is paid. */
function counted(win, mark) {
  if (!win.values.length) return null;
  return mark(
    "total",
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

function price(win) {
  const made = [];
  if (!win.yakuman && win.han !== null) {
    made.push(make("div", { class: "han-fu" }, text("result.han_fu", { han: win.han, fu: win.fu })));
  }
  if (win.limit !== "none") made.push(make("div", { class: "limit" }, limitName(win)));
  made.push(make("div", { class: "points number" }, text("result.points", { points: win.price })));
  const extras = [];
  if (win.honba) extras.push(text("result.with_honba", { points: win.honba }));
  if (win.pot) extras.push(text("result.with_pot", { points: win.pot }));
  if (extras.length) made.push(make("div", { class: "extras" }, extras.map((extra) => make("span", {}, extra))));
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
  return step(steps, { part: "hands" }, make("div", { class: "shown-hands" }, rows));
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
  return step(steps, { part: "payment" }, make("footer", { class: "totals" }, rows));
}

customElements.define("jn-result", Result);
