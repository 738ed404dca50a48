/* A match on paper: every hand with its end and what it moved, rulings, totals, places, and lines to sign. */

import { dealName } from "./deal-label.js";
import { make, Part, seatChip } from "./element.js";
import { coded, has, points, signed, text, title, word } from "./language.js";

class ScoreSheet extends Part {
  draw(sheet) {
    if (!sheet) return;
    const seats = Object.keys(sheet.players);
    this.fill(
      make("h1", {}, sheet.title || text("score_sheet.title")),
      make("p", { class: "hint" }, about(sheet)),
      make("table", { class: "score-table" }, head(sheet, seats), body(sheet, seats), foot(sheet, seats)),
      make("div", { class: "signatures" }, seats.map((seat) => line(sheet.players[seat])), line(text("term.referee"))),
    );
  }
}

function about(sheet) {
  const date = new Date(sheet.started_at);
  const parts = [
    sheet.venue,
    Number.isNaN(date.getTime()) ? "" : date.toLocaleString(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" }),
    title(sheet.rule_titles) ?? sheet.rules,
    sheet.revision > 1 ? text("score_sheet.revision", { n: sheet.revision }) : "",
    sheet.simulated ? text("notice.simulated") : "",
    sheet.ended ? "" : text("matches.goes_on"),
  ];
  return parts.filter(Boolean).join(" · ");
}

function head(sheet, seats) {
  const names = seats.map((seat) => make("th", { scope: "col", colspan: 2 }, seatChip(seat), " ", sheet.players[seat]));
  const start = seats.map((seat) => make("td", { class: "number", colspan: 2 }, points(sheet.start[seat])));
  return make(
    "thead",
    {},
    make("tr", {}, make("th", { scope: "col" }, text("score_sheet.hand")), make("th", { scope: "col" }, text("label.result")), names, make("th", { scope: "col" }, text("label.pot"))),
    make("tr", { class: "start" }, make("td", {}), make("td", {}, text("score_sheet.start")), start, make("td", {})),
  );
}

function body(sheet, seats) {
  return make("tbody", {}, sheet.deals.map((deal) => row(deal, seats)));
}

function row(deal, seats) {
  const moved = seats.flatMap((seat) => [
    make("td", { class: `number change ${deal.change[seat] < 0 ? "down" : deal.change[seat] > 0 ? "up" : ""}` }, signed(deal.change[seat] ?? 0)),
    make("td", { class: "number" }, points(deal.points[seat])),
  ]);
  const honba = deal.wind && deal.honba ? ` · ${text("label.honba")} ${deal.honba}` : "";
  return make(
    "tr",
    { "data-deal": deal.no },
    make("th", { scope: "row" }, dealName(deal), honba),
    make("td", {}, ending(deal), deal.rulings.map(ruling)),
    moved,
    make("td", { class: "number" }, points(deal.pot)),
  );
}

function ending(deal) {
  if (!deal.type) return text("matches.goes_on");
  if (!deal.wins.length) {
    const reason = deal.reason && has(`result.reason.${deal.reason}`) ? text(`result.reason.${deal.reason}`) : deal.reason;
    return [coded("result.type", deal.type), reason ? ` – ${reason}` : ""];
  }
  return deal.wins.map((win) =>
    make("div", { class: "win-line" }, seatChip(win.winner), " ", text("result.ron"), " ", make("jn-tile", { name: win.tile, class: "in-text" }), ` ${worth(win)}`),
  );
}

function worth(win) {
  if (win.limit && win.limit !== "none" && has(`limit.${win.limit}`)) return text(`limit.${win.limit}`);
  return win.fu ? text("result.han_fu", { han: win.han, fu: win.fu }) : text("result.han", { n: win.han });
}

function ruling({ kind, seat, amounts, text: words }) {
  const name = kind.startsWith("hotfix_") ? `${text("act.hotfix")}: ${text(`hotfix.${kind.slice(7)}`)}` : has(`ruling.${kind}`) ? text(`ruling.${kind}`) : kind;
  const moved = Object.entries(amounts).map(([who, amount]) => ` ${has(`label.${who}`) ? word("label", text(`label.${who}`)) : who} ${signed(amount)}`);
  return make("div", { class: "ruling-line" }, seat ? [seatChip(seat), " "] : null, name, moved, words ? ` – ${words}` : "");
}

function foot(sheet, seats) {
  const ranks = Object.fromEntries((sheet.final?.ranks ?? []).map(({ rank, seat }) => [seat, rank]));
  const total = (seat) => make("td", { class: "number total", colspan: 2 }, ranks[seat] ? `${text("score_sheet.rank", { n: ranks[seat] })} ` : "", make("b", {}, points(sheet.points[seat])));
  return make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, text("score_sheet.total")), make("td", {}, sheet.final?.reason ? coded("over", sheet.final.reason) : ""), seats.map(total), make("td", { class: "number" }, points(sheet.pot))));
}

function line(name) {
  return make("p", { class: "signature" }, name);
}

customElements.define("jn-score-sheet", ScoreSheet);
