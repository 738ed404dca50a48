/* The hall display: rivers, points, dora, clock; the result once it is shown. `?side=B` puts seat B at the near side,
   `?upright` turns the far river toward the viewer, `?corner` puts the index into the tiles' corners. */

import "./clock.js";
import "./deal-label.js";
import "./dora.js";
import "./last-discard.js";
import "./notice.js";
import "./river.js";
import "./score-bar.js";
import "./standing.js";
import "./tile.js";
import { Connection } from "./connection.js";
import { make } from "./element.js";
import { coded, preferred, setLanguage, text } from "./language.js";
import { sheetOf } from "./result.js";

const question = new URLSearchParams(location.search);
const byId = (id) => document.getElementById(id);
let view = null;

function hall(seats) {
  const key = seats.map((seat) => seat.seat).join("");
  const element = byId("hall");
  if (element.dataset.seats === key) return;
  element.dataset.seats = key;
  element.classList.toggle("many", seats.length > 2);
  document.body.classList.toggle("many-seats", seats.length > 2);
  const dora = make("div", { class: "dora-box panel" }, make("jn-dora"));
  const last = make("div", { class: "last-box panel" }, make("jn-last-discard"));
  const label = make("div", { class: "deal-box" }, make("jn-deal-label", { class: "big" }));
  const clock = make(
    "div",
    { class: "clock-box panel" },
    make("div", { class: "phase" }),
    make("div", { class: "phase-detail" }),
    make("jn-clock"),
  );
  const bar = (seat) => make("jn-score-bar", { "data-at": seat.seat });
  const river = (seat, turned) => make("jn-river", { "data-at": seat.seat, class: turned ? "turned" : "" });
  if (seats.length > 2) {
    const quarters = seats.map((seat, place) => {
      const quarter = make("div", { class: "quarter" }, bar(seat), river(seat, false));
      quarter.style.gridArea = `q${place}`;
      return quarter;
    });
    element.replaceChildren(dora, clock, ...quarters);
    return;
  }
  const [near, far] = question.get("side") === seats[1]?.seat ? [seats[1], seats[0]] : seats;
  const place = (child, area) => make("div", { class: area }, child);
  element.replaceChildren(
    make("div", { class: "side" }, far ? place(bar(far), "plate-far") : "", label, place(bar(near), "plate-near")),
    far ? place(river(far, !question.has("upright")), "river-far") : "",
    place(river(near, false), "river-near"),
    make("div", { class: "side" }, dora, last, clock),
  );
}

function show() {
  document.title = view.title ? `${view.title} – 十七歩` : "十七歩";
  byId("title").textContent = view.title;
  document.querySelector(".bar jn-deal-label").data = { deal: view.deal, pot: view.pot };
  document.querySelector("jn-notice").data = { attention: view.attention, simulated: view.simulated };
  const open = Boolean(view.deal);
  byId("standby").hidden = open;
  byId("hall").hidden = !open;
  byId("standby-word").textContent = view.seats.length
    ? view.seats.map((seat) => seat.name).join(` ${text("label.versus")} `)
    : coded("phase", view.phase);
  if (open) {
    hall(view.seats);
    for (const seat of view.seats) {
      for (const element of document.querySelectorAll(`[data-at="${seat.seat}"]`)) element.data = seat;
    }
    for (const label of document.querySelectorAll("jn-deal-label.big")) label.data = { deal: view.deal, pot: view.pot };
    lastDiscard();
    document.querySelector("jn-dora").data = view.deal;
    document.querySelector(".dora-box").hidden = !view.deal.has_dora;
    document.querySelector(".phase").textContent = coded("phase", view.phase);
    document.querySelector(".phase-detail").textContent = detail();
    document.querySelector(".clock-box").classList.toggle("paused", view.deal.paused);
    document.querySelector("jn-clock").data = view.clock;
  }
  sheet();
}

function lastDiscard() {
  const box = document.querySelector(".last-box");
  if (!box) return;
  const seat = view.seats.find((one) => one.river.at(-1)?.last);
  const tile = seat?.river.at(-1);
  box.hidden = !tile;
  box.firstElementChild.data = tile ? { tile: tile.tile, n: tile.n, seat: seat.seat } : null;
}

function detail() {
  if (view.deal.paused) return text(view.deal.pause ? `pause.${view.deal.pause}` : "clock.paused");
  if (view.phase === "discarding") {
    const seat = view.seats.find((one) => one.on_turn);
    return seat ? text("phase.turn_of", { name: seat.name }) : "";
  }
  return "";
}

function sheet() {
  const over = byId("sheet");
  const kind = view.final ? "jn-standing" : view.result ? "jn-result" : "";
  over.hidden = !kind;
  if (!kind) {
    over.replaceChildren();
    return;
  }
  let shown = over.querySelector(kind);
  if (!shown) {
    shown = make(kind);
    over.replaceChildren(shown);
  }
  shown.data = view.final ?? sheetOf(view);
}

async function start() {
  if (question.has("corner")) document.body.dataset.corner = "";
  const connection = new Connection("public");
  connection.addEventListener("view", (event) => {
    view = event.detail;
    show();
  });
  connection.addEventListener("stale", (event) => {
    document.querySelector("jn-notice").silent = event.detail;
  });
  await setLanguage(preferred());
  document.addEventListener("language", () => view && show());
  connection.open();
}

start();
