/* Calibrating a camera: freeze a picture, move four corners or find the markers, see what that amounts to, save. */

import { make } from "./element.js";
import { preferred, setLanguage, text } from "./language.js";
import "./corner-picker.js";
import "./magnifier.js";

const PAUSE_MS = 120; // a corner that is being dragged is looked at when it rests for a moment
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const byId = (id) => document.getElementById(id);
const picker = document.querySelector("jn-corners");
const magnifier = document.querySelector("jn-magnifier");
let cameras = [];
let frozen = null;
let byMarkers = false;
let shown = null; // what was answered last, to be said again in another language
let asked = 0;
let timer = null;

function camera() {
  return cameras.find((one) => one.name === byId("camera").value);
}

async function ask(path, body) {
  const answer = await fetch(`/api/cameras/${encodeURIComponent(camera().name)}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const content = await answer.json().catch(() => ({ message: String(answer.status) }));
  return answer.ok ? content : { fault: { code: "cameras.other", facts: { text: content.message } } };
}

async function take() {
  const taken = await ask("picture", {});
  if (taken.fault) {
    frozen = null;
    return say(taken);
  }
  frozen = taken;
  byMarkers = false;
  const address = `/api/cameras/${encodeURIComponent(camera().name)}/pictures/${taken.id}`;
  await magnifier.show(address);
  picker.show(address, taken, taken.corners);
  choose(0);
  return look();
}

/** Ask what the corners amount to; an answer that another question overtook is dropped. */
async function look(save = false) {
  if (!frozen) return;
  clearTimeout(timer);
  const question = ++asked;
  const corners = byMarkers ? null : picker.corners;
  const view = await ask("corners", { picture: frozen.id, corners, save });
  if (question !== asked) return;
  if (byMarkers && !view.fault && view.points.length === 4) {
    picker.corners = view.points;
    listCorners();
  }
  picker.view = view;
  say(view);
}

function soon() {
  clearTimeout(timer);
  asked += 1;
  timer = setTimeout(look, PAUSE_MS);
}

function say(view) {
  shown = view;
  const line = byId("answer");
  const remarks = view.remarks ?? [];
  line.className = view.fault ? "wrong" : view.saved ? "good" : "";
  line.textContent = view.fault
    ? text(view.fault.code, view.fault.facts)
    : [view.saved ? text("cameras.saved") : "", text("cameras.quality", view.quality), remarks.length ? "" : text("cameras.good")]
        .filter(Boolean)
        .join(" ");
  byId("remarks").replaceChildren(...remarks.map(({ code, facts }) => make("li", {}, text(code, facts))));
  byId("save").disabled = Boolean(view.fault) || !frozen;
}

function choose(number) {
  picker.active = number;
  listCorners();
}

/** The list of corners: which is chosen, where it lies on the table and in the picture. */
function listCorners() {
  const places = camera()?.places_mm ?? [];
  byId("corners").replaceChildren(
    ...picker.corners.map(([x, y], number) => {
      const place = places[number];
      return make(
        "li",
        {},
        make(
          "button",
          {
            type: "button",
            "aria-pressed": String(number === picker.active),
            "aria-label": text("cameras.corner", { n: number + 1 }),
            "data-corner": number + 1,
            onclick: () => choose(number),
          },
          make("kbd", {}, String(number + 1)),
          place ? make("span", { class: "number" }, text("cameras.place", { x: place[0], y: place[1] })) : null,
          make("small", { class: "number" }, text("cameras.pixel", { x, y })),
        ),
      );
    }),
  );
  if (picker.corners.length) magnifier.look(picker.corners[picker.active]);
}

function changed() {
  byMarkers = false;
  listCorners();
  soon();
}

function key(event) {
  if (!frozen || event.ctrlKey || event.metaKey || ["SELECT", "INPUT"].includes(event.target.tagName)) return;
  if (/^[1-4]$/.test(event.key)) {
    choose(Number(event.key) - 1);
    return;
  }
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const size = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
  picker.nudge(step[0] * size, step[1] * size);
}

function words() {
  if (shown) say(shown);
  if (cameras.length) listCorners();
}

async function start() {
  await setLanguage(preferred());
  cameras = await (await fetch("/api/cameras")).json();
  byId("none").hidden = cameras.length > 0;
  byId("work").hidden = cameras.length === 0;
  document.addEventListener("language", words);
  if (!cameras.length) return;
  byId("camera").replaceChildren(...cameras.map(({ name }) => make("option", { value: name }, name)));
  const wanted = new URLSearchParams(location.search).get("camera");
  if (cameras.some(({ name }) => name === wanted)) byId("camera").value = wanted;
  byId("camera").addEventListener("change", opened);
  byId("take").addEventListener("click", take);
  byId("save").addEventListener("click", () => look(true));
  byId("by-markers").addEventListener("click", () => {
    byMarkers = true;
    look();
  });
  picker.addEventListener("moved", changed);
  picker.addEventListener("chosen", listCorners);
  picker.addEventListener("placed", ({ detail }) => choose((detail + 1) % 4));
  document.addEventListener("keydown", key);
  await opened();
}

async function opened() {
  byId("by-markers").hidden = !camera().markers;
  await take();
}

start();
