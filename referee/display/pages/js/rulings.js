/* The referee's rulings: kind, seat, points by seat, words; given with a second press. Dispatches "rule" {fields}. */

import { make, Part, seatChip } from "./element.js";
import { text } from "./language.js";

const KINDS = ["play_on", "warning", "points", "dead_hand", "chombo", "redeal", "stop"];
const WITH_SEAT = ["warning", "points", "dead_hand", "chombo"];

class Rulings extends Part {
  #kind = "play_on";
  #seat = null;
  #armed = false;

  draw(data) {
    if (!data) return;
    const may = data.enabled && data.allowed.includes("rule");
    this.fill(
      make("p", { class: "hint" }, text(`ruling.${this.#kind}_hint`)),
      make("div", { class: "entry-targets" }, KINDS.map((kind) => this.#kindButton(kind, may))),
      WITH_SEAT.includes(this.#kind) ? this.#seats(data.seats, may) : null,
      this.#kind === "points" ? this.#amounts(data.seats, may) : null,
      make("input", { type: "text", maxlength: 300, name: "words", placeholder: text("ruling.words"), disabled: !may }),
      this.#giveButton(may && (!WITH_SEAT.includes(this.#kind) || this.#seat !== null)),
    );
  }

  #kindButton(kind, may) {
    const chosen = kind === this.#kind;
    const choose = () => this.#set(kind, this.#seat);
    return make(
      "button",
      { class: `tool${chosen ? " chosen" : ""}`, "aria-pressed": chosen, disabled: !may, onclick: choose },
      text(`ruling.${kind}`),
    );
  }

  #seats(seats, may) {
    const button = ({ seat, name }) =>
      make(
        "button",
        { class: `tool${seat === this.#seat ? " chosen" : ""}`, disabled: !may, onclick: () => this.#set(this.#kind, seat) },
        seatChip(seat),
        name,
      );
    return make("div", { class: "entry-targets" }, make("span", { class: "hint" }, text("ruling.against")), seats.map(button));
  }

  #amounts(seats, may) {
    const field = ({ seat }) =>
      make("label", {}, seatChip(seat), make("input", { type: "number", step: 100, name: seat, placeholder: "±0", disabled: !may }));
    return make("div", { class: "amounts" }, seats.map(field));
  }

  #giveButton(may) {
    return make(
      "button",
      { class: `button danger${this.#armed ? " armed" : ""}`, "data-act": "rule", disabled: !may, onclick: () => this.#give() },
      this.#armed ? [text("acts.again"), " "] : null,
      text("act.rule"),
      ": ",
      text(`ruling.${this.#kind}`),
    );
  }

  #set(kind, seat) {
    this.#kind = kind;
    this.#seat = seat;
    this.#armed = false;
    this.refresh(true);
  }

  #give() {
    const words = this.querySelector("[name=words]").value.trim();
    const inputs = [...this.querySelectorAll(".amounts input")].filter((input) => input.value !== "");
    const amounts = Object.fromEntries(inputs.map((input) => [input.name, Number(input.value)]));
    if (!this.#armed) {
      this.#armed = true;
      const typed = [...this.querySelectorAll("input")].map((input) => input.value);
      this.refresh(true);
      this.querySelectorAll("input").forEach((input, place) => {
        input.value = typed[place];
      });
      return;
    }
    const fields = { kind: this.#kind, text: words };
    if (WITH_SEAT.includes(this.#kind)) fields.seat = this.#seat;
    if (this.#kind === "points") fields.amounts = amounts;
    this.#set("play_on", null);
    this.dispatchEvent(new CustomEvent("rule", { detail: fields, bubbles: true }));
  }
}

customElements.define("jn-rulings", Rulings);
