/* What a seat can still discard: who would win on each tile, and how safe its owner can know it to be. */

import { make, Part, seatChip } from "./element.js";
import { text } from "./language.js";

const MARKS = { certain: "●", usual: "○", open: "" };

class Pool extends Part {
  draw(tiles) {
    if (!tiles) return;
    const found = new Set(tiles.map((one) => one.safety));
    const legend = ["certain", "usual"].filter((safety) => found.has(safety)).map((safety) => explained(sample("pool-mark", MARKS[safety]), text(`safety.${safety}`)));
    for (const danger of ["wins", "blocked"]) {
      const seats = [...new Set(tiles.flatMap((one) => (danger === "blocked" && one.wins.length ? [] : one[danger])))].sort();
      if (seats.length) legend.push(explained(sample(`pool-frame ${danger}`, ""), text(`danger.${danger}`, { seats })));
    }
    this.fill(
      make("div", { class: "tiles pool-tiles marked" }, tiles.flatMap((one) => Array.from({ length: one.count }, () => tile(one)))),
      legend.length ? make("p", { class: "pool-legend" }, legend) : null,
    );
  }
}

/** A mark as it stands at a tile, for the legend. */
function sample(kind, mark) {
  return make("span", { class: kind, "aria-hidden": "true" }, mark);
}

function explained(mark, words) {
  return make("span", { class: "pool-meaning" }, mark, words);
}

function tile(one) {
  const kind = one.wins.length ? " wins" : one.blocked.length ? " blocked" : "";
  return make(
    "span",
    { class: `pool-tile${kind}`, title: words(one) },
    make("jn-tile", { name: one.tile }),
    make("span", { class: "pool-who" }, one.wins.map(seatChip)),
    make("span", { class: "pool-mark" }, MARKS[one.safety]),
  );
}

/** Everything that is to be said of a tile, for whoever points at it. */
function words(one) {
  const lines = Object.entries(one.because).map(([seat, because]) => text(`because.${because}`, { seat }));
  if (one.wins.length) lines.unshift(text("danger.wins", { seats: one.wins }));
  if (one.blocked.length) lines.unshift(text("danger.blocked", { seats: one.blocked }));
  return lines.join(text("list.sentence"));
}

customElements.define("jn-pool", Pool);
