/* The keys of a console: one for each act, shown on its button, and the person may choose others. Ignored while somebody
   types. Two keys name a tile (digit, then m p s z); acts about a seat take its letter as a second key. */

const STORED = "junanaho.keys";
const PAIR_MS = 2000;
const FORBIDDEN = [" ", "Enter", "Tab"]; // pressed by habit, and they press the focused button

export const DEFAULT_KEYS = {
  confirm: "c",
  reject: "x",
  call_ron: "r",
  lock_hand: "l",
  enter_first: "f",
  start_cycle: "g",
  confirm_walls: "w",
  roll_dice: "t",
  start_building: "k",
  clock_plus_10: "+",
  clock_minus_10: "-",
  clock_plus_30: "*",
  clock_minus_30: "/",
  close_clock: "o",
  close_window: "q",
  show_result: "v",
  show_step: "i",
  show_rest: "e",
  next_deal: "n",
  pause: "p",
  undo: "u",
  redo: "j",
  emergency_stop: "F9",
};

const WITH_SEAT = new Set(["call_ron", "lock_hand", "enter_first"]);

function keyName(key) {
  return key.length === 1 ? key.toUpperCase() : key;
}

export class Keys extends EventTarget {
  #digit = null;
  #waiting = null;
  #until = 0;

  constructor() {
    super();
    this.map = withDefaults(read());
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  of(act) {
    return this.map[act] ? keyName(this.map[act]) : "";
  }

  /** Choose a key for an act. Returns what is wrong with it, or "". */
  choose(act, key) {
    const chosen = key.length === 1 ? key.toLowerCase() : key;
    if (FORBIDDEN.includes(chosen)) return "keys.forbidden";
    if (/^[0-9]$/.test(chosen)) return "keys.digit";
    if (Object.entries(this.map).some(([other, used]) => used === chosen && other !== act)) return "keys.taken";
    this.map = { ...this.map, [act]: chosen };
    try {
      localStorage.setItem(STORED, JSON.stringify(this.map));
    } catch {
      // kept for this page only
    }
    this.dispatchEvent(new CustomEvent("changed"));
    return "";
  }

  reset() {
    this.map = { ...DEFAULT_KEYS };
    try {
      localStorage.removeItem(STORED);
    } catch {
      // nothing was kept
    }
    this.dispatchEvent(new CustomEvent("changed"));
  }

  #press(event) {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const fresh = performance.now() < this.#until;
    const digit = fresh ? this.#digit : null;
    const waiting = fresh ? this.#waiting : null;
    this.#digit = null;
    this.#waiting = null;
    if (digit !== null && "mpsz".includes(key)) return this.#tell(event, "tile", `${digit}${key}`);
    if (waiting !== null && "abcd".includes(key)) return this.#tell(event, "act", { act: waiting, seat: key.toUpperCase() });
    if (/^[0-9]$/.test(key)) {
      this.#digit = key;
      this.#until = performance.now() + PAIR_MS;
      return this.#tell(event, "half", `${key}_`);
    }
    const act = Object.keys(this.map).find((name) => this.map[name] === key);
    if (!act) return undefined;
    if (WITH_SEAT.has(act)) {
      this.#waiting = act;
      this.#until = performance.now() + PAIR_MS;
      return this.#tell(event, "half", `${keyName(key)} _`);
    }
    return this.#tell(event, "act", { act, seat: null });
  }

  #tell(event, name, detail) {
    event.preventDefault();
    if (name !== "half") this.dispatchEvent(new CustomEvent("half", { detail: "" }));
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
}

/** The chosen keys, and the first ones of all other acts; an act that came later never takes a key that was chosen. */
function withDefaults(chosen) {
  const taken = Object.values(chosen);
  const free = Object.entries(DEFAULT_KEYS).map(([act, key]) => [act, taken.includes(key) ? "" : key]);
  return { ...Object.fromEntries(free), ...chosen };
}

function read() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return Object.fromEntries(Object.entries(stored).filter(([act, key]) => act in DEFAULT_KEYS && typeof key === "string"));
  } catch {
    return {};
  }
}
