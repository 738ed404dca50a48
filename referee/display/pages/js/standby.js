/* The card for before and between matches: the house, the title, the players with their logos. */

import { make, Part, seatChip } from "./element.js";
import { text } from "./language.js";

class Standby extends Part {
  draw(data) {
    if (!data) return;
    const { title, seats, logos } = data;
    this.fill(
      make(
        "section",
        { class: "standby-card" },
        make(
          "header",
          {},
          logos.house ? make("img", { class: "house-logo", src: logos.house, alt: "" }) : make("div", { class: "mark", lang: "ja" }, "十七歩"),
          make("h2", {}, title || text("term.game_17_steps")),
        ),
        seats.length ? make("div", { class: "players", "data-count": seats.length }, players(seats, logos)) : null,
      ),
    );
  }
}

function players(seats, logos) {
  return seats.map((seat, place) => [
    place && seats.length === 2 ? make("div", { class: "versus" }, text("label.versus")) : null,
    make(
      "div",
      { class: "player", "data-seat": seat.seat },
      logos.players[seat.name] ? make("img", { class: "logo", src: logos.players[seat.name], alt: "" }) : make("div", { class: "logo none" }, initial(seat.name)),
      make("div", { class: "name" }, seatChip(seat.seat), make("strong", {}, seat.name)),
    ),
  ]);
}

/** The first character of a name, as a person sees it. */
function initial(name) {
  return [...name.trim()][0] ?? "";
}

customElements.define("jn-standby", Standby);
