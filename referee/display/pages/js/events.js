/* The events of the deal, the newest first; each can be voided with a reason. Dispatches "void" {ref, text}. */

import { make, Part } from "./element.js";
import { codedPhrase, coded, has, phrase, text } from "./language.js";

const EDITS = ["void", "match", "deal"];

class Events extends Part {
  draw(data) {
    const rows = [...(data?.events ?? [])].reverse().map((event) => this.#row(event, data));
    this.fill(make("ul", { class: "events" }, rows));
  }

  #row(event, data) {
    const may = data.enabled && data.allowed.includes("void_event") && !event.void && !EDITS.includes(event.type);
    const source = event.source ? coded("source", event.source) : "";
    return make(
      "li",
      { class: event.void ? "is-void" : "" },
      make("span", { class: "seq number" }, String(event.seq)),
      make("span", { class: "what" }, eventPhrase(event), event.text ? ` – ${event.text}` : ""),
      make("span", { class: "source" }, source, event.confidence === null ? "" : ` ${Math.round(event.confidence * 100)} %`),
      may ? make("button", { class: "tool small", onclick: () => this.#void(event) }, text("act.void_event")) : null,
    );
  }

  #void(event) {
    const reason = make("input", { type: "text", maxlength: 200, placeholder: text("label.reason") });
    const give = () => {
      const words = reason.value.trim();
      if (!words) {
        reason.focus();
        return;
      }
      this.dispatchEvent(new CustomEvent("void", { detail: { ref: event.seq, text: words }, bubbles: true }));
      dialog.close();
    };
    const dialog = make(
      "dialog",
      { class: "dialog" },
      make("h2", {}, text("void.title")),
      make("p", {}, eventPhrase(event)),
      make("p", { class: "hint" }, text("void.hint")),
      reason,
      make(
        "div",
        { class: "dialog-end" },
        make("button", { class: "button", onclick: () => dialog.close() }, text("label.cancel")),
        make(
          "button",
          { class: "button danger", onclick: give },
          text("act.void_event"),
        ),
      ),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}

/** An event in words, with its seat and its tile. */
export function eventPhrase(event) {
  const facts = { by: event.by ?? "–", n: event.n ?? "–", ref: event.ref ?? "–", kind: event.kind ?? "" };
  if (event.type === "walls" && event.by) return phrase(event.n ? "event.walls_named" : "event.walls_seat", facts);
  if (event.type === "dice" && event.by) return phrase("event.dice_rows", facts);
  if (event.kind && has(`event.${event.type}_${event.kind}`)) return codedPhrase("event", `${event.type}_${event.kind}`, facts);
  if (event.tile && has(`event.${event.type}_tile`)) return codedPhrase(
    "event",
    `${event.type}_tile`,
    { ...facts, tile: event.tile },
  );
  return codedPhrase("event", event.type, facts);
}

customElements.define("jn-events", Events);
