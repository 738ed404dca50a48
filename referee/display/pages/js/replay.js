/* A match deal by deal, step by step: with the arrow keys, the slider, or a click. `?match=ID&deal=N&step=N`; or a record
   that is opened here. */

import "./decisions.js";
import "./result.js";
import "./tile.js";
import { dealName } from "./deal-label.js";
import { make } from "./element.js";
import { eventPhrase } from "./events.js";
import { showHands } from "./insight.js";
import { coded, preferred, setLanguage, text } from "./language.js";
import { showTable } from "./tableau.js";

const find = (selector) => document.querySelector(selector);
const asked = new URLSearchParams(location.search);

let record = null; // the text of a record that was opened here; null while a kept match is shown
let match = asked.get("match") ?? "";
let sheet = null;
let steps = [];
let deal = Number(asked.get("deal")) || null;
let at = Number(asked.get("step")) || 0;

function show() {
  if (!sheet) return;
  const step = steps[at];
  find("#title").textContent = [sheet.title, Object.values(sheet.players).join(` ${text("label.versus")} `)].filter(Boolean).join(" · ");
  find("#table").hidden = !step;
  find("#deals").replaceChildren(...sheet.deals.map(dealButton));
  find("#step").max = Math.max(0, steps.length - 1);
  find("#step").value = at;
  find("#step").setAttribute("aria-label", text("replay.step"));
  find("#where").textContent = steps.length ? `${at + 1} / ${steps.length}` : "";
  if (!step) return;
  find("#event").replaceChildren(...[eventPhrase(step.event)].flat(Infinity));
  const { view } = step;
  find("jn-deal-label").data = { deal: view.deal, pot: view.pot };
  showTable(view);
  showHands(view);
  find("jn-decisions").data = view.decisions;
  const result = view.preview ?? view.result;
  find("#sheet").hidden = !result;
  find("#sheet jn-result").data = result;
}

function dealButton(row) {
  const name = dealName(row) + (row.wind && row.honba ? ` · ${row.honba}` : "");
  const won = row.wins.map((win) => win.winner).join(" ");
  return make(
    "button",
    { class: `tool${row.no === deal ? " chosen" : ""}`, type: "button", "aria-pressed": row.no === deal, onclick: () => open(row.no) },
    name,
    make("small", {}, row.type ? (won ? `${text("result.ron")} ${won}` : coded("result.type", row.type)) : ""),
  );
}

/** Go to a step; beyond the ends of a deal lies the next one, or the one before. */
function go(step) {
  const place = sheet ? sheet.deals.findIndex((row) => row.no === deal) : -1;
  if (step >= steps.length && place >= 0 && place + 1 < sheet.deals.length) return open(sheet.deals[place + 1].no);
  if (step < 0 && place > 0) return open(sheet.deals[place - 1].no, Infinity);
  at = Math.max(0, Math.min(steps.length - 1, step));
  remember();
  return show();
}

async function open(number, step = 0) {
  const told = record
    ? await ask(`/api/replay?${new URLSearchParams({ deal: number })}`, { method: "POST", body: record })
    : await ask(`/api/matches/${encodeURIComponent(match)}/deals/${number}`);
  if (!told) return;
  steps = told.steps;
  deal = number;
  at = Math.max(0, Math.min(steps.length - 1, step));
  remember();
  show();
}

async function openRecord(file) {
  const opened = await file.text();
  const told = await ask("/api/replay", { method: "POST", body: opened });
  if (!told) return;
  record = opened;
  match = "";
  ({ sheet, steps } = told);
  deal = sheet.deals[0]?.no ?? null;
  at = 0;
  remember();
  show();
}

/** The answer, or null after the trouble has been told. */
async function ask(address, options = {}) {
  const trouble = find("#trouble");
  trouble.hidden = true;
  try {
    const answer = await fetch(address, options);
    const told = await answer.json();
    if (answer.ok) return told;
    trouble.textContent = told.message ?? coded("answer", told.code);
  } catch {
    trouble.textContent = text("answer.unreachable");
  }
  trouble.hidden = false;
  return null;
}

/** The address shows where one is, so that a place can be passed on. */
function remember() {
  const place = match ? `?${new URLSearchParams({ match, deal, step: at })}` : location.pathname;
  history.replaceState(null, "", place);
}

function listen() {
  const keys = { ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(steps.length - 1), PageDown: () => go(steps.length), PageUp: () => go(-1) };
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLSelectElement || event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  find("#first").addEventListener("click", keys.Home);
  find("#back").addEventListener("click", keys.ArrowLeft);
  find("#on").addEventListener("click", keys.ArrowRight);
  find("#last").addEventListener("click", keys.End);
  find("#step").addEventListener("input", (event) => go(Number(event.target.value)));
  find("#file").addEventListener("change", (event) => event.target.files[0] && openRecord(event.target.files[0]));
  document.addEventListener("language", show);
}

async function start() {
  await setLanguage(preferred());
  listen();
  if (!match) return;
  sheet = await ask(`/api/matches/${encodeURIComponent(match)}`);
  if (sheet?.deals.length) await open(deal ?? sheet.deals[0].no, at);
  else show();
}

start();
