/* Cards of the table, its line and each camera: how it fares in a word, and the figures behind that. Shapes tell what a
   colour alone would: a dot is well, a triangle wants a look, a square does not work. */

import { make, Part } from "./element.js";
import { coded, text } from "./language.js";

const OF_USE = { read: "good", asked: "warn", blocked: "bad", absent: "bad" };
const FULL = 17; // stacks a side
const OF_LINK = { good: "good", noisy: "warn", lost: "bad" };

class Devices extends Part {
  draw(data) {
    if (!data) return;
    const { table, cameras } = data;
    const cards = [tableCard(table), table.link ? lineCard(table) : null, ...cameras.map(cameraCard)];
    this.fill(make("div", { class: "devices", role: "group", "aria-label": text("status.title") }, cards));
  }
}

function card(kind, mark, name, word, figures) {
  const head = make("div", { class: "device-head" }, mark, name ? make("span", { class: "device-name" }, name) : null, make("span", { class: "device-word" }, word));
  const shown = figures.filter(Boolean).map((figure) => make("span", { class: "figure" }, figure));
  return make("div", { class: `device ${kind}` }, head, make("div", { class: "device-figures number" }, shown));
}

const dot = () => make("i", { class: "device-mark", "aria-hidden": "true" });

function tableCard(table) {
  if (table.state === "none") return card("table", dot(), "", coded("table", "none"), []);
  const alarm = table.faults.some((fault) => fault.latched) || ["FAULT", "ESTOP"].includes(table.state);
  const kind = alarm || table.link === "lost" ? "bad" : table.faults.length ? "warn" : "good";
  return card(`table ${kind}`, dot(), "", coded("table", table.state), [stacks(table), pace(table)]);
}

/** The stacks of each side; what should be whole by now and is not stands out. */
function stacks(table) {
  const counts = table.state === "WALLS_UP" ? (table.raised ?? []) : table.stacks;
  if (!counts.length) return null;
  const sides = counts.map((count) => make("b", { class: count === FULL || table.state === "STACKING" ? "stack" : "stack short" }, String(count)));
  return make("span", { class: "stacks" }, sides, text("status.stacks", { full: FULL }));
}

function pace(table) {
  if (table.stacking_s === null) return null;
  return text("status.stacking", { seconds: Math.round(table.stacking_s), usual: Math.round(table.usual_stacking_s) });
}

function lineCard(table) {
  const bars = make("i", { class: "device-bars", "aria-hidden": "true" }, [1, 2, 3, 4].map(() => make("b")));
  const figures = [
    table.round_trip_ms === null ? null : text("status.trip", { ms: Math.round(table.round_trip_ms) }),
    text("status.resends", { resends: table.resends }),
    text("status.bad_frames", { bad: table.bad_frames }),
  ];
  return card(`line ${OF_LINK[table.link]}`, bars, text("status.line"), text(`status.link.${table.link}`), figures);
}

function cameraCard(camera) {
  const kind = camera.trouble && camera.use === "read" ? "warn" : OF_USE[camera.use];
  const age = Math.round(camera.age_ms / 100) / 10;
  const figures = [
    camera.use === "absent" ? null : text("status.rate", { rate: Math.round(camera.frames_per_second) }),
    camera.age_ms > 0 ? text("status.age", { age: age < 10 ? age : Math.round(age) }) : null,
    text("status.skipped", { skipped: camera.skipped }),
  ];
  return card(kind, dot(), camera.name, text(`status.use.${camera.use}`), figures);
}

customElements.define("jn-devices", Devices);
