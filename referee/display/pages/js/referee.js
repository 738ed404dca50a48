/* The referee's page: the operator's parts, and both hands, decisions, events, rulings. */

import "./decisions.js";
import "./events.js";
import "./rulings.js";
import { Console } from "./console.js";
import { showHands, showInsight } from "./insight.js";

const find = (selector) => document.querySelector(selector);

const page = new Console("referee", (view, enabled) => {
  showHands(view);
  showInsight(view);
  find("#dead").hidden = !view.is_dead;
  find("jn-decisions").data = view.decisions;
  find("jn-events").data = { events: view.events, allowed: view.allowed, enabled };
  find("jn-rulings").data = { allowed: view.allowed, enabled, seats: view.seats.map(({ seat, name }) => ({ seat, name })) };
});

find("jn-events").addEventListener("void", (event) => page.commands.ask("void_event", event.detail));
find("jn-rulings").addEventListener("rule", (event) => page.commands.ask("rule", event.detail));
page.start();
