/* A player's own page: the own tiles, rivers, clock. Ready and Ron, and Riichi where the rules leave it to the players, are
   always there and always look the same: neither what can be done nor what the hand is worth may be read from them. Each
   wants a second press. */

import "./clock.js";
import "./deal-label.js";
import "./dora.js";
import "./notice.js";
import "./river.js";
import "./tile.js";
import "./waits.js";
import { Commands } from "./commands.js";
import { Connection } from "./connection.js";
import { countDoubleClicksOnce } from "./double-click.js";
import { make, seatChip } from "./element.js";
import { coded, points, preferred, setLanguage, text } from "./language.js";
import { sheetOf } from "./result.js";

const HAND_TILES = 13;
const SECOND_PRESS_MS = 4000;

const byId = (id) => document.getElementById(id);
const seat = location.pathname.split("/").at(-1);
const commands = new Commands(`player:${seat}`);
const connection = new Connection(`player:${seat}`);
let view = null;
let chosen = new Set();
let chosenFor = "";
let waiting = { act: "", timer: null };

function show() {
  commands.view = view;
  const own = view.seats.find((one) => one.seat === seat);
  byId("own-chip").textContent = seat;
  byId("own-chip").dataset.seat = seat;
  byId("own-name").textContent = own?.name ?? "";
  byId("own-points").textContent = own ? points(own.points) : "";
  document.querySelector("jn-deal-label").data = { deal: view.deal, pot: view.pot };
  document.querySelector("jn-notice").data = { attention: view.attention, simulated: view.simulated };
  document.querySelector("jn-dora").data = view.deal ?? { indicators: [], dora: [] };
  document.querySelector("jn-clock").data = view.clock;
  byId("phase").textContent = coded("phase", view.phase);
  byId("paused").textContent = view.deal?.paused ? text(view.deal.pause ? `pause.${view.deal.pause}` : "clock.paused") : "";
  rivers();
  ownTiles(own);
  byId("sheet").hidden = !view.result;
  byId("open").hidden = !view.may_open;
  byId("riichi").hidden = !view.riichi;
  document.querySelector("jn-result").data = sheetOf(view);
}

function rivers() {
  const box = byId("rivers");
  const key = view.seats.map((one) => one.seat).join("");
  box.classList.toggle("is-empty", view.seats.every((one) => one.river.length === 0));
  if (box.dataset.seats !== key) {
    box.dataset.seats = key;
    box.replaceChildren(...view.seats.map(riverBox));
  }
  for (const one of view.seats) box.querySelector(`[data-at="${one.seat}"]`).data = one;
}

function riverBox({ seat: at, name }) {
  return make(
    "div",
    { class: "river-box" },
    make("div", { class: "river-name" }, seatChip(at), make("span", {}, name)),
    make("jn-river", { "data-at": at }),
  );
}

function ownTiles(own) {
  const isChoosing = !view.hand.length && own?.hand_state !== "locked";
  const deal = `${view.deal?.no}/${view.wall.join("")}`;
  if (deal !== chosenFor) {
    chosenFor = deal;
    chosen = proposed();
  }
  byId("own-title").textContent = text(view.hand.length ? "term.hand_tiles" : "player.choose");
  byId("own-count").textContent = isChoosing && view.wall.length ? `${chosen.size} / ${HAND_TILES}` : "";
  const tiles = view.hand.length
    ? view.hand.map((name) => make("jn-tile", { name }))
    : view.wall.map((name, place) => choice(name, place, isChoosing));
  byId("own").replaceChildren(...tiles);
  byId("pool").replaceChildren(...view.pool.map((name) => make("jn-tile", { name })));
  byId("pool-title").hidden = !view.pool.length;
  const waits = byId("waits");
  waits.hidden = !view.help || !view.hand.length;
  if (!waits.hidden) waits.data = { waits: view.waits ?? [], furiten: view.furiten };
}

/** The places in the wall of the tiles that the tray camera proposes. */
function proposed() {
  const left = [...view.proposed];
  const places = new Set();
  view.wall.forEach((name, place) => {
    const found = left.indexOf(name);
    if (found >= 0) {
      left.splice(found, 1);
      places.add(place);
    }
  });
  return places;
}

function choice(name, place, isChoosing) {
  const toggle = () => {
    if (chosen.has(place)) chosen.delete(place);
    else if (chosen.size < HAND_TILES) chosen.add(place);
    show();
  };
  return make(
    "button",
    {
      class: `pick${chosen.has(place) ? " chosen" : ""}`,
      type: "button",
      "aria-pressed": chosen.has(place),
      disabled: !isChoosing,
      onclick: toggle,
    },
    make("jn-tile", { name }),
  );
}

function press(act) {
  if (waiting.act !== act) {
    clearTimeout(waiting.timer);
    waiting = { act, timer: setTimeout(() => settle(""), SECOND_PRESS_MS) };
    say(text(`player.again_${act}`));
    return;
  }
  settle("");
  if (act !== "lock_hand") send(act, { seat });
  else send("lock_hand", chosen.size === HAND_TILES ? { seat, tiles: [...chosen].map((place) => view.wall[place]) } : { seat });
}

function settle(words) {
  clearTimeout(waiting.timer);
  waiting = { act: "", timer: null };
  say(words);
}

function say(words) {
  // the sheet of the result lies over the line below, so this button says it itself
  byId("open").textContent = waiting.act === "open_hand" ? words : text("player.open_hand");
  byId("said").textContent = words;
}

async function send(act, fields) {
  const answer = await commands.ask(act, fields);
  if (answer.done) say(text(`player.said_${act}`));
  else if (answer.code === "unreachable") say(text("answer.unreachable"));
  else say(text(answer.code === "stale" ? "answer.stale" : "player.refused"));
}

async function start() {
  countDoubleClicksOnce();
  connection.addEventListener("view", (event) => {
    view = event.detail;
    show();
  });
  connection.addEventListener("stale", (event) => {
    document.querySelector("jn-notice").silent = event.detail;
  });
  document.addEventListener("language", () => {
    byId("ready").textContent = text("player.ready");
    byId("ron").textContent = text("player.ron");
    byId("riichi").textContent = text("player.riichi");
    byId("open").textContent = text("player.open_hand");
    if (view) show();
  });
  byId("ready").addEventListener("click", () => press("lock_hand"));
  byId("ron").addEventListener("click", () => press("call_ron"));
  byId("riichi").addEventListener("click", () => press("declare_riichi"));
  byId("open").addEventListener("click", () => press("open_hand"));
  await setLanguage(preferred());
  connection.open();
}

start();
