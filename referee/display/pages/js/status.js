/* Table, link and cameras in one strip, each with a word and not by colour alone. */

import { make, Part } from "./element.js";
import { coded, codedPhrase, phrase, text } from "./language.js";

class Status extends Part {
  draw(view) {
    if (!view) return;
    const chips = [tableChip(view.table), ...view.cameras.map(cameraChip)];
    if (view.recovered_ms !== null) chips.push(chip("warn", text("status.recovered", { seconds: Math.round(view.recovered_ms / 1000) })));
    this.fill(make("div", { class: "status-strip" }, chips), trouble(view.table), wear(view.table), view.table.faults.map(fault), view.table.differs.map(sticks));
  }
}

function chip(kind, ...content) {
  return make("span", { class: `status-chip ${kind}` }, make("i"), content);
}

function tableChip(table) {
  if (table.state === "none") return chip("", coded("table", "none"));
  const kind = table.fault || !table.link_up ? "bad" : table.trouble ? "warn" : "good";
  const stacks = table.state === "STACKING" ? ` ${table.stacks.join(" ")} / 17` : "";
  const link = table.link_up ? "" : ` – ${text("status.no_link")}`;
  const ms = table.round_trip_ms;
  const trip = ms === null ? null : make("small", { class: "number" }, text("status.round_trip", { ms: Math.round(ms) }));
  return chip(kind, coded("table", table.state), stacks, link, trip, pace(table));
}

function cameraChip(camera) {
  const rate = text("status.frames", { rate: Math.round(camera.frames_per_second) });
  if (camera.trouble) return chip("bad", `${camera.name}: `, coded("camera", camera.trouble, camera.facts));
  return chip("good", camera.name, make("small", { class: "number" }, rate));
}

function trouble(table) {
  if (!table.trouble) return null;
  return make("p", { class: "fault", role: "alert" }, codedPhrase("link", table.trouble, { port: table.port, ...table.facts }));
}

function pace(table) {
  if (table.stacking_s === null) return null;
  const seconds = { seconds: Math.round(table.stacking_s), usual: Math.round(table.usual_stacking_s) };
  return make("small", { class: "number" }, text("status.stacking", seconds));
}

function wear(table) {
  return table.trips ? make("p", { class: "fault", role: "alert" }, text("status.trips", { trips: table.trips })) : null;
}

/** Sticks that the table counts otherwise than the ledger: shown, never applied. */
function sticks(one) {
  return make("p", { class: "fault warning", role: "status" }, text("status.sticks", one));
}

/** One fault in a sentence; what only warns is no alarm. */
function fault(fault) {
  const sentence = phrase(fault.phrase.key, fault.phrase.facts);
  const kind = fault.latched ? { class: "fault", role: "alert" } : { class: "fault warning", role: "status" };
  return make("p", kind, make("b", {}, fault.code), " ", sentence);
}

customElements.define("jn-status", Status);
