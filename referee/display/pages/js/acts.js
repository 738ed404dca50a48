/* The acts of a console as buttons in the order of a deal, each with its key. A button wakes up by what the view allows;
   acts that are hard to take back want a second press. Dispatches "act" {act, fields}. */

import { dealName } from "./deal-label.js";
import { make, Part } from "./element.js";
import { coded, codedPhrase, text } from "./language.js";
import { eventPhrase } from "./events.js";
import "./dice.js";

const ARMED_MS = 3000;
const TWICE = new Set(["undo", "end_match", "reset_table", "stop_deal", "open_hand"]);

/** What the buttons hang on. A view also tells link times and frame rates, several times a second: a button that was
    made anew for those between the press and the release of a finger would lose the click. */
export function actsBasis(view) {
  return {
    seats: view.seats.map(({ seat }) => ({ seat })),
    taking: view.taking,
    allowed: view.allowed,
    last_event: view.last_event,
    over: view.over,
    next_deal: view.next_deal,
  };
}

class Acts extends Part {
  #armed = "";
  #timer = null;

  draw(data) {
    if (!data) return;
    const { view } = data;
    const seats = view.seats.map((seat) => seat.seat);
    this.fill(
      group("group.table", [this.#button("start_cycle"), this.#button("confirm_walls"), this.#button("roll_dice")]),
      group("group.deal", [
        ...seats.map((seat) => this.#button("enter_dice", { first: seat }, "enter_first", "", seat)),
        ...this.#taking(view.taking),
        ...seats.map((seat) => this.#button("lock_hand", { seat }, "lock_hand", "", seat)),
      ]),
      group("group.play", [
        ...this.#riichi(view, seats),
        ...seats.map((seat) => this.#button("call_ron", { seat }, "call_ron", "ron", seat)),
        this.#button("close_window"),
      ]),
      group("group.result", [
        this.#button("show_result", {}, "show_result", "main"),
        this.#button("next_deal", {}, "next_deal", "main"),
        this.#button("end_match"),
        ...this.#hands(view, seats),
      ]),
      group("group.safety", [
        view.allowed.includes("note_cameras") ? this.#button("note_cameras", {}, "note_cameras", "main") : null,
        view.allowed.includes("resume") ? this.#button("resume", {}, "pause") : this.#button("pause"),
        this.#button("undo"),
        view.allowed.includes("redo") ? this.#button("redo") : null,
        this.#button("reset_table"),
        view.allowed.includes("stop_deal") ? this.#button("stop_deal") : null,
      ]),
      this.#proposal(view),
    );
  }

  /** Whose turn it is to name a wall, or to throw dice for its rows. */
  #taking(taking) {
    if (!taking) return [];
    const { seat, free } = taking;
    if (free.length) return free.map((wall) => this.#button("name_wall", { seat, wall }, "name_wall", "", seat, String(wall)));
    const throwDice = (event) => this.press("enter_dice", { seat, dice: event.detail });
    const dice = make("jn-dice", { class: "dice-entry", ondice: throwDice });
    dice.data = { label: text("entry.throw_rows"), seat, disabled: !this.#may("enter_dice") };
    return [dice];
  }

  /** Riichi, where the rules leave it to the player and the first discards are made. */
  #riichi(view, seats) {
    if (!view.allowed.includes("declare_riichi")) return [];
    return seats.map((seat) => this.#button("declare_riichi", { seat }, "declare_riichi", "", seat));
  }

  /** Hands that players may lay open after a draw. */
  #hands(view, seats) {
    if (!view.allowed.includes("open_hand")) return [];
    return seats.map((seat) => this.#button("open_hand", { seat }, "open_hand", "", seat));
  }

  /** Do an act as if its button was pressed, if that is possible now. */
  press(act, fields) {
    if (!this.#may(act)) return;
    const name = this.#pressed(act, fields);
    if (TWICE.has(act) && this.#armed !== name) {
      this.#arm(name);
      return;
    }
    this.#arm("");
    this.dispatchEvent(new CustomEvent("act", { detail: { act, fields }, bubbles: true }));
  }

  /** What a first press was for; an undo that was pressed for one event must not take back the next one. */
  #pressed(act, fields) {
    return JSON.stringify([act, fields, act === "undo" ? this.data.view.last_event : null]);
  }

  #may(act) {
    return Boolean(this.data?.enabled && this.data.view.allowed.includes(act));
  }

  #arm(name) {
    clearTimeout(this.#timer);
    this.#armed = name;
    if (name) this.#timer = setTimeout(() => this.#arm(""), ARMED_MS);
    this.refresh(true);
  }

  #button(act, fields = {}, keyed = act, kind = "", seat = null, detail = "") {
    const armed = this.#armed === this.#pressed(act, fields);
    const key = this.data.keys[keyed];
    return make(
      "button",
      {
        class: `button ${kind}${armed ? " armed" : ""}`,
        "data-act": act,
        "data-seat": seat,
        disabled: !this.#may(act),
        onclick: () => this.press(act, fields),
      },
      make(
        "span",
        { class: "act-name" },
        armed ? [text("acts.again"), " "] : null,
        this.#name(act, keyed),
        detail ? ` ${detail}` : null,
        seat ? make("span", { class: "seat-chip" }, seat) : null,
      ),
      key ? make("span", { class: "act-key" }, make("kbd", {}, key), seat ? make("kbd", {}, seat) : null) : null,
    );
  }

  #name(act, keyed) {
    const last = this.data.view.last_event;
    if (act === "undo" && last) return [text("acts.undo_what"), " ", make("em", {}, eventPhrase(last))];
    return coded("act", keyed === "pause" ? act : keyed);
  }

  #proposal(view) {
    const lines = [];
    if (view.over) lines.push(make("p", {}, make("b", {}, text("acts.over")), " ", coded("over", view.over)));
    if (view.next_deal) {
      const next = view.next_deal;
      const why = codedPhrase("next", next.reason, { ...next.facts, honba: next.honba });
      lines.push(make("p", {}, make("b", {}, `${text("acts.next")} ${dealName(next)}`), " ", why));
    }
    return lines.length ? make("div", { class: "proposal" }, lines) : null;
  }
}

function group(key, buttons) {
  return make("section", { class: "act-group" }, make("h3", {}, text(key)), make("div", { class: "act-buttons" }, buttons));
}

customElements.define("jn-acts", Acts);
