/* What a named tile is for: another reading of the candidate, the indicator, a discard, the ura indicator or a hand.
   A tile for a candidate goes at once; everything else is shown first and entered with the confirm key.
   Dispatches "enter" {act, fields}. */

import { make, Part, seatChip } from "./element.js";
import { text } from "./language.js";
import "./tile-picker.js";

const HAND_TILES = 13;

/** What a tile can be named for in this view, the likeliest first. */
export function targets(view) {
  const may = (act) => view.allowed.includes(act);
  const made = [];
  const candidate = view.candidates[0];
  const isOneTile = candidate && !candidate.secret && candidate.readings.length === 1;
  if (isOneTile && may("confirm_candidate")) made.push({ id: "candidate", candidate: candidate.id });
  if (may("enter_ura")) made.push({ id: "ura" });
  const turn = view.seats.find((seat) => seat.on_turn)?.seat;
  const seats = view.seats.map((seat) => seat.seat).sort((one, other) => Number(other === turn) - Number(one === turn));
  if (may("enter_discard")) made.push(...seats.map((seat) => ({ id: "discard", seat })));
  const hands = may("lock_hand") ? unlockedFirst(view).map((seat) => ({ id: "hand", seat })) : [];
  const indicator = may("enter_indicator") ? [{ id: "indicator" }] : [];
  // what is there already can still be set right, but is not what the next tile is named for
  made.push(...(view.deal?.flipped ? [...hands, ...indicator] : [...indicator, ...hands]));
  return made;
}

/** The seats in their order, those first whose hand is not locked yet. */
function unlockedFirst(view) {
  const seats = view.seats.map(({ seat, hand_state }) => ({ seat, isLocked: hand_state === "locked" }));
  return seats.sort((one, other) => Number(one.isLocked) - Number(other.isLocked) || one.seat.localeCompare(other.seat)).map(({ seat }) => seat);
}

class Entry extends Part {
  #wish = "";
  #tiles = [];

  draw(data) {
    if (!data) return;
    const possible = data.targets;
    if (this.#tiles.length && !possible.some((one) => key(one) === this.#wish)) {
      this.#tiles = []; // what they were named for is gone: they are not for whatever comes next
      this.#wish = "";
    }
    const target = this.#target(possible);
    const picker = make("jn-tile-picker", { onpick: (event) => this.name(event.detail) });
    this.fill(
      make("div", { class: "entry-targets", role: "group" }, possible.map((one) => this.#choice(one, target))),
      make(
        "div",
        { class: "entry-line" },
        this.#line(target),
        data.half ? make("kbd", { class: "half" }, data.half) : null,
        this.#enterButton(target),
      ),
      picker,
    );
    picker.data = { enabled: data.enabled && target !== null, chosen: this.#tiles.at(-1) ?? null };
  }

  /** Take a named tile, from the keys or the picker. */
  name(tile) {
    const target = this.data?.enabled ? this.#target(this.data.targets) : null;
    if (!target) return;
    if (target.id === "candidate") {
      this.#tell("confirm_candidate", { candidate: target.candidate, tile });
      return;
    }
    this.#wish = key(target);
    this.#tiles = target.id === "hand" ? [...this.#tiles, tile].slice(0, HAND_TILES) : [tile];
    this.refresh(true);
  }

  /** Enter what was named. Returns whether there was something to enter. */
  enter() {
    const target = this.data?.enabled ? this.#target(this.data.targets) : null;
    if (!target || !this.#isComplete(target)) return false;
    const tiles = this.#tiles;
    this.#clear();
    if (target.id === "hand") this.#tell("lock_hand", { seat: target.seat, tiles });
    if (target.id === "discard") this.#tell("enter_discard", { seat: target.seat, tile: tiles[0] });
    if (target.id === "indicator") this.#tell("enter_indicator", { tile: tiles[0] });
    if (target.id === "ura") this.#tell("enter_ura", { tile: tiles[0] });
    return true;
  }

  #target(possible) {
    return possible.find((one) => key(one) === this.#wish) ?? possible[0] ?? null;
  }

  #isComplete(target) {
    return target.id === "hand" ? this.#tiles.length === HAND_TILES : this.#tiles.length === 1;
  }

  #clear() {
    this.#tiles = [];
    this.#wish = "";
    this.refresh(true);
  }

  #choice(one, target) {
    const chosen = target !== null && key(one) === key(target);
    const choose = () => {
      this.#wish = key(one);
      this.#tiles = [];
      this.refresh(true);
    };
    return make(
      "button",
      { class: `tool${chosen ? " chosen" : ""}`, "aria-pressed": chosen, onclick: choose },
      text(`entry.${one.id}`),
      one.seat ? seatChip(one.seat) : null,
    );
  }

  #line(target) {
    if (!target) return make("span", { class: "nothing" }, text("entry.none"));
    if (target.id === "candidate") return make("span", { class: "hint" }, text("entry.candidate_hint"));
    if (!this.#tiles.length) return make("span", { class: "hint" }, text(target.id === "hand" ? "entry.hand_hint" : "entry.hint"));
    const drop = (place) => () => {
      this.#tiles = this.#tiles.filter((_, index) => index !== place);
      this.refresh(true);
    };
    return make(
      "span",
      { class: "chosen-tiles" },
      this.#tiles.map((name, place) => make("button", { class: "pick", title: text("entry.drop"), onclick: drop(place) }, make("jn-tile", { name }))),
      target.id === "hand" ? make("span", { class: "hint number" }, `${this.#tiles.length} / ${HAND_TILES}`) : null,
    );
  }

  #enterButton(target) {
    if (!target || target.id === "candidate") return null;
    return make(
      "button",
      { class: "button main", "data-act": "enter", disabled: !this.data.enabled || !this.#isComplete(target), onclick: () => this.enter() },
      text("act.enter"),
      make("kbd", {}, this.data.keys.confirm ?? ""),
    );
  }

  #tell(act, fields) {
    this.dispatchEvent(new CustomEvent("enter", { detail: { act, fields }, bubbles: true }));
  }
}

function key(target) {
  return `${target.id}:${target.seat ?? ""}`;
}

customElements.define("jn-entry", Entry);
