/* What a referee sets right that belongs to no single event: points, pot, honba, the dealer; an ended match. */

import { openCorrection } from "./correction-dialog.js";
import { make, Part, seatChip } from "./element.js";
import { text } from "./language.js";

const POINTS_STEP = 100;

class Corrections extends Part {
  /** Give and preview corrections through these commands. */
  follow(commands) {
    this.commands = commands;
  }

  draw(data) {
    if (!data) return;
    const button = (act, open) =>
      make("button", { class: "tool", "data-act": act, disabled: !data.enabled || !data.allowed.includes(act), onclick: open }, text(`act.${act}`), "…");
    this.fill(
      make("p", { class: "hint" }, text("corrections.hint")),
      make("div", { class: "entry-targets" }, button("hotfix", () => this.#hotfix()), button("reopen", () => this.#reopen())),
      (data.hotfixes ?? []).length ? make("ul", { class: "hotfixes" }, data.hotfixes.map(hotfixLine)) : null,
    );
  }

  #hotfix() {
    const { seats } = this.data;
    openCorrection({
      title: text("hotfix.title"),
      about: text("hotfix.hint"),
      commands: this.commands,
      ways: [pointsWay(seats), amountWay("pot"), amountWay("honba"), dealerWay(seats)],
    });
  }

  #reopen() {
    openCorrection({
      title: text("act.reopen"),
      commands: this.commands,
      ways: [{ act: "reopen", label: text("act.reopen"), hint: text("reopen.hint") }],
    });
  }
}

function pointsWay(seats) {
  const inputs = seats.map(({ seat }) => number(seat, "±0", POINTS_STEP));
  return {
    act: "hotfix",
    label: text("hotfix.points"),
    hint: text("hotfix.points_hint"),
    fields: () => make("div", { class: "amounts" }, seats.map(({ seat, name }, place) => make("label", {}, seatChip(seat), name, inputs[place]))),
    read: () => {
      const given = inputs.filter((input) => input.value !== "" && Number.isInteger(Number(input.value)));
      if (!given.length) return null;
      return { kind: "points", amounts: Object.fromEntries(given.map((input) => [input.name, Number(input.value)])) };
    },
  };
}

function amountWay(kind) {
  const input = number(kind, kind === "pot" ? "±0" : "0", kind === "pot" ? POINTS_STEP : 1);
  return {
    act: "hotfix",
    label: text(`hotfix.${kind}`),
    hint: text(`hotfix.${kind}_hint`),
    fields: () => make("div", { class: "amounts" }, make("label", {}, text(`label.${kind}`), input)),
    read: () => (input.value !== "" && Number.isInteger(Number(input.value)) ? { kind, [kind]: Number(input.value) } : null),
  };
}

function dealerWay(seats) {
  let chosen = null;
  const buttons = seats.map(({ seat, name }) => make("button", { class: "tool", type: "button", "aria-pressed": "false", onclick: () => choose(seat) }, seatChip(seat), name));
  const choose = (seat) => {
    chosen = seat;
    buttons.forEach((button, place) => {
      const is = seats[place].seat === seat;
      button.classList.toggle("chosen", is);
      button.setAttribute("aria-pressed", String(is));
    });
  };
  return {
    act: "hotfix",
    label: text("hotfix.dealer"),
    hint: text("hotfix.dealer_hint"),
    fields: () => make("div", { class: "entry-targets" }, buttons),
    read: () => (chosen ? { kind: "dealer", seat: chosen } : null),
  };
}

function number(name, placeholder, step) {
  return make("input", { type: "number", name, placeholder, step });
}

function hotfixLine({ kind, text: words }) {
  return make("li", {}, make("b", {}, text(`hotfix.${kind}`)), ` – ${words}`);
}

customElements.define("jn-corrections", Corrections);
