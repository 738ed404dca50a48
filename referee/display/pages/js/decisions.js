/* The verdicts of a deal in words, the newest first, each with its reasons. The sentences come composed. */

import { make, Part } from "./element.js";
import { phrase, text } from "./language.js";

class Decisions extends Part {
  draw(decisions) {
    const rows = [...(decisions ?? [])].reverse().map((decision) => {
      const [verdict, ...because] = decision.phrases;
      return make(
        "li",
        { class: `decision ${decision.verdict}` },
        decision.seat ? make("span", { class: "seat-chip", "data-seat": decision.seat }, decision.seat) : null,
        make(
          "div",
          {},
          make("strong", {}, phrase(verdict.key, verdict.facts)),
          because.map(({ key, facts }) => make("p", {}, phrase(key, facts))),
        ),
      );
    });
    this.fill(rows.length ? make("ul", { class: "decisions", tabindex: 0 }, rows) : make("p", { class: "nothing" }, text("decisions.none")));
  }
}

customElements.define("jn-decisions", Decisions);
