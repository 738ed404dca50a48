/* The frozen picture with four corners to move, and over it the grid and the zones that they amount to.
   Points are pixels of the picture, counted by their middles; the drawing counts them by their edges, hence the half. */

const HALF = 0.5;
const HANDLE_PX = 12; // on the screen
const CATCH_PX = 24;
const LABEL_PX = 16;

/** Tells "moved" while a corner moves, "chosen" when one is taken hold of, "placed" when the active one was put where a
    person clicked; each with the corner's number from 0. */
class CornerPicker extends HTMLElement {
  #size = { width: 0, height: 0 };
  #corners = [];
  #active = 0;
  #view = null;
  #dragged = null;
  #svg = null;
  #picture = null;
  #under = null;
  #handles = [];

  connectedCallback() {
    if (this.#svg) return;
    this.#svg = this.querySelector("svg"); // the page has it, and with it the namespace of all that is drawn
    this.#picture = this.#make("image");
    this.#under = this.#make("g");
    this.#handles = [1, 2, 3, 4].map((number) => ({
      ring: this.#make("circle", { "data-corner": number }),
      dot: this.#make("circle", { class: "dot" }),
      label: this.#make("text", { class: "label" }, number),
    }));
    this.#svg.append(this.#picture, this.#under, ...this.#handles.flatMap(({ ring, dot, label }) => [ring, dot, label]));
    this.#svg.addEventListener("pointerdown", (event) => this.#press(event));
    this.#svg.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"]) this.#svg.addEventListener(end, () => this.#release());
    new ResizeObserver(() => this.#draw()).observe(this);
  }

  /** Show another picture; the corners are where they are given. */
  show(address, { width, height }, corners) {
    this.#size = { width, height };
    set(this.#svg, { viewBox: `0 0 ${width} ${height}` });
    set(this.#picture, { href: address, width, height });
    this.#view = null;
    this.corners = corners;
  }

  get corners() {
    return this.#corners.map((corner) => [...corner]);
  }

  set corners(corners) {
    this.#corners = corners.map(([x, y]) => this.#inside(x, y));
    this.#draw();
  }

  get active() {
    return this.#active;
  }

  set active(number) {
    this.#active = number;
    this.#draw();
  }

  /** What the corners amount to, or null while that is not known. */
  set view(view) {
    this.#view = view;
    this.#draw();
  }

  /** Move the active corner by some pixels. */
  nudge(across, down) {
    const [x, y] = this.#corners[this.#active];
    this.#put(this.#active, x + across, y + down);
  }

  #inside(x, y) {
    const round = (value, most) => Math.round(Math.min(Math.max(value, 0), most - 1) * 100) / 100;
    return [round(x, this.#size.width), round(y, this.#size.height)];
  }

  #put(number, x, y) {
    this.#corners[number] = this.#inside(x, y);
    this.#draw();
    this.dispatchEvent(new CustomEvent("moved", { detail: number }));
  }

  #at(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#svg.getScreenCTM().inverse());
    return [place.x - HALF, place.y - HALF];
  }

  #press(event) {
    if (!this.#corners.length || event.button !== 0) return;
    event.preventDefault();
    const [x, y] = this.#at(event);
    const away = this.#corners.map((corner) => Math.hypot(corner[0] - x, corner[1] - y));
    const nearest = away.indexOf(Math.min(...away));
    this.#svg.setPointerCapture(event.pointerId);
    if (away[nearest] <= CATCH_PX * this.#scale()) {
      const corner = this.#corners[nearest];
      this.#dragged = { number: nearest, across: corner[0] - x, down: corner[1] - y, placed: false };
      this.active = nearest;
      this.dispatchEvent(new CustomEvent("chosen", { detail: nearest }));
      return;
    }
    const number = this.#active;
    this.#dragged = { number, across: 0, down: 0, placed: true };
    this.#put(number, x, y);
  }

  #drag(event) {
    if (!this.#dragged) return;
    const [x, y] = this.#at(event);
    const { number, across, down } = this.#dragged;
    this.#put(number, x + across, y + down);
  }

  #release() {
    const dragged = this.#dragged;
    this.#dragged = null;
    if (dragged?.placed) this.dispatchEvent(new CustomEvent("placed", { detail: dragged.number }));
  }

  /** Pixels of the picture that one on the screen stands for. */
  #scale() {
    const matrix = this.#svg.getScreenCTM();
    return matrix && matrix.a ? 1 / matrix.a : 1;
  }

  #make(name, attributes = {}, text = "") {
    const element = document.createElementNS(this.#svg.namespaceURI, name);
    element.textContent = text;
    return set(element, attributes);
  }

  #draw() {
    const scale = this.#scale();
    const size = LABEL_PX * scale;
    this.#corners.forEach(([x, y], number) => {
      const { ring, dot, label } = this.#handles[number];
      const middle = { cx: x + HALF, cy: y + HALF };
      set(ring, { ...middle, r: HANDLE_PX * scale, class: number === this.#active ? "corner active" : "corner" });
      set(dot, { ...middle, r: 1.5 * scale });
      set(label, { x: x + HANDLE_PX * scale, y: y - HANDLE_PX * scale, "font-size": size });
    });
    const grid = (this.#view?.grid ?? []).map(([[x1, y1], [x2, y2]]) =>
      this.#make("line", { class: "grid", x1: x1 + HALF, y1: y1 + HALF, x2: x2 + HALF, y2: y2 + HALF }),
    );
    const zones = (this.#view?.zones ?? []).flatMap(({ name, polygon }) => [
      this.#make("polygon", { class: "zone", points: polygon.map(([x, y]) => `${x + HALF},${y + HALF}`).join(" ") }),
      this.#make("text", { class: "label", x: polygon[0][0] + 4 * scale, y: polygon[0][1] + size, "font-size": size }, name),
    ]);
    this.#under.replaceChildren(...grid, ...zones);
  }
}

function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

customElements.define("jn-corners", CornerPicker);
