/* One tile, drawn from the table's own faces. `name` is mpsz or `back`; `corner` adds the index in the corner. */

import { has, tileWord } from "./language.js";

class Tile extends HTMLElement {
  static observedAttributes = ["name", "corner"];

  attributeChangedCallback() {
    this.#draw();
  }

  connectedCallback() {
    this.#draw();
  }

  #draw() {
    const name = this.getAttribute("name");
    if (!name || !this.isConnected) return;
    const image = this.firstElementChild ?? this.appendChild(document.createElement("img"));
    const corner = this.hasAttribute("corner") || document.body.hasAttribute("data-corner");
    image.src = `/api/faces/${name}.svg${corner ? "?index=true" : ""}`;
    image.alt = has("tile.back") ? (name === "back" ? "" : tileWord(name)) : name;
    image.draggable = false;
  }
}

customElements.define("jn-tile", Tile);
