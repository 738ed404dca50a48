/* The verdicts of a deal in words, the newest first, each with its reasons and what they rest on. */

import { make, Part, seatChip } from "./element.js";
import { codedPhrase, text } from "./language.js";

class Decisions extends Part {
  draw(decisions) {
    const rows = [...(decisions ?? [])].reverse().map((decision) =>
      make(
        "li",
        { class: `decision ${decision.verdict}` },
        decision.seat ? seatChip(decision.seat) : null,
        make(
          "div",
          {},
          make("strong", {}, codedPhrase("verdict", decision.verdict, decision.facts)),
          decision.reasons.map((reason) => make("p", {}, codedPhrase("reason", reason, factsOf(reason, decision.facts)))),
        ),
      ),
    );
    this.fill(rows.length ? make("ul", { class: "decisions" }, rows) : make("p", { class: "nothing" }, text("decisions.none")));
  }
}

/** A refused ron has the facts of its furiten apart. */
function factsOf(reason, facts) {
  return reason.startsWith("furiten") && facts.furiten ? facts.furiten : facts;
}

customElements.define("jn-decisions", Decisions);
