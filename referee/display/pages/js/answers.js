/* What became of the last commands, newest first, in words. */

import { make, Part } from "./element.js";
import { coded, has, text } from "./language.js";

const KEPT = 6;

class Answers extends Part {
  #lines = [];

  /** Follow a page's commands. */
  follow(commands) {
    commands.addEventListener("answer", (event) => {
      this.#lines = [{ ...event.detail, at: new Date() }, ...this.#lines].slice(0, KEPT);
      this.refresh(true);
    });
  }

  draw() {
    const lines = this.#lines.map(({ act, answer, at }, place) => {
      const time = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
      const kind = answer.done ? "done" : "refused";
      return make(
        "li",
        { class: `${kind}${place === 0 ? " newest" : ""}` },
        make("time", { class: "number" }, time),
        make("b", {}, coded("act", act)),
        make("span", {}, answerText(answer)),
      );
    });
    const shown = lines.length ? lines : make("li", { class: "empty" }, text("answers.none"));
    this.fill(make("div", { role: "log", "aria-live": "polite" }, make("ul", { class: "answers" }, shown)));
  }
}

/** An answer in words; a message of the server that has no code of ours is shown as it came. */
export function answerText(answer) {
  if (answer.done) return text("answer.done");
  if (has(`answer.${answer.code}`)) return text(`answer.${answer.code}`, { ...answer.facts, message: answer.message ?? "" });
  return answer.message ?? coded("answer", answer.code, answer.facts);
}

customElements.define("jn-answers", Answers);
