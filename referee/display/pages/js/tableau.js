/* The table of a view in the elements of its page: a bar and a river for each seat, dora, and whether there is a match. */

import "./dora.js";
import "./river.js";
import "./score-bar.js";
import { make } from "./element.js";

const find = (selector) => document.querySelector(selector);

/** Show the seats, in the order that the view has them. */
export function showTable(view) {
  const table = find("#seats");
  const key = view.seats.map((seat) => seat.seat).join("");
  if (table.dataset.seats !== key) {
    table.dataset.seats = key;
    table.replaceChildren(
      ...view.seats.map(({ seat }) =>
        make("div", { class: "seat" }, make("jn-score-bar", { "data-at": seat }), make("jn-river", { "data-at": seat })),
      ),
    );
  }
  for (const seat of view.seats) {
    for (const element of table.querySelectorAll(`[data-at="${seat.seat}"]`)) element.data = seat;
  }
  const dora = find("jn-dora");
  dora.hidden = !view.deal?.has_dora;
  if (view.deal) dora.data = view.deal;
  find("#no-match").hidden = view.seats.length > 0;
}
