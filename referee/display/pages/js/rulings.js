/* The referee's rulings: kind, seat, points by seat, words; given with a second press. Dispatches "rule" {fields}. */

import { make, Part } from "./element.js";
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
    const kinds = make("div", { class: "entry-targets" }, KINDS.map((kind) => make("button", { class: `tool${kind === this.#kind ? " chosen" : ""}`, "aria-pressed": kind === this.#kind, disabled: !may, onclick: () => this.#set(kind, this.#seat) }, text(`ruling.${kind}`))));
    const seats = WITH_SEAT.includes(this.#kind)
      ? make("div", { class: "entry-targets" }, make("span", { class: "hint" }, text("ruling.against")), data.seats.map((one) => make("button", { class: `tool${one.seat === this.#seat ? " chosen" : ""}`, disabled: !may, onclick: () => this.#set(this.#kind, one.seat) }, make("span", { class: "seat-chip", "data-seat": one.seat }, one.seat), one.name)))
      : null;
    const amounts = this.#kind === "points" ? make("div", { class: "amounts" }, data.seats.map((one) => make("label", {}, make("span", { class: "seat-chip", "data-seat": one.seat }, one.seat), make("input", { type: "number", step: 100, name: one.seat, placeholder: "±0", disabled: !may })))) : null;
    const words = make("input", { type: "text", maxlength: 300, name: "words", placeholder: text("ruling.words"), disabled: !may });
    const complete = !WITH_SEAT.includes(this.#kind) || this.#seat !== null;
    const give = make("button", { class: `button danger${this.#armed ? " armed" : ""}`, "data-act": "rule", disabled: !may || !complete, onclick: () => this.#give() }, this.#armed ? text("acts.again") : null, text("act.rule"), ": ", text(`ruling.${this.#kind}`));
    this.fill(make("p", { class: "hint" }, text(`ruling.${this.#kind}_hint`)), kinds, seats, amounts, words, give);
  }

  #set(kind, seat) {
    this.#kind = kind;
    this.#seat = seat;
    this.#armed = false;
    this.refresh(true);
  }

  #give() {
    const words = this.querySelector("[name=words]").value.trim();
    const amounts = Object.fromEntries([...this.querySelectorAll(".amounts input")].filter((input) => input.value !== "").map((input) => [input.name, Number(input.value)]));
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
