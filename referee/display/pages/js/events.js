/* The events of the deal, the newest first; each can be corrected: read otherwise, voided, or gone back to. */

import { openCorrection } from "./correction-dialog.js";
import { make, Part } from "./element.js";
import { evidence, showEvidence } from "./evidence.js";
import { codedPhrase, coded, has, phrase, text } from "./language.js";
import "./tile-picker.js";

const FIXED = ["void", "match", "deal", "reopen"];
const WITH_TILE = ["discard", "flip", "ura"];

class Events extends Part {
  /** Give and preview corrections through these commands. */
  follow(commands) {
    this.commands = commands;
  }

  draw(data) {
    const rows = [...(data?.events ?? [])].reverse().map((event) => this.#row(event, data));
    this.fill(make("ul", { class: "events", tabindex: 0 }, rows)); // scrolls, so a keyboard must reach it
  }

  #row(event, data) {
    const may = data.enabled && data.allowed.includes("void_event") && !event.void && !FIXED.includes(event.type);
    const source = event.source ? coded("source", event.source) : "";
    return make(
      "li",
      { class: event.void ? "is-void" : "" },
      make("span", { class: "seq number" }, String(event.seq)),
      make("span", { class: "what" }, eventPhrase(event), event.text ? ` – ${event.text}` : ""),
      make("span", { class: "source" }, source, event.confidence === null ? "" : ` ${Math.round(event.confidence * 100)} %`),
      event.picture ? make("button", { class: "tool small picture", onclick: () => showEvidence(event, eventPhrase(event)) }, text("events.picture")) : null,
      may ? make("button", { class: "tool small correct", onclick: () => this.#correct(event) }, text("correction.open"), "…") : null,
    );
  }

  #correct(event) {
    const way = (name, fields) => ({ act: "void_event", label: text(`correction.${name}`), hint: text(`correction.${name}_hint`), read: () => fields });
    openCorrection({
      title: text("correction.title", { ref: event.seq }),
      about: [eventPhrase(event), event.picture ? evidence(event) : null],
      commands: this.commands,
      ways: [
        ...(WITH_TILE.includes(event.type) ? [replaceWay(event)] : []),
        way("void", { ref: event.seq }),
        way("back", { ref: event.seq, following: true }),
      ],
    });
  }
}

/** The event reads another tile. */
function replaceWay(event) {
  let tile = null;
  const pick = (picked) => {
    tile = picked.detail;
    picked.currentTarget.data = { enabled: true, chosen: tile };
  };
  return {
    act: "replace_event",
    label: text("correction.replace"),
    hint: text("correction.replace_hint"),
    fields: () => {
      const picker = make("jn-tile-picker", { onpick: pick });
      picker.data = { enabled: true, chosen: tile };
      return picker;
    },
    read: () => (tile ? { ref: event.seq, tile } : null),
  };
}

/** An event in words, with its seat and its tile. */
export function eventPhrase(event) {
  const facts = { by: event.by ?? "–", n: event.n ?? "–", ref: event.ref ?? "–", kind: event.kind ?? "", seconds: event.seconds ?? "–" };
  if (event.kind === "build_clock" && event.seconds) return phrase("event.note_build_clock_ago", facts);
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
