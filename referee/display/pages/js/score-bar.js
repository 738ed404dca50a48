/* The bar of a seat: colour, letter, logo, name, wind, dealer mark, points, and how far the seat is; `line`: one row. */

import { make, Part } from "./element.js";
import { points, signed, text } from "./language.js";

class ScoreBar extends Part {
  draw(seat) {
    if (!seat) return;
    const negative = typeof seat.points === "number" && seat.points < 0;
    const bar = make(
      "div",
      { class: `score-bar${this.hasAttribute("line") ? " line" : ""}${seat.on_turn ? " on-turn" : ""}`, "data-seat": seat.seat },
      make("span", { class: "seat-chip" }, seat.seat),
      seat.logo ? make("img", { class: "logo", src: seat.logo, alt: "" }) : null,
      make("span", { class: "name" }, seat.name),
      make("span", { class: "marks" }, marks(seat)),
      make("span", { class: `points number${negative ? " negative" : ""}` }, points(seat.points), change(seat)),
      make("span", { class: "state" }, state(seat)),
    );
    this.fill(bar);
  }
}

function marks(seat) {
  const made = [];
  if (seat.wind) made.push(make("span", { class: "wind", title: text("term.seat_wind") }, text(`wind.${seat.wind}`)));
  if (seat.dealer) made.push(make("span", { class: "dealer-mark" }, text("mark.dealer")));
  else if (seat.order === "first") made.push(make("span", { class: "order-mark" }, text("mark.first")));
  else if (seat.order === "second") made.push(make("span", { class: "order-mark" }, text("mark.second")));
  return made;
}

function change(seat) {
  if (seat.change === null || seat.change === undefined) return null;
  return make("span", { class: `change ${seat.change < 0 ? "down" : "up"}` }, signed(seat.change));
}

function state(seat) {
  const right = make("span", { class: "count number" }, text("seat.discards", { n: seat.river.length }));
  let left = "";
  if (seat.on_turn) left = make("span", { class: "turn" }, text("seat.turn"));
  else if (seat.taken.length && !seat.river.length && seat.hand_state !== "locked") left = make("span", {}, taken(seat.taken));
  else if (seat.hand_state === "locked" && !seat.river.length) left = make("span", {}, text("seat.locked"));
  else if (seat.hand_state === "building") left = make("span", {}, text("seat.building"));
  return [left || make("span"), right];
}

function taken([first, second]) {
  return second === undefined ? text("seat.wall", { n: first }) : text("seat.rows", { first, second });
}

customElements.define("jn-score-bar", ScoreBar);
