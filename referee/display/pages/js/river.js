/* A river: 17 slots in rows of 6, 6 and 5, in the orientation of its player, the first tile sideways when riichi
   stands, the last of the table outlined. Slots are drawn from the start; a voided tile leaves no hole. With `line` it
   is one row, with gaps after 6 and 12. */

import { make, Part } from "./element.js";

const ROWS = [6, 6, 5];

class River extends Part {
  #shown = 0;

  draw(seat) {
    const tiles = seat?.river ?? [];
    const isNew = tiles.length === this.#shown + 1;
    this.#shown = tiles.length;
    let place = 0;
    const rows = ROWS.map((length) => {
      const slots = [];
      for (let column = 0; column < length; column += 1, place += 1) slots.push(this.#slot(seat, tiles, place, isNew));
      return make("div", { class: "row" }, slots);
    });
    const line = this.hasAttribute("line") ? " line" : "";
    this.fill(make("div", { class: `river${line}`, "data-seat": seat?.seat }, rows));
  }

  #slot(seat, tiles, place, isNew) {
    const discard = tiles[place];
    const sideways = discard ? discard.sideways : place === 0 && seat?.first_sideways;
    const classes = ["slot"];
    if (sideways) classes.push("sideways");
    if (!discard) classes.push("empty");
    if (!discard && place === tiles.length && seat?.on_turn) classes.push("next");
    if (discard?.last) classes.push("last");
    if (discard && isNew && place === tiles.length - 1) classes.push("new");
    return make("div", { class: classes.join(" ") }, discard ? make("jn-tile", { name: discard.tile }) : null);
  }
}

customElements.define("jn-river", River);
