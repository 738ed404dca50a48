/* The referee's page: the operator's parts, and both hands, decisions, events, rulings. */

import "./decisions.js";
import "./events.js";
import "./hand-panel.js";
import "./rulings.js";
import { Console } from "./console.js";
import { make } from "./element.js";

const find = (selector) => document.querySelector(selector);

const page = new Console("referee", (view, enabled) => {
  const hands = find("#hands");
  const key = view.hands.map((hand) => hand.seat).join("");
  if (hands.dataset.seats !== key) {
    hands.dataset.seats = key;
    hands.replaceChildren(...view.hands.map((hand) => make("jn-hand", { "data-at": hand.seat, class: "panel" })));
  }
  for (const hand of view.hands) {
    const name = view.seats.find((seat) => seat.seat === hand.seat)?.name ?? "";
    hands.querySelector(`[data-at="${hand.seat}"]`).data = { hand, name };
  }
  find("#dead").hidden = !view.is_dead;
  find("jn-decisions").data = view.decisions;
  find("jn-events").data = { events: view.events, allowed: view.allowed, enabled };
  find("jn-rulings").data = { allowed: view.allowed, enabled, seats: view.seats.map(({ seat, name }) => ({ seat, name })) };
});

find("jn-events").addEventListener("void", (event) => page.commands.ask("void_event", event.detail));
find("jn-rulings").addEventListener("rule", (event) => page.commands.ask("rule", event.detail));
page.start();
