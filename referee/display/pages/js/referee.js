/* The referee's page: the operator's parts, and both hands, decisions, events, rulings. */

import "./corrections.js";
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
  const seats = view.seats.map(({ seat, name }) => ({ seat, name }));
  find("jn-corrections").data = { allowed: view.allowed, enabled, seats, hotfixes: view.hotfixes };
  find("jn-rulings").data = { allowed: view.allowed, enabled, seats };
});

find("jn-events").follow(page.commands);
find("jn-corrections").follow(page.commands);
find("jn-rulings").addEventListener("rule", (event) => page.commands.ask("rule", event.detail));
page.start();
