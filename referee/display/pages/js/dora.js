/* The indicator and the dora it makes: both, since spectators mistake one for the other. */

import { make, Part } from "./element.js";
import { text } from "./language.js";

class Dora extends Part {
  draw(deal) {
    if (!deal) return;
    this.fill(
      make(
        "div",
        { class: "dora" },
        group(text("term.dora_indicator"), deal.indicators, ""),
        group(text("term.dora"), deal.dora, "is-dora"),
      ),
    );
  }
}

function group(caption, tiles, kind) {
  const shown = tiles.length ? tiles.map((name) => make("jn-tile", { name })) : make("div", { class: "blank" });
  return make("figure", { class: kind }, make("figcaption", {}, caption), make("div", { class: "group" }, shown));
}

customElements.define("jn-dora", Dora);
