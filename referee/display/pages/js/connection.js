/* The one WebSocket of a page: every message is the whole view or a heartbeat. Reconnects with growing pauses;
   after three seconds of silence the page is marked stale, so that a dead display never looks like a quiet one. */

import { observe } from "./server-clock.js";

const STALE_MS = 3000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
const NOT_SIGNED_IN = 4401;

export class Connection extends EventTarget {
  #role;
  #pause = FIRST_PAUSE_MS;
  #heard = performance.now();
  #stale = false;
  #edition = null;

  constructor(role) {
    super();
    this.#role = role;
    this.view = null;
  }

  open() {
    this.#connect();
    setInterval(() => this.#watch(), 250);
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const question = new URLSearchParams({ role: this.#role });
    const token = new URLSearchParams(location.search).get("token");
    if (token) question.set("token", token);
    const socket = new WebSocket(`${scheme}://${location.host}/ws?${question}`);
    socket.addEventListener("open", () => {
      this.dispatchEvent(new Event("open"));
      this.#askWhat();
    });
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (event.code === NOT_SIGNED_IN) {
        location.assign(`/login?${new URLSearchParams({ role: this.#role, next: location.pathname })}`);
        return;
      }
      setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
      this.#askWhat();
    });
  }

  /** Asked at each end and each beginning: a table that cannot run serves pages that wait, in place of this one; one
      that was started anew may serve others, in other colours. */
  async #askWhat() {
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    const health = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!health) return;
    this.#edition ??= health.pages;
    if (health.status === "safe_mode" || health.pages !== this.#edition) location.reload();
  }

  #receive(message) {
    this.#heard = performance.now();
    this.#pause = FIRST_PAUSE_MS;
    if (message.type === "beat") observe(message.now_ms);
    if (message.type === "view") {
      observe(message.view.now_ms);
      this.view = message.view;
      this.dispatchEvent(new CustomEvent("view", { detail: message.view }));
    }
    this.#watch();
  }

  #watch() {
    const silent = performance.now() - this.#heard;
    const stale = silent > STALE_MS;
    document.body.classList.toggle("is-stale", stale);
    if (stale || stale !== this.#stale) {
      this.#stale = stale;
      this.dispatchEvent(new CustomEvent("stale", { detail: stale ? Math.floor(silent / 1000) : null }));
    }
  }
}
