/* The parts that tell what could happen, for the referee's and the commentators' page: chances and possible hands. */

import "./hand-panel.js";
import "./odds.js";
import "./possible-hands.js";
import { make } from "./element.js";

const find = (selector) => document.querySelector(selector);
let shown = null;

/** Show a view's insight. While a newer one is being worked out, what was shown of the same deal stays. */
export function showInsight(view) {
  const names = Object.fromEntries(view.seats.map(({ seat, name }) => [seat, name]));
  const waiting = view.weighing && shown?.no === view.deal?.no;
  if (!waiting) shown = { no: view.deal?.no, live: view.live };
  find("jn-odds").data = { live: shown.live, names, weighing: view.weighing };
  find("jn-possible-hands").data = { walls: view.possible_hands, names, weighing: view.weighing };
}

/** Every hand in its panel, with what is live of it. */
export function showHands(view) {
  const hands = find("#hands");
  const key = view.hands.map((hand) => hand.seat).join("");
  if (hands.dataset.seats !== key) {
    hands.dataset.seats = key;
    hands.replaceChildren(...view.hands.map((hand) => make("jn-hand", { "data-at": hand.seat, class: "panel" })));
  }
  for (const hand of view.hands) {
    const name = view.seats.find((seat) => seat.seat === hand.seat)?.name ?? "";
    const live = view.live?.seats.find((seat) => seat.seat === hand.seat) ?? null;
    hands.querySelector(`[data-at="${hand.seat}"]`).data = { hand, name, live };
  }
}
