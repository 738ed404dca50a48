/* A correction before it is made: in which way, why, and what it would change. It can be given once the desk has told
   what would follow and a reason stands there. */

import { answerText } from "./answers.js";
import { changeList } from "./change-list.js";
import { make } from "./element.js";
import { text } from "./language.js";

const SETTLE_MS = 250;
const NO_REASON_YET = "–"; // the desk wants a reason even where only the consequences are asked for

/** Open the dialog. `about`: what is corrected, in words and pictures. `ways`: [{label, hint, act, fields: () => nodes, read: () => fields or null while incomplete}]. */
export function openCorrection({ title, about, ways, commands }) {
  const dialog = new CorrectionDialog(title, about, ways, commands);
  dialog.open();
}

class CorrectionDialog {
  #ways;
  #way;
  #commands;
  #dialog;
  #parts;
  #asked = 0;
  #timer = 0;
  #isPossible = false;

  constructor(title, about, ways, commands) {
    this.#ways = ways;
    this.#commands = commands;
    this.#parts = {
      choice: make("div", { class: "entry-targets", role: "group" }),
      hint: make("p", { class: "hint" }),
      fields: make("div", { class: "correction-fields", onchange: () => this.#ask(), oninput: () => this.#ask(), onclick: () => this.#ask() }),
      reason: make("input", { type: "text", name: "reason", maxlength: 200, placeholder: text("label.reason_needed"), required: true, "aria-label": text("label.reason"), oninput: () => this.#enable() }),
      changes: make("div", { class: "changes", role: "status", "aria-live": "polite", tabindex: 0 }),
      give: make("button", { class: "button danger", onclick: () => this.#give() }),
    };
    const { choice, hint, fields, reason, changes, give } = this.#parts;
    this.#dialog = make(
      "dialog",
      { class: "dialog correction", "aria-label": title },
      make("h2", {}, title),
      about ? make("div", { class: "about" }, about) : null,
      ways.length > 1 ? choice : null,
      hint,
      fields,
      make("h3", {}, text("correction.changes")),
      changes,
      reason,
      make("div", { class: "dialog-end" }, make("button", { class: "button", onclick: () => this.#dialog.close() }, text("label.cancel")), give),
    );
    this.#dialog.addEventListener("close", () => {
      clearTimeout(this.#timer);
      this.#dialog.remove();
    });
  }

  open() {
    document.body.append(this.#dialog);
    this.#choose(this.#ways[0]);
    this.#dialog.showModal();
  }

  #choose(way) {
    this.#way = way;
    const { choice, hint, fields, give } = this.#parts;
    choice.replaceChildren(
      ...this.#ways.map((one) =>
        make(
          "button",
          { class: `tool${one === way ? " chosen" : ""}`, type: "button", "aria-pressed": one === way, onclick: () => this.#choose(one) },
          one.label,
        ),
      ),
    );
    hint.textContent = way.hint;
    fields.replaceChildren(...[way.fields?.() ?? []].flat().filter(Boolean));
    give.textContent = way.label;
    this.#ask();
  }

  /** Ask, once the fields have been left alone for a moment, what would follow. */
  #ask() {
    clearTimeout(this.#timer);
    this.#isPossible = false;
    this.#enable();
    this.#timer = setTimeout(() => this.#look(), SETTLE_MS);
  }

  async #look() {
    const fields = this.#way.read?.() ?? {};
    const number = ++this.#asked;
    if (fields === null || this.#way.read?.() === null) {
      this.#show(make("p", { class: "hint" }, text("correction.incomplete")));
      return;
    }
    const answer = await this.#commands.preview(this.#way.act, { ...fields, text: this.#words || NO_REASON_YET });
    if (number !== this.#asked) return; // the fields have changed meanwhile
    this.#isPossible = answer.done;
    this.#show(answer.done ? changeList(answer.changes) : make("p", { class: "refusal" }, answerText(answer)));
    this.#enable();
  }

  #show(node) {
    this.#parts.changes.replaceChildren(node);
  }

  #enable() {
    this.#parts.give.disabled = !this.#isPossible || !this.#words;
  }

  get #words() {
    return this.#parts.reason.value.trim();
  }

  async #give() {
    const answer = await this.#commands.ask(this.#way.act, { ...(this.#way.read?.() ?? {}), text: this.#words });
    if (answer.done) this.#dialog.close();
    else this.#show(make("p", { class: "refusal" }, answerText(answer)));
  }
}
