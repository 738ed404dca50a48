/* What people do with the clocks: start them, also as of some seconds ago, give or take seconds, close one that has run
   out, and say why they stand. Dispatches "act" {act, fields}. */

import { make, Part } from "./element.js";
import { coded, text } from "./language.js";

/** The acts that move the clock, by the seconds they move it. */
export const SHIFTS = { clock_minus_30: -30, clock_minus_10: -10, clock_plus_10: 10, clock_plus_30: 30 };

const ACTS = ["start_building", "shift_clock", "close_clock", "explain_pause"];
const REASONS = ["player", "break", "table", "tiles"];
const MOST_SECONDS_AGO = 600;

/** What these acts hang on; drawn anew only when it changes, so that what somebody types stays. */
export function clockBasis(view) {
  return { allowed: view.allowed.filter((act) => ACTS.includes(act)), pause: view.deal?.pause ?? "" };
}

class ClockActs extends Part {
  draw(data) {
    if (!data) return;
    const { allowed } = data.view;
    const shown = (act, made) => (allowed.includes(act) ? made() : null);
    this.parentElement.hidden = allowed.length === 0;
    this.fill(
      make("h3", {}, text("group.clock")),
      shown("close_clock", () => make("p", { class: "clock-rings", role: "alert" }, text("clock.to_close"))),
      make(
        "div",
        { class: "act-buttons" },
        shown("close_clock", () => this.#button("close_clock", "close_clock", {}, "main")),
        shown("start_building", () => this.#start()),
        shown("shift_clock", () => Object.entries(SHIFTS).map(([name, seconds]) => this.#button("shift_clock", name, { seconds }))),
      ),
      shown("explain_pause", () => this.#reasons(data.view.pause)),
    );
  }

  /** Do an act as if its button was pressed, if that is possible now. */
  press(act, fields = {}) {
    if (!this.data?.enabled || !this.data.view.allowed.includes(act)) return;
    this.dispatchEvent(new CustomEvent("act", { detail: { act, fields }, bubbles: true }));
  }

  /** Start the clocks as of the seconds that somebody typed. */
  start() {
    const field = this.querySelector("[name=ago]");
    const ago = Math.round(Number(field?.value ?? 0));
    if (field && !field.reportValidity()) return;
    this.press("start_building", ago ? { seconds_ago: ago } : {});
  }

  #start() {
    const field = make("input", {
      type: "number", name: "ago", min: 0, max: MOST_SECONDS_AGO, step: 1, value: 0, disabled: !this.data.enabled,
      onkeydown: (event) => event.key === "Enter" && this.start(),
    });
    return [
      this.#button("start_building", "start_building", {}, "", () => this.start()),
      make("label", { class: "ago" }, field, make("span", {}, text("clock.ago"))),
    ];
  }

  #reasons(said) {
    const disabled = !this.data.enabled;
    const words = make("input", { type: "text", name: "why", maxlength: 300, placeholder: text("pause.words"), disabled });
    const explain = (why) => this.press("explain_pause", { why, text: words.value.trim() });
    words.addEventListener("keydown", (event) => event.key === "Enter" && words.value.trim() && explain("other"));
    const button = (why) =>
      make(
        "button",
        { class: `tool${why === said ? " chosen" : ""}`, "data-why": why, "aria-pressed": why === said, disabled, onclick: () => explain(why) },
        text(`pause.${why}`),
      );
    return [make("p", { class: "hint" }, text("pause.why")), words, make("div", { class: "entry-targets" }, REASONS.map(button))];
  }

  #button(act, name, fields, kind = "", press = () => this.press(act, fields)) {
    const key = this.data.keys[name];
    return make(
      "button",
      { class: `button ${kind}`, "data-act": act, "data-seconds": fields.seconds, disabled: !this.data.enabled, onclick: press },
      make("span", { class: "act-name" }, coded("act", name)),
      key ? make("span", { class: "act-key" }, make("kbd", {}, key)) : null,
    );
  }
}

customElements.define("jn-clock-acts", ClockActs);
