/* The newest discard, large: what everybody in the hall wants to see first. */

import { make, Part, seatChip } from "./element.js";
import { text, tileWord } from "./language.js";

class LastDiscard extends Part {
  draw(last) {
    if (!last) {
      this.fill();
      return;
    }
    this.fill(
      make("div", { class: "last-caption" }, text("label.last_discard")),
      make(
        "div",
        { class: "last-body" },
        make("jn-tile", { name: last.tile }),
        make(
          "div",
          { class: "last-words" },
          make("strong", {}, tileWord(last.tile)),
          make(
            "span",
            {},
            seatChip(last.seat),
            make("span", { class: "number" }, text("seat.discards", { n: last.n })),
          ),
        ),
      ),
    );
  }
}

customElements.define("jn-last-discard", LastDiscard);
