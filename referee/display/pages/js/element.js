/* Makes elements. Text always goes in as text, never as markup. */

/** `make("div", {class: "x", onclick: f, "data-seat": "A"}, child, "text")`; null children and false attributes are left
    out, but for those of ARIA, which say "true" or "false". */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (value === false && !key.startsWith("aria-"))) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true && !key.startsWith("aria-") ? "" : String(value));
  }
  element.append(...real(children));
  return element;
}

function real(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** The letter of a seat in its colour. */
export function seatChip(seat) {
  return make("span", { class: "seat-chip", "data-seat": seat }, seat);
}

const FOCUSABLE = "button, input, select, textarea, a[href], [tabindex]";

/** What an element stays the same by when it is drawn anew; a button that says something else now may do so too. */
function nameOf(element) {
  const { act, seat, seconds, why } = element.dataset;
  if (element.name || act) return [element.localName, element.name, act, seat, seconds, why].join();
  return [element.localName, why, element.title, element.textContent].join();
}

/** A custom element that draws itself anew when its data or the language changed, and only then. */
export class Part extends HTMLElement {
  #data = null;
  #drawn = "";

  set data(value) {
    this.#data = value;
    this.refresh();
  }

  get data() {
    return this.#data;
  }

  connectedCallback() {
    this.refresh();
  }

  /** Hold these children and no others; null ones are left out. Whoever works by keyboard stays where they are. */
  fill(...children) {
    const focused = this.contains(document.activeElement) ? document.activeElement : null;
    const before = focused && [...this.querySelectorAll(FOCUSABLE)];
    this.replaceChildren(...real(children));
    if (focused && !focused.isConnected) this.#focus(before, focused);
  }

  #focus(before, focused) {
    const alike = [...this.querySelectorAll(FOCUSABLE)].filter((one) => nameOf(one) === nameOf(focused));
    const place = before.filter((one) => nameOf(one) === nameOf(focused)).indexOf(focused);
    alike[Math.min(place, alike.length - 1)]?.focus({ preventScroll: true });
  }

  refresh(force = false) {
    if (!this.isConnected) return;
    const key = JSON.stringify(this.#data) ?? "";
    if (!force && key === this.#drawn) return;
    this.#drawn = key;
    this.draw(this.#data);
  }
}

/** Redraw every part of the page, as after a change of language. */
export function redrawAll(root = document) {
  for (const element of root.querySelectorAll("*")) {
    if (element instanceof Part) element.refresh(true);
  }
}
