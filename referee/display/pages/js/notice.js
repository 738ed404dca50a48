/* What lies over a page: the referee was called, the data is old, the table is simulated. */

import { make, Part } from "./element.js";
import { text } from "./language.js";

class Notice extends Part {
  #silent = null;

  /** Seconds since the last message, or null while all is well. */
  set silent(seconds) {
    if (seconds === this.#silent) return;
    this.#silent = seconds;
    this.refresh(true);
  }

  draw(view) {
    const made = [];
    if (view?.attention && !this.hasAttribute("quiet")) {
      made.push(
        make(
          "div",
          { class: "attention", role: "status" },
          make("strong", {}, text("notice.wait")),
          make("span", {}, text("notice.referee_called")),
        ),
      );
    }
    if (view?.simulated) made.push(make("div", { class: "simulated-mark" }, text("notice.simulated")));
    if (this.#silent !== null) made.push(make("div", { class: "stale-mark", role: "alert" }, text("notice.stale", { seconds: this.#silent })));
    this.fill(...made);
  }
}

customElements.define("jn-notice", Notice);
