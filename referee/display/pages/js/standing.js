/* The final standing: ranks, equal points share one. */

import { make, Part } from "./element.js";
import { coded, points, text } from "./language.js";

class Standing extends Part {
  draw(final) {
    if (!final) {
      this.fill();
      return;
    }
    const rows = final.ranks.map((place) =>
      make(
        "li",
        { "data-seat": place.seat, class: place.rank === 1 ? "top" : "" },
        make("span", { class: "rank number" }, String(place.rank)),
        make("span", { class: "seat-chip" }, place.seat),
        make("span", { class: "name" }, place.name),
        make("span", { class: "points number" }, points(place.points)),
      ),
    );
    this.fill(
      make(
        "section",
        { class: "standing" },
        make("h2", {}, text("result.final")),
        final.reason ? make("p", {}, coded("over", final.reason)) : null,
        make("ol", {}, rows),
        final.tie ? make("p", { class: "tie" }, text("term.tie")) : null,
      ),
    );
  }
}

customElements.define("jn-standing", Standing);
