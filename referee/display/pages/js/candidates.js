/* The readings that wait for a person: the cut-out beside the drawn tile, how sure, why it waits, and what else it may be.
   Dispatches "confirm" {candidate, tile|null} and "reject" {candidate}. */

import { make, Part, seatChip } from "./element.js";
import { codedPhrase, coded, isTileName, text } from "./language.js";

const ONE_TILE = ["river", "indicator", "ura"]; // places where a reading is confirmed as the tile that was read

/** Whether what was read can be confirmed as it is; else a tile has to be named. */
function isOneFace({ place, readings }) {
  return !ONE_TILE.includes(place) || (readings.length === 1 && isTileName(readings[0].label));
}

class Candidates extends Part {
  draw(data) {
    const candidates = data?.candidates ?? [];
    if (!candidates.length) {
      this.fill(make("p", { class: "nothing" }, text("candidates.none")));
      return;
    }
    this.fill(...candidates.map((candidate, place) => this.#card(candidate, place === 0, data)));
  }

  #card(candidate, first, data) {
    return make(
      "article",
      { class: `candidate${first ? " first" : ""}`, "data-candidate": candidate.id },
      make(
        "header",
        {},
        candidate.seat ? seatChip(candidate.seat) : null,
        make("strong", {}, coded("place", candidate.place)),
        make("span", { class: "why" }, codedPhrase("candidate", candidate.reason, candidate.facts)),
      ),
      candidate.secret ? make("p", { class: "nothing" }, text("candidates.secret")) : this.#readings(candidate, data),
      make("div", { class: "candidate-acts" }, this.#buttons(candidate, first, data)),
    );
  }

  #readings(candidate, data) {
    const single = candidate.readings.length === 1;
    return make(
      "div",
      { class: `readings${single ? " single" : ""}` },
      candidate.readings.map((reading) => this.#reading(candidate, reading, single, data)),
    );
  }

  #reading(candidate, reading, single, data) {
    const percent = Math.round(reading.confidence * 100);
    const known = isTileName(reading.label) || reading.label === "back";
    return make(
      "div",
      { class: `reading${reading.sure ? "" : " unsure"}` },
      reading.picture && single ? make(
        "img",
        { class: "cut-out", src: `/api/pictures/${encodeURIComponent(reading.picture)}`, alt: text("candidates.picture") },
      ) : null,
      known ? make("jn-tile", { name: reading.label }) : make("span", { class: "no-tile" }, "?"),
      make("span", { class: "confidence number" }, `${percent} %`),
      single ? make(
        "div",
        { class: "others" },
        reading.alternatives.map((other) => this.#alternative(candidate, other, data)),
      ) : null,
    );
  }

  #alternative(candidate, other, data) {
    if (!isTileName(other.label)) return null;
    const choose = () => this.#tell("confirm", { candidate: candidate.id, tile: other.label });
    return make(
      "button",
      { class: "pick other", disabled: !data.enabled || !data.allowed.includes("confirm_candidate"), onclick: choose },
      make("jn-tile", { name: other.label }),
      make("span", { class: "number" }, `${Math.round(other.confidence * 100)} %`),
    );
  }

  #buttons(candidate, first, data) {
    const may = (act) => data.enabled && data.allowed.includes(act);
    const key = (act) => (first && data.keys[act] ? make("kbd", {}, data.keys[act]) : null);
    const confirm = () => this.#tell("confirm", { candidate: candidate.id, tile: null });
    return [
      make(
        "button",
        { class: "button main", "data-act": "confirm_candidate", disabled: !may("confirm_candidate") || candidate.secret || !isOneFace(candidate), onclick: confirm },
        text("act.confirm"),
        key("confirm"),
      ),
      make(
        "button",
        { class: "button", "data-act": "reject_candidate", disabled: !may("reject_candidate"), onclick: () => this.#tell("reject", { candidate: candidate.id }) },
        text("act.reject"),
        key("reject"),
      ),
    ];
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("jn-candidates", Candidates);
