/* How the result sheet is told: by itself or step by step, which this page chooses before it shows a result; then what has
   been told, what comes next, and the buttons that lead on, each with its key. Dispatches "act" {act, fields}. */

import { make, Part } from "./element.js";
import { coded, text, title } from "./language.js";

const STORED = "junanaho.sheet-by-key";
const ACTS = ["show_result", "show_step", "show_rest"];

/** What this part hangs on. */
export function stepsBasis(view) {
  const { sheet, result } = view;
  const next = sheet?.steps[sheet.shown] ?? null;
  return {
    allowed: view.allowed.filter((act) => ACTS.includes(act)),
    shown: sheet?.shown ?? 0,
    count: sheet?.steps.length ?? 0,
    next: next?.part ?? "",
    yaku: next?.part === "yaku" ? result.wins[next.win].yaku[next.yaku] : null,
  };
}

class ShowSteps extends Part {
  #byKey = stored();

  /** Whether a result that is shown now is told by key. */
  get byKey() {
    return this.#byKey;
  }

  draw(data) {
    if (!data) return;
    const { view, keys } = data;
    this.parentElement.hidden = view.allowed.length === 0;
    const button = (act, kind, press) =>
      make(
        "button",
        { class: `button ${kind}`, "data-act": act, disabled: !data.enabled, onclick: press },
        make("span", { class: "act-name" }, coded("act", act)),
        keys[act] ? make("span", { class: "act-key" }, make("kbd", {}, keys[act])) : null,
      );
    this.fill(
      make("h3", {}, text("sheet_steps.title")),
      view.allowed.includes("show_result") ? this.#choice() : null,
      make("p", { class: "hint", role: "status" }, where(view)),
      make(
        "div",
        { class: "act-buttons" },
        view.allowed.includes("show_step") ? button("show_step", "main", () => this.step()) : null,
        view.allowed.includes("show_rest") ? button("show_rest", "", () => this.rest()) : null,
      ),
    );
  }

  /** The next step, if that is possible now; it names what this page saw, so that two presses at once are one. */
  step() {
    this.#press("show_step", { shown: this.data?.view.shown });
  }

  rest() {
    this.#press("show_rest", {});
  }

  #press(act, fields) {
    if (!this.data?.enabled || !this.data.view.allowed.includes(act)) return;
    this.dispatchEvent(new CustomEvent("act", { detail: { act, fields }, bubbles: true }));
  }

  #choice() {
    const way = (name, byKey) =>
      make(
        "button",
        {
          class: `tool${byKey === this.#byKey ? " chosen" : ""}`,
          "data-way": name,
          "aria-pressed": byKey === this.#byKey,
          onclick: () => this.#choose(byKey),
        },
        text(`sheet_steps.${name}`),
      );
    return make("div", { class: "entry-targets", role: "group", "aria-label": text("sheet_steps.title") }, way("automatic", false), way("by_key", true));
  }

  #choose(byKey) {
    this.#byKey = byKey;
    try {
      localStorage.setItem(STORED, byKey ? "yes" : "no");
    } catch {
      // kept for this page only
    }
    this.refresh(true);
  }
}

function where({ shown, count, next, yaku }) {
  if (!count || shown >= count) return "";
  const what = yaku ? (title(yaku.titles) ?? coded("yaku", yaku.id)) : coded("sheet_part", next);
  return text("sheet_steps.where", { n: shown, count, what });
}

function stored() {
  try {
    return localStorage.getItem(STORED) === "yes";
  } catch {
    return false;
  }
}

customElements.define("jn-show-steps", ShowSteps);
