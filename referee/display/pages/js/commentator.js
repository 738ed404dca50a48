/* The commentators' page: everything that the referee sees and what could happen, and not one button that acts. */

import "./clock.js";
import "./deal-label.js";
import "./decisions.js";
import "./dora.js";
import "./notice.js";
import "./result.js";
import "./river.js";
import "./score-bar.js";
import "./tile.js";
import { Connection } from "./connection.js";
import { make } from "./element.js";
import { showHands, showInsight } from "./insight.js";
import { coded, preferred, setLanguage } from "./language.js";

const find = (selector) => document.querySelector(selector);
let view = null;

function show() {
  find("#title").textContent = view.title;
  find("jn-deal-label").data = { deal: view.deal, pot: view.pot };
  find("jn-clock").data = view.clock;
  find("#phase").textContent = coded("phase", view.deal_phase && view.phase === "deciding" ? view.deal_phase : view.phase);
  find("jn-notice").data = { attention: false, simulated: view.simulated };
  table();
  showHands(view);
  showInsight(view);
  find("#dead").hidden = !view.is_dead;
  find("jn-decisions").data = view.decisions;
  const sheet = view.preview ?? view.result;
  find("#sheet").hidden = !sheet;
  find("#preview-word").hidden = !view.preview;
  find("#sheet jn-result").data = sheet;
}

function table() {
  const seats = find("#seats");
  const key = view.seats.map((seat) => seat.seat).join("");
  if (seats.dataset.seats !== key) {
    seats.dataset.seats = key;
    seats.replaceChildren(
      ...view.seats.map(({ seat }) =>
        make("div", { class: "seat" }, make("jn-score-bar", { "data-at": seat }), make("jn-river", { "data-at": seat })),
      ),
    );
  }
  for (const seat of view.seats) {
    for (const element of seats.querySelectorAll(`[data-at="${seat.seat}"]`)) element.data = seat;
  }
  const dora = find("jn-dora");
  dora.hidden = !view.deal?.has_dora;
  if (view.deal) dora.data = view.deal;
  find("#no-match").hidden = view.seats.length > 0;
}

async function start() {
  const connection = new Connection("commentator");
  connection.addEventListener("view", (event) => {
    view = event.detail;
    show();
  });
  connection.addEventListener("stale", (event) => {
    find("jn-notice").silent = event.detail;
  });
  await setLanguage(preferred());
  document.addEventListener("language", () => view && show());
  connection.open();
}

start();
