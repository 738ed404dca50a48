/* The house's settings: single values in fields, the whole file as text; what is wrong beside it; starting anew. */

import { make } from "./element.js";
import { preferred, setLanguage, text } from "./language.js";
import { control, valueOf } from "./setting-field.js";

const LOOK_EVERY_MS = 1500;

const byId = (id) => document.getElementById(id);
let shown = null; // the file as it was looked at
let told = null; // what came of the last act, to be said again in another language
let ways = "values";

async function ask(path, body) {
  const answer = await fetch(`/api/settings${path}`, {
    method: body ? "POST" : "GET",
    headers: { "Content-Type": "application/json" },
    body: body ? JSON.stringify(body) : undefined,
  }).catch(() => null);
  const content = (await answer?.json().catch(() => null)) ?? {};
  return { status: answer?.status ?? 0, content };
}

async function look() {
  const { status, content } = await ask("");
  if (status !== 200) return say({ code: status === 404 ? "no_file" : "unreachable" });
  shown = content;
  return draw();
}

function draw() {
  byId("file").textContent = shown.file;
  byId("stopped").hidden = !shown.stopped_by;
  byId("stopped").textContent = shown.stopped_by ? text("settings.stopped", { text: shown.stopped_by }) : "";
  byId("back").hidden = Boolean(shown.stopped_by);
  byId("waiting").hidden = shown.runs || Boolean(shown.stopped_by);
  byId("waiting").textContent = text(shown.may_start_anew ? "settings.not_running_yet" : "settings.deal_runs");
  byId("standing").replaceChildren(...acts());
  byId("text").value = shown.text;
  number();
  byId("by-values").hidden = shown.problems.length > 0;
  values();
  choose(shown.problems.length ? "text" : ways);
  if (!told) problems(shown.problems);
}

function acts() {
  const made = [];
  if (!shown.runs && !shown.problems.length) {
    made.push(make("button", { type: "button", class: "button main", id: "start", disabled: !shown.may_start_anew, onclick: start }, text("settings.start")));
  }
  if (shown.last_good !== null) {
    made.push(make("button", { type: "button", class: "button", id: "last-good", onclick: lastGood }, text("settings.last_good")));
  }
  return made;
}

/** One group of fields for each section of the file, one button for all of them. */
function values() {
  const groups = new Map();
  for (const field of shown.fields) {
    const section = field.key.includes(".") ? field.key.split(".")[0] : "";
    groups.set(section, [...(groups.get(section) ?? []), field]);
  }
  byId("values").replaceChildren(
    ...[...groups].map(([section, fields]) =>
      make("fieldset", {}, make("legend", {}, text(section ? `setting.${section}` : "settings.house")), fields.map(control)),
    ),
    make("div", { class: "acts" }, make("button", { type: "submit", class: "button main", id: "save" }, text("settings.save"))),
  );
}

function number() {
  const lines = byId("text").value.split("\n").length;
  byId("numbers").textContent = Array.from({ length: lines }, (_, place) => place + 1).join("\n");
  byId("numbers").scrollTop = byId("text").scrollTop;
}

function choose(way) {
  for (const [name, tab, panel] of [["values", "by-values", "values"], ["text", "by-text", "file-text"]]) {
    byId(tab).setAttribute("aria-selected", String(name === way));
    byId(tab).tabIndex = name === way ? 0 : -1;
    byId(panel).hidden = name !== way;
  }
}

function say(outcome) {
  told = outcome;
  const line = byId("answer");
  line.className = ["saved", "checked", "starting", "last_good"].includes(outcome.code) ? "good" : "wrong";
  line.textContent = text(`settings.answer.${outcome.code}`, outcome.facts ?? {});
  problems(outcome.problems ?? []);
}

function problems(found) {
  byId("problems").replaceChildren(
    ...found.map(({ line, key, text: words }) =>
      make(
        "li",
        {},
        make("button", { type: "button", class: "tool", onclick: () => toLine(line) }, text("settings.line", { line })),
        key ? make("code", {}, key) : null,
        make("span", { lang: "en" }, words),
      ),
    ),
  );
}

/** Show a line of the text, chosen as a whole. */
function toLine(line) {
  ways = "text";
  choose("text");
  const area = byId("text");
  const before = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const length = area.value.slice(before).split("\n")[0].length;
  area.focus();
  area.setSelectionRange(before, before + length);
  area.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(area).lineHeight));
}

async function saved({ status, content }) {
  if (!content.code || status === 0) return say({ code: "unreachable" });
  say(content);
  // what was entered stays there to be mended; only what is kept is shown anew
  return status === 200 ? look() : null;
}

async function saveValues(event) {
  event.preventDefault();
  const changed = Object.fromEntries(
    shown.fields.map((field) => [field, valueOf(byId("values"), field)]).filter(([, value]) => value !== undefined).map(([field, value]) => [field.key, value]),
  );
  if (!Object.keys(changed).length) return say({ code: "nothing" });
  return saved(await ask("/values", { values: changed, seen: shown.seen }));
}

async function saveText(event) {
  event.preventDefault();
  return saved(await ask("/text", { text: byId("text").value, seen: shown.seen }));
}

async function check() {
  const { status, content } = await ask("/check", { text: byId("text").value });
  if (status !== 200) return say({ code: "unreachable" });
  return say(content.length ? { code: "problems", problems: content } : { code: "checked" });
}

async function lastGood() {
  byId("text").value = shown.last_good;
  number();
  ways = "text";
  choose("text");
  return say({ code: "last_good" });
}

/** Ask for a new start; then wait until somebody answers who runs with this file. */
async function start() {
  const { status, content } = await ask("/start", {});
  if (status !== 202) return say(content.code ? content : { code: "unreachable" });
  say({ code: "starting" });
  byId("standing").replaceChildren();
  const timer = setInterval(async () => {
    const answer = await ask("");
    const isSignedOut = answer.status === 401 || answer.status === 403; // the token itself was changed
    if (isSignedOut) location.reload();
    if (answer.status !== 200 || (!answer.content.runs && !answer.content.stopped_by)) return;
    clearInterval(timer);
    location.reload();
  }, LOOK_EVERY_MS);
  return timer;
}

/** The same in another language; what was entered and is not saved yet stays. */
function words() {
  if (!shown) return;
  const draft = byId("text").value;
  const entered = [...byId("values").elements].map(({ name, type, value, checked }) => ({ name, type, value, checked }));
  draw();
  byId("text").value = draft;
  number();
  for (const { name, type, value, checked } of entered) {
    const field = name && byId("values").elements.namedItem(name);
    if (field && type === "checkbox") field.checked = checked;
    else if (field) field.value = value;
  }
  if (told) say(told);
}

function tabs(event) {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  ways = ways === "text" && !byId("by-values").hidden ? "values" : "text";
  choose(ways);
  byId(ways === "text" ? "by-text" : "by-values").focus();
}

async function open() {
  await setLanguage(preferred());
  for (const [id, way] of [["by-values", "values"], ["by-text", "text"]]) {
    byId(id).addEventListener("click", () => {
      ways = way;
      choose(way);
    });
  }
  byId("ways").addEventListener("keydown", tabs);
  byId("values").addEventListener("submit", saveValues);
  byId("file-text").addEventListener("submit", saveText);
  byId("check").addEventListener("click", check);
  byId("text").addEventListener("input", number);
  byId("text").addEventListener("scroll", number);
  await look();
  document.addEventListener("language", words);
}

open();
