/* Two dice as a person read them: press what the first shows, then the second. `data` = {label, seat, disabled};
   dispatches "dice" with both numbers. */

import { make, Part, seatChip } from "./element.js";

class Dice extends Part {
  #first = null;

  draw(data) {
    if (!data) return;
    this.fill(
      make("span", { class: "hint" }, data.label, " ", seatChip(data.seat)),
      [1, 2, 3, 4, 5, 6].map((eyes) =>
        make(
          "button",
          { class: `tool${eyes === this.#first ? " chosen" : ""}`, disabled: data.disabled, onclick: () => this.#press(eyes) },
          String(eyes),
        ),
      ),
    );
  }

  #press(eyes) {
    if (this.#first === null) {
      this.#first = eyes;
      this.refresh(true);
      return;
    }
    const both = [this.#first, eyes];
    this.#first = null;
    this.refresh(true);
    this.dispatchEvent(new CustomEvent("dice", { detail: both }));
  }
}

customElements.define("jn-dice", Dice);
