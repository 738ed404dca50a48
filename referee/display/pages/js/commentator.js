/* The commentators' page: everything that the referee sees and what could happen, and not one button that acts. */

import "./clock.js";
import "./deal-label.js";
import "./decisions.js";
import "./notice.js";
import "./result.js";
import "./tile.js";
import { Connection } from "./connection.js";
import { showHands, showInsight } from "./insight.js";
import { coded, preferred, setLanguage } from "./language.js";
import { showTable } from "./tableau.js";

const find = (selector) => document.querySelector(selector);
let view = null;

function show() {
  find("#title").textContent = view.title;
  find("jn-deal-label").data = { deal: view.deal, pot: view.pot };
  find("jn-clock").data = view.clock;
  find("#phase").textContent = coded("phase", view.deal_phase && view.phase === "deciding" ? view.deal_phase : view.phase);
  find("jn-notice").data = { attention: false, simulated: view.simulated };
  showTable(view);
  showHands(view);
  showInsight(view);
  find("#dead").hidden = !view.is_dead;
  find("jn-decisions").data = view.decisions;
  const sheet = view.preview ?? view.result;
  find("#sheet").hidden = !sheet;
  find("#preview-word").hidden = !view.preview;
  find("#sheet jn-result").data = sheet;
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
