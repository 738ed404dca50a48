/* What a correction would change, line by line: what, whose, before and after. */

import { make, seatChip } from "./element.js";
import { coded, isTileName, points, text } from "./language.js";

const CODED = { phase: "phase", result: "result.type" };
const OF_SEATS = ["first", "turn", "dealer", "next_dealer", "winners"];

/** The changes as a list; where there are none, that is said. */
export function changeList(changes) {
  if (!changes.length) return make("p", { class: "hint" }, text("correction.nothing"));
  return make("ul", { class: "change-list" }, changes.map(line));
}

function line(change) {
  return make(
    "li",
    {},
    make("span", { class: "what" }, change.seat ? seatChip(change.seat) : null, text(`change.${change.what}`)),
    make("span", { class: "before" }, value(change.what, change.before)),
    make("span", { class: "arrow", "aria-label": text("change.becomes") }, "→"),
    make("span", { class: "after" }, value(change.what, change.after)),
  );
}

function value(what, held) {
  if (held === null || held === undefined || held.length === 0) return "–";
  if (typeof held === "boolean") return text(held ? "value.yes" : "value.no");
  if (typeof held === "number") return points(held);
  if (Array.isArray(held) && held.every(isTileName)) return held.map((name) => make("jn-tile", { name, class: "in-text" }));
  if (OF_SEATS.includes(what)) return [held].flat().map(seatChip);
  return CODED[what] ? coded(CODED[what], held) : String(held);
}
