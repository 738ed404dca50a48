/* The overlay of one output, whole or one part of it alone: `/overlay/hands`, `/overlay/hands/rivers`. A part stands
   where it stands in the whole; `?tight` moves it to the upper left corner. `?side=B` puts seat B on the left. `?voice`
   speaks what this output shows, when it shows it. */

import "./notice.js";
import { connectionTo, fillAll, ready } from "./parts.js";
import { make } from "./element.js";
import { ClockSignals } from "./clock-signals.js";
import { coded } from "./language.js";
import { keepFresh } from "./freshness.js";
import { Voice } from "./voice.js";

const [, , output, alone = ""] = location.pathname.split("/");
const question = new URLSearchParams(location.search);
const PANEL_PARTS = ["score-bar", "hands", "rivers"];
const byId = (id) => document.getElementById(id);

function wants(part) {
  return !alone || alone === part;
}

function of(kind, attributes = {}) {
  return make(kind, { output, ...attributes });
}

/** Parts that stand alone need to say whose they are; in the whole the bar above says it. */
function chip(seat) {
  return alone ? make("span", { class: "seat-chip", "data-seat": seat }, seat) : null;
}

function panel(seat, hands) {
  const at = { seat, line: true };
  return make(
    "section",
    { class: "seat-panel", "data-seat": seat },
    wants("score-bar") ? of("jn-score-bar", at) : null,
    hands && wants("hands") ? make("div", { class: "hand-rows" }, chip(seat), of("jn-open-hand", at), of("jn-waits", { seat, brief: true })) : null,
    wants("rivers") ? make("div", { class: "river-row" }, chip(seat), of("jn-river", at)) : null,
  );
}

/** Draw the panels anew when other seats sit at the table; left comes the seat that `?side=` names. */
function seats(view) {
  const box = byId("panels");
  const letters = view.seats.map((seat) => seat.seat);
  const place = Math.max(0, letters.indexOf(question.get("side")));
  const order = [...letters.slice(place), ...letters.slice(0, place)];
  const key = order.join("");
  if (box.dataset.seats === key) return;
  box.dataset.seats = key;
  box.replaceChildren(...order.map((seat) => panel(seat, "hands" in view)));
}

function place(id, part, ...kinds) {
  if (wants(part)) byId(id).append(...kinds.map((kind) => of(kind)));
}

function show(view) {
  const open = Boolean(view.deal);
  const told = Boolean(view.final ?? view.result);
  const panels = PANEL_PARTS.some(wants);
  if (panels) seats(view);
  byId("panels").hidden = !panels || !open;
  byId("phase").textContent = coded("phase", view.phase);
  byId("deal").hidden = !wants("deal") || !open;
  byId("clock").hidden = !wants("clock") || !view.clock;
  byId("dora").hidden = !wants("dora") || !view.deal?.has_dora;
  byId("sheet").hidden = !wants("result") || !told;
  byId("standby").hidden = !wants("standby") || (!alone && open);
  document.body.classList.toggle("is-told", told);
  if (!alone) document.querySelector("jn-notice").data = { attention: view.attention, simulated: view.simulated };
  fillAll();
}

function speak(connection) {
  const signals = new ClockSignals();
  const voice = new Voice(signals);
  voice.turn(true);
  const hear = (view) => {
    signals.follow(view.clock);
    voice.follow(view);
  };
  connection.addEventListener("view", (event) => hear(event.detail));
  if (connection.view) hear(connection.view);
}

async function start() {
  if (alone) document.body.dataset.alone = alone;
  document.body.classList.toggle("is-tight", question.has("tight"));
  if (question.has("corner")) document.body.dataset.corner = "";
  place("deal", "deal", "jn-deal-label");
  place("clock", "clock", "jn-clock");
  place("dora", "dora", "jn-dora");
  place("sheet", "result", "jn-result", "jn-standing");
  place("standby", "standby", "jn-standby");
  await ready;
  const connection = connectionTo(output);
  connection.addEventListener("view", (event) => show(event.detail));
  document.addEventListener("language", () => connection.view && show(connection.view));
  if (connection.view) show(connection.view);
  if (question.has("voice")) speak(connection);
  keepFresh(connection);
}

start();
