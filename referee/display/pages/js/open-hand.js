/* A hand as the stream shows it: its 13 tiles, backs while it is locked in and may not be shown, else empty places. */

import { make, Part } from "./element.js";
import { text } from "./language.js";

const TILES = 13;

class OpenHand extends Part {
  draw(data) {
    if (!data) {
      this.fill();
      return;
    }
    const { seat, hand } = data;
    const tiles = hand?.tiles ?? [];
    this.fill(
      make("div", { class: "open-hand", "data-seat": seat.seat }, places(seat, tiles)),
      hand?.dead ? make("strong", { class: "hand-tag" }, text("term.dead_hand")) : null,
    );
  }
}

function places(seat, tiles) {
  if (tiles.length) return tiles.map((name) => make("jn-tile", { name }));
  const locked = seat.hand_state === "locked";
  return Array.from({ length: TILES }, () => (locked ? make("jn-tile", { name: "back" }) : make("span", { class: "place" })));
}

customElements.define("jn-open-hand", OpenHand);
