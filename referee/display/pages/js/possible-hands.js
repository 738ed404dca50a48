/* What the walls could become: the dearest hand of each, and the one with most to expect. */

import { make, Part, seatChip } from "./element.js";
import { coded, points, text } from "./language.js";

class PossibleHands extends Part {
  draw(data) {
    if (!data) return;
    const { walls, names, weighing } = data;
    if (!walls.length) {
      this.fill(make("p", { class: "nothing" }, text(weighing ? "odds.weighing" : "possible.unknown")));
      return;
    }
    this.fill(walls.map((wall) => make("div", { class: "possible" }, head(wall, names), hands(wall))));
  }
}

function head(wall, names) {
  const counts = text("possible.counts", { ready: wall.ready_hands, reaching: wall.reaching_hands });
  return make(
    "header",
    { class: "hand-head" },
    seatChip(wall.seat),
    make("strong", {}, names[wall.seat] ?? ""),
    make("span", { class: "how" }, counts),
  );
}

function hands(wall) {
  if (!wall.dearest) return make("p", { class: "nothing" }, text("possible.none"));
  const same = JSON.stringify(wall.dearest.hand) === JSON.stringify(wall.best_expectation.hand);
  if (same) return hand(wall.dearest, ["dearest", "best_expectation"]);
  return [hand(wall.dearest, ["dearest"]), hand(wall.best_expectation, ["best_expectation"])];
}

function hand(one, why) {
  const limit = one.limit === "none" ? "" : coded("limit", one.limit);
  return make(
    "div",
    { class: "possible-hand" },
    make("span", { class: "possible-why" }, why.map((which) => text(`possible.${which}`)).join(text("list.comma"))),
    make("div", { class: "tiles" }, one.hand.map((name) => make("jn-tile", { name }))),
    make(
      "div",
      { class: "possible-waits" },
      one.waits.map((wait) => make("span", { class: `possible-wait ${wait.kind}` }, make("jn-tile", { name: wait.tile }), make("b", {}, wait.mark))),
    ),
    make(
      "span",
      { class: "possible-worth" },
      [limit, points(one.points)].filter(Boolean).join(" "),
      " · ",
      text("possible.expectation", { points: Math.round(one.expectation), live: one.live }),
    ),
  );
}

customElements.define("jn-possible-hands", PossibleHands);
