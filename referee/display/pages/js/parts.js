/* The parts of the table, each an element that fills itself: load this module and put them into any page that this
   server serves. `output` names the output that a part shows (public by default), `seat` the seat; `?token=` in the
   page's address opens outputs that show hands, `?lang=` chooses the language. Elements may come and go at any time. */

import "./clock.js";
import "./deal-label.js";
import "./dora.js";
import "./last-discard.js";
import "./open-hand.js";
import "./river.js";
import "./score-bar.js";
import "./standby.js";
import "./standing.js";
import "./tile.js";
import "./waits.js";
import { Connection } from "./connection.js";
import { preferred, setLanguage } from "./language.js";
import { sheetOf } from "./result.js";

const DEFAULT_OUTPUT = "public";

/** What each kind of part shows of a view; `seat` are the facts of its seat, `logos` the house's pictures. */
const SHOWN = {
  "jn-clock": ({ view }) => view.clock,
  "jn-deal-label": ({ view }) => view,
  "jn-dora": ({ view }) => (view.deal?.has_dora ? view.deal : null),
  "jn-last-discard": ({ view }) => lastDiscard(view),
  "jn-open-hand": ({ view, seat }) => seat && { seat, hand: handOf(view, seat) },
  "jn-result": ({ view }) => (view.final ? null : sheetOf(view)),
  "jn-river": ({ seat }) => seat,
  "jn-score-bar": ({ seat, logos }) => seat && { ...seat, logo: logos.players[seat.name] ?? null },
  "jn-standby": ({ view, logos }) => ({ title: view.title, seats: view.seats, phase: view.phase, logos }),
  "jn-standing": ({ view }) => view.final,
  "jn-waits": ({ view, seat }) => waitsOf(seat && handOf(view, seat)),
};
const ALL = Object.keys(SHOWN).join(",");

const connections = new Map();
let logos = { house: null, players: {} };

function handOf(view, seat) {
  return (view.hands ?? []).find((hand) => hand.seat === seat.seat) ?? null;
}

function waitsOf(hand) {
  return hand?.tiles.length ? { waits: hand.waits, furiten: hand.furiten } : null;
}

function lastDiscard(view) {
  const seat = view.seats.find((one) => one.river.at(-1)?.last);
  const tile = seat?.river.at(-1);
  return tile ? { tile: tile.tile, n: tile.n, seat: seat.seat } : null;
}

/** The connection of an output, one for all its parts on this page. */
export function connectionTo(output) {
  if (!connections.has(output)) {
    const connection = new Connection(`overlay:${output}`);
    connections.set(output, connection);
    connection.addEventListener("view", () => fillAll());
    connection.open();
  }
  return connections.get(output);
}

function fill(element) {
  if (element.parentElement?.closest(ALL)) return; // it belongs to another part, which fills it
  const { view } = connectionTo(element.getAttribute("output") ?? DEFAULT_OUTPUT);
  if (!view) return;
  const letter = element.getAttribute("seat");
  const seat = view.seats.find((one) => one.seat === letter) ?? (letter ? null : view.seats[0]);
  element.data = SHOWN[element.localName]({ view, seat: seat ?? null, logos });
}

/** Give every part of the page what it shows. */
export function fillAll() {
  for (const element of document.querySelectorAll(ALL)) fill(element);
}

async function start() {
  await setLanguage(preferred());
  try {
    logos = (await (await fetch("/api/stream")).json()).logos;
  } catch {
    // names stand for themselves until the page is loaded again
  }
  new MutationObserver(fillAll).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributeFilter: ["seat", "output"],
  });
  fillAll();
}

/** When texts and logos are there. */
export const ready = start();
