/* All 37 tiles to point at. A choice is dispatched as "pick" with the tile's name. */

import { make, Part } from "./element.js";
import { text, tileWord } from "./language.js";

const ROWS = [
  ["1m", "2m", "3m", "4m", "5m", "0m", "6m", "7m", "8m", "9m"],
  ["1p", "2p", "3p", "4p", "5p", "0p", "6p", "7p", "8p", "9p"],
  ["1s", "2s", "3s", "4s", "5s", "0s", "6s", "7s", "8s", "9s"],
  ["1z", "2z", "3z", "4z", "5z", "6z", "7z"],
];

class TilePicker extends Part {
  draw() {
    const rows = ROWS.map((row) => make("div", { class: "picker-row" }, row.map((name) => this.#button(name))));
    this.fill(make("div", { class: "picker", role: "group", "aria-label": text("picker.title") }, rows));
  }

  #button(name) {
    const pick = () => this.dispatchEvent(new CustomEvent("pick", { detail: name, bubbles: true }));
    const chosen = this.data?.chosen === name;
    return make(
      "button",
      { class: `pick${chosen ? " chosen" : ""}`, title: `${tileWord(name)} (${name})`, "aria-pressed": chosen, disabled: !this.data?.enabled, onclick: pick },
      make("jn-tile", { name }),
    );
  }
}

customElements.define("jn-tile-picker", TilePicker);
