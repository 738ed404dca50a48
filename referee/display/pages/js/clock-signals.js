/* The moments of a count-down that are heard: 60, 30 and 10 seconds left, its end, and its ringing until a person closes
   it or it ends otherwise. Dispatches "signal" {at, again}; what is made of it, others know. */

import { left } from "./clock.js";

const SIGNALS_S = [60, 30, 10, 0];
const RING_EVERY_MS = 3000;

export class ClockSignals extends EventTarget {
  #clock = null;
  #last = null;
  #rangAt = 0;

  constructor() {
    super();
    setInterval(() => this.#listen(), 100);
  }

  follow(clock) {
    this.#clock = clock;
  }

  #listen() {
    if (!this.#clock || this.#clock.left_ms !== null) {
      this.#last = null;
      return;
    }
    const seconds = Math.ceil(left(this.#clock) / 1000);
    const at = SIGNALS_S.find((one) => this.#last !== null && this.#last > one && seconds <= one);
    const again = seconds === 0 && this.#last === 0 && performance.now() - this.#rangAt >= RING_EVERY_MS;
    this.#last = seconds;
    if (again || at === 0) this.#rangAt = performance.now();
    if (again) this.#tell(0, true);
    else if (at !== undefined) this.#tell(at, false);
  }

  #tell(at, again) {
    this.dispatchEvent(new CustomEvent("signal", { detail: { at, again } }));
  }
}
