/* Opening a match: names, rule set, the options people change most; beside it the rules as they will be in force. */

import { make, seatChip } from "./element.js";
import { has, preferred, setLanguage, text } from "./language.js";
import { answerText } from "./answers.js";
import { Commands } from "./commands.js";
import { Connection } from "./connection.js";
import { countDoubleClicksOnce } from "./double-click.js";
import { optionValue, ruleTitle } from "./rule-list.js";

const SEATS = ["A", "B", "C", "D"];

/* what people change most; everything else is a matter for a rule file */
const MAIN = {
  build_seconds: { kind: "seconds" },
  discard_seconds: { kind: "seconds" },
  red_fives: { kind: "choice", values: [{ m: 0, p: 0, s: 0 }, { m: 1, p: 1, s: 1 }, { m: 1, p: 2, s: 1 }] },
  minimum: { kind: "choice", values: ["none", "mangan", "haneman"] },
  length: { kind: "choice", values: ["open", { winds: ["E"], laps: 1 }, { winds: ["E", "S"], laps: 1 }, { deals: 8 }, { deals: 12 }] },
  start_points: { kind: "number" },
  kiriage_mangan: { kind: "boolean" },
  ura: { kind: "boolean" },
  hand_submission: { kind: "choice", values: ["camera", "entry", "at_ron"] },
  reveal_at_draw: { kind: "choice", values: ["none", "optional", "required"] },
  dead_deal: { kind: "choice", values: ["tell", "stop"] },
};

const byId = (id) => document.getElementById(id);
const commands = new Commands("operator");
const connection = new Connection("operator");
let sets = [];
let changed = {};

function current() {
  return sets.find((set) => set.name === byId("rule-set").value) ?? sets[0];
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function set(option, value) {
  if (same(value, current().options[option])) delete changed[option];
  else changed[option] = value;
  summary();
}

function control(option, { kind, values }) {
  const value = option in changed ? changed[option] : current().options[option];
  if (kind === "boolean") return make(
    "label",
    { class: "check" },
    make("input", { type: "checkbox", name: option, checked: value, onchange: (event) => set(option, event.target.checked) }),
    text(`option.${option}`),
  );
  if (kind === "choice") {
    const known = values.some((one) => same(one, value)) ? values : [value, ...values];
    const select = make(
      "select",
      { name: option, onchange: (event) => set(option, JSON.parse(event.target.value)) },
      known.map((one) => make("option", { value: JSON.stringify(one), selected: same(one, value) }, optionValue(option, one))),
    );
    return make("label", {}, make("span", {}, text(`option.${option}`)), select);
  }
  const read = (event) => set(option, event.target.value === "" && kind === "seconds" ? null : Number(event.target.value));
  const placeholder = kind === "seconds" ? text("value.no_limit") : "";
  return make(
    "label",
    {},
    make("span", {}, text(`option.${option}`)),
    make("input", { type: "number", min: 0, name: option, value: value ?? "", placeholder, oninput: read }),
  );
}

function summary() {
  const chosen = current();
  if (!chosen) return;
  document.querySelector("jn-rules").data = { options: { ...chosen.options, ...changed }, decided: chosen.decided, changed: Object.keys(changed) };
}

function players() {
  const count = current()?.options.players ?? 2;
  const names = Object.fromEntries([...document.querySelectorAll("#players input")].map((input) => [input.name, input.value]));
  byId("players").replaceChildren(
    ...SEATS.slice(0, count).map((seat) =>
      make(
        "label",
        { class: "player-field" },
        seatChip(seat),
        make(
          "input",
          { type: "text", name: seat, maxlength: 40, required: true, value: names[seat] ?? "", placeholder: text("setup.player_name") },
        ),
      ),
    ),
  );
}

function fields() {
  const chosen = current();
  const select = byId("rule-set");
  const value = chosen?.name;
  select.replaceChildren(...sets.map((one) => make("option", { value: one.name, selected: one.name === value }, ruleTitle(one))));
  if (!chosen) return;
  byId("options").replaceChildren(...Object.entries(MAIN).map(([option, how]) => control(option, how)));
  players();
  summary();
}

async function submit(event) {
  event.preventDefault();
  const form = new FormData(byId("form"));
  const chosen = current();
  const names = Object.fromEntries(SEATS.slice(0, chosen.options.players).map((seat) => [seat, form.get(seat).trim()]));
  const answer = await commands.ask(
    "start_match",
    { players: names, rules: chosen.name, options: changed, title: form.get("title").trim() },
  );
  const line = byId("answer");
  line.hidden = false;
  line.className = answer.done ? "good" : "wrong";
  line.textContent = answer.done && has("setup.started") ? text("setup.started") : answerText(answer);
}

async function start() {
  countDoubleClicksOnce();
  await setLanguage(preferred());
  sets = (await (await fetch("/api/rules")).json()).sets;
  fields();
  byId("rule-set").addEventListener("change", () => {
    changed = {};
    fields();
  });
  byId("form").addEventListener("submit", submit);
  document.addEventListener("language", fields);
  connection.addEventListener("view", (event) => {
    commands.view = event.detail;
  });
  connection.open();
}

start();
