/* Accepted tiles as a camera saw them: the cut-out beside the name, with a mark where a camera was unsure or a person had
   to say something. Pointing at a tile, walking to it (arrow keys) or pressing it shows it large, with words. */

import { make, Part, seatChip } from "./element.js";
import { coded, isTileName, text, tileWord } from "./language.js";

const SIGNS = { unsure: "?", confirmed: "✓", corrected: "≠", entered: "✎" };
const GAP_PX = 8;

class Sightings extends Part {
  #tiles = new Map();
  #large = make("div", { class: "sighting-large", "aria-hidden": "true", hidden: true });
  #pinned = null;

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("keydown", (event) => this.#walk(event));
    this.addEventListener("focusout", () => this.#hide());
  }

  draw(places) {
    const focused = this.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const kept = new Map();
    const shown = (places ?? []).map((place) => this.#place(place, kept));
    this.#tiles = kept;
    this.#hide();
    if (!shown.length) {
      this.fill(make("p", { class: "nothing" }, text("seen.none")));
      return;
    }
    this.fill(shown, legend(places), this.#large);
    for (const group of this.querySelectorAll(".sightings")) group.firstElementChild.tabIndex = 0;
    if (focused && kept.has(focused)) this.#enter(kept.get(focused).element);
  }

  #place(place, kept) {
    const name = coded("place", place.place);
    const tiles = place.tiles.map((tile, index) => {
      const key = `${place.place}:${place.seat ?? ""}:${index}`;
      const facts = JSON.stringify([tile, document.documentElement.lang]);
      const known = this.#tiles.get(key);
      // an element that shows the same stays, so that its picture is not asked for again
      const element = known?.facts === facts ? known.element : this.#tile(tile, key);
      element.tabIndex = -1;
      kept.set(key, { facts, element });
      return element;
    });
    return make(
      "section",
      { class: "sighted-place", "data-place": place.place, "data-seat": place.seat },
      make("h3", {}, place.seat ? seatChip(place.seat) : null, " ", name),
      make("div", { class: "sightings", role: "group", "aria-label": place.seat ? `${place.seat} ${name}` : name }, tiles),
    );
  }

  #tile(tile, key) {
    const marks = marksOf(tile);
    const element = make(
      "button",
      { class: `sighting${marks.includes("unsure") ? " unsure" : ""}`, type: "button", "data-key": key, "data-word": tile.word, "aria-label": words(tile) },
      picture(tile),
      make("jn-tile", { name: tile.tile, "aria-hidden": "true" }),
      marks.length ? make("span", { class: "sighting-marks", "aria-hidden": "true" }, marks.map(mark)) : null,
    );
    element.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.#show(element, tile));
    element.addEventListener("pointerleave", () => this.#pinned !== element && this.#hide());
    element.addEventListener("focus", () => this.#show(element, tile));
    element.addEventListener("click", () => {
      const pinned = this.#pinned === element;
      this.#hide();
      if (pinned) return;
      this.#show(element, tile);
      this.#pinned = element;
    });
    return element;
  }

  #show(element, tile) {
    if (this.#pinned && this.#pinned !== element) this.#hide();
    const large = this.#large;
    const image = element.querySelector("img");
    large.replaceChildren(
      make("div", { class: "pair" }, image ? image.cloneNode() : make("span", { class: "unseen" }, text("seen.unseen")), make("jn-tile", { name: tile.tile })),
      make("p", {}, words(tile)),
    );
    large.hidden = false;
    const at = element.getBoundingClientRect();
    const size = large.getBoundingClientRect();
    const below = at.bottom + GAP_PX + size.height <= window.innerHeight;
    large.style.left = `${Math.max(GAP_PX, Math.min(at.left, window.innerWidth - size.width - GAP_PX))}px`;
    large.style.top = `${below ? at.bottom + GAP_PX : Math.max(GAP_PX, at.top - GAP_PX - size.height)}px`;
  }

  #hide() {
    this.#pinned = null;
    this.#large.hidden = true;
  }

  #walk(event) {
    if (event.key === "Escape") this.#hide();
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const element = event.target.closest(".sighting");
    const next = step && (step > 0 ? element?.nextElementSibling : element?.previousElementSibling);
    if (!next) return;
    event.preventDefault();
    this.#enter(next);
  }

  #enter(element) {
    for (const other of element.parentElement.children) other.tabIndex = other === element ? 0 : -1;
    element.focus({ preventScroll: true });
  }
}

function marksOf(tile) {
  const said = tile.word === "camera" ? [] : [tile.word];
  return tile.read && !tile.sure ? ["unsure", ...said] : said;
}

function mark(kind) {
  return make("span", { class: `sighting-mark ${kind}` }, SIGNS[kind]);
}

function picture(tile) {
  if (!tile.picture) return make("span", { class: "cut unseen" });
  const image = make("img", { class: "cut", src: `/api/pictures/${encodeURIComponent(tile.picture)}`, alt: text("seen.picture", { tile: tile.tile }), draggable: "false" });
  image.addEventListener("error", () => image.replaceWith(make("span", { class: "cut unseen" })));
  return image;
}

/** Everything that is to be said of a tile. */
function words(tile) {
  const parts = [tileWord(tile.tile), text(`seen.word.${tile.word}`)];
  if (tile.read) parts.push(text("seen.read", { read: isTileName(tile.read) ? tile.read : coded("tile", tile.read), percent: Math.round(tile.confidence * 100) }));
  if (tile.read && !tile.sure) parts.push(text("seen.unsure"));
  if (!tile.picture) parts.push(text("seen.unseen"));
  return parts.join(text("list.comma"));
}

function legend(places) {
  const found = new Set(places.flatMap((place) => place.tiles.flatMap(marksOf)));
  const kinds = Object.keys(SIGNS).filter((kind) => found.has(kind));
  if (!kinds.length) return null;
  return make(
    "p",
    { class: "sighting-legend" },
    kinds.map((kind) => make("span", {}, mark(kind), " ", text(kind === "unsure" ? "seen.unsure" : `seen.word.${kind}`))),
  );
}

customElements.define("jn-sightings", Sightings);
