/* The count-down. The view says when it ends on the desk's clock; this page only reads that clock, it never counts. */

import { make, Part } from "./element.js";
import { coded, text } from "./language.js";
import { serverNow } from "./server-clock.js";

const STEPS_S = [10, 30, 60];
const BAR_S = 30;

/** What is left of a clock, in milliseconds, never below zero. */
export function left(clock) {
  return Math.max(0, clock.left_ms ?? clock.ends_at_ms - serverNow());
}

class Clock extends Part {
  #timer = null;

  connectedCallback() {
    super.connectedCallback();
    this.#timer = setInterval(() => this.#tick(), 100);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  draw(clock) {
    if (!clock) {
      this.fill();
      return;
    }
    const paused = clock.left_ms !== null;
    this.fill(
      make("div", { class: "label" }, paused ? text("clock.paused") : coded("clock", clock.kind)),
      make("div", { class: "time number", role: "timer" }),
      make("div", { class: "rest" }, make("i")),
    );
    this.#tick();
  }

  #tick() {
    const clock = this.data;
    const shown = this.querySelector(".time");
    if (!clock || !shown) return;
    const seconds = Math.ceil(left(clock) / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (shown.textContent !== time) shown.textContent = time;
    const step = STEPS_S.find((limit) => seconds <= limit);
    shown.className = `time number${step ? ` step-${step}` : ""}${clock.left_ms !== null ? " paused" : ""}`;
    if (seconds === 0 && clock.left_ms === null) this.querySelector(".label").textContent = text("term.time_up");
    const rest = this.querySelector(".rest");
    rest.style.visibility = seconds <= BAR_S ? "visible" : "hidden";
    rest.firstElementChild.style.width = `${Math.min(100, (left(clock) / 1000 / BAR_S) * 100)}%`;
  }
}

customElements.define("jn-clock", Clock);
