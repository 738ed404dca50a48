/* What the operator's and the referee's page share: the view comes in, the parts show it, keys and buttons become
   commands. A device only watches until a person takes control on it; the emergency stop works always. */

import "./answers.js";
import "./candidates.js";
import "./clock.js";
import "./deal-label.js";
import "./notice.js";
import "./result.js";
import "./sightings.js";
import "./status.js";
import "./tile.js";
import { actsBasis } from "./acts.js";
import { clockBasis, SHIFTS } from "./clock-acts.js";
import { ClockSignals } from "./clock-signals.js";
import { Commands } from "./commands.js";
import { Connection } from "./connection.js";
import { countDoubleClicksOnce } from "./double-click.js";
import { targets } from "./entry.js";
import { openKeyDialog } from "./key-dialog.js";
import { DEFAULT_KEYS, Keys } from "./keys.js";
import { coded, preferred, setLanguage, text } from "./language.js";
import { stepsBasis } from "./show-steps.js";
import { Beeper } from "./sound.js";
import { showTable } from "./tableau.js";
import { Voice } from "./voice.js";

const VOICE_WORDS = { off: "voice.on", on: "voice.off", none: "voice.none", missing: "voice.missing", refused: "voice.refused" };

const find = (selector) => document.querySelector(selector);

export class Console {
  #role;
  #show;
  #half = "";

  /** `show(view, enabled)` draws what only this page has. */
  constructor(role, show = () => {}) {
    this.#role = role;
    this.#show = show;
    this.view = null;
    this.connection = new Connection(role);
    this.commands = new Commands(role);
    this.keys = new Keys();
    this.signals = new ClockSignals();
    this.beeper = new Beeper(this.signals);
    this.voice = new Voice(this.signals);
  }

  get enabled() {
    return this.#stored() === "yes" && !document.body.classList.contains("is-stale");
  }

  async start() {
    countDoubleClicksOnce();
    find("jn-answers").follow(this.commands);
    this.#listen();
    await setLanguage(preferred());
    this.refresh();
    this.connection.open();
  }

  refresh() {
    const control = this.#stored() === "yes";
    const button = find("#control");
    button.textContent = text(control ? "control.release" : "control.take");
    button.classList.toggle("main", !control);
    find("#watching").hidden = control;
    const sound = find("#sound");
    sound.textContent = text(this.beeper.isOn ? "sound.off" : "sound.on");
    const voice = find("#voice");
    voice.textContent = text(VOICE_WORDS[this.voice.state]);
    voice.setAttribute("aria-disabled", ["none", "missing"].includes(this.voice.state)); // it can still be read
    find("#stop-key").textContent = this.keys.of("emergency_stop");
    if (!this.view) return;
    const { view, enabled } = this;
    this.commands.view = view;
    find("jn-deal-label").data = { deal: view.deal, pot: view.pot };
    find("jn-clock").data = view.clock;
    find("#phase").textContent = coded("phase", view.deal_phase && view.phase === "deciding" ? view.deal_phase : view.phase);
    find("jn-status").data = view;
    find("jn-notice").data = { attention: false, simulated: view.simulated };
    this.#attention(view);
    showTable(view);
    const keys = Object.fromEntries(Object.keys(DEFAULT_KEYS).map((act) => [act, this.keys.of(act)]));
    find("jn-candidates").data = { candidates: view.candidates, allowed: view.allowed, enabled, keys };
    find("jn-sightings").data = view.seen;
    find("jn-entry").data = { targets: targets(view), enabled, keys, half: this.#half };
    find("jn-acts").data = { view: actsBasis(view), enabled, keys };
    find("jn-clock-acts").data = { view: clockBasis(view), enabled, keys };
    find("jn-show-steps").data = { view: stepsBasis(view), enabled, keys };
    const preview = find("#preview");
    preview.hidden = !view.preview;
    preview.querySelector("jn-result").data = view.preview;
    this.#show(view, enabled);
  }

  #attention(view) {
    const line = find("#attention");
    line.hidden = !view.attention && !view.reason;
    line.textContent = `${text("notice.attention")} ${view.reason ? coded("attention", view.reason) : ""}`;
  }

  #listen() {
    this.connection.addEventListener("view", (event) => {
      this.view = event.detail;
      this.signals.follow(this.view.clock);
      this.voice.follow(this.view);
      this.refresh();
    });
    this.connection.addEventListener("stale", (event) => {
      find("jn-notice").silent = event.detail;
      this.refresh();
    });
    document.addEventListener("language", () => this.refresh());
    find("#control").addEventListener("click", () => this.#control());
    find("#keys").addEventListener("click", () => openKeyDialog(this.keys));
    find("#sound").addEventListener("click", () => {
      this.beeper.toggle();
      if (!this.beeper.isOn) this.voice.turn(false); // the sound off is silence
      this.refresh();
    });
    find("#voice").addEventListener("click", () => this.#turnVoice());
    this.voice.addEventListener("changed", () => this.refresh());
    find("#stop").addEventListener("click", () => this.commands.ask("emergency_stop"));
    find("jn-candidates").addEventListener("confirm", (event) => this.#confirm(event.detail));
    find("jn-candidates").addEventListener("reject", (event) => this.commands.ask("reject_candidate", event.detail));
    const ask = (event) => this.#ask(event.detail.act, event.detail.fields);
    find("jn-entry").addEventListener("enter", ask);
    find("jn-acts").addEventListener("act", ask);
    find("jn-clock-acts").addEventListener("act", ask);
    find("jn-show-steps").addEventListener("act", ask);
    this.keys.addEventListener("changed", () => this.refresh());
    this.keys.addEventListener("tile", (event) => find("jn-entry").name(event.detail));
    this.keys.addEventListener("half", (event) => {
      this.#half = event.detail;
      this.refresh();
    });
    this.keys.addEventListener("act", (event) => this.#key(event.detail));
  }

  #ask(act, fields) {
    const how = act === "show_result" ? { by_key: find("jn-show-steps").byKey } : {};
    this.commands.ask(act, { ...fields, ...how });
  }

  /** The voice belongs to the device that has the sound: whoever takes the one takes the other. */
  #turnVoice() {
    if (["none", "missing"].includes(this.voice.state)) return;
    const on = this.voice.state === "off";
    if (on && !this.beeper.isOn) this.beeper.toggle();
    this.voice.turn(on);
  }

  #confirm({ candidate, tile }) {
    this.commands.ask("confirm_candidate", tile ? { candidate, tile } : { candidate });
  }

  #key({ act, seat }) {
    if (act === "emergency_stop") {
      this.commands.ask("emergency_stop");
      return;
    }
    if (!this.enabled || !this.view) return;
    const candidate = this.view.candidates[0];
    if (act === "confirm") {
      if (find("jn-entry").enter()) return;
      const may = candidate && !candidate.secret && this.view.allowed.includes("confirm_candidate");
      if (may) this.#confirm({ candidate: candidate.id, tile: null });
      return;
    }
    if (act === "reject") {
      const may = candidate && this.view.allowed.includes("reject_candidate");
      if (may) this.commands.ask("reject_candidate", { candidate: candidate.id });
      return;
    }
    const acts = find("jn-acts");
    const clockActs = find("jn-clock-acts");
    if (act in SHIFTS) clockActs.press("shift_clock", { seconds: SHIFTS[act] });
    else if (act === "start_building") clockActs.start();
    else if (act === "close_clock") clockActs.press(act);
    else if (act === "show_step") find("jn-show-steps").step();
    else if (act === "show_rest") find("jn-show-steps").rest();
    else if (act === "enter_first") acts.press("enter_dice", { first: seat });
    else if (act === "pause" && this.view.allowed.includes("resume") && !this.view.allowed.includes("pause")) acts.press("resume", {});
    else acts.press(act, seat ? { seat } : {});
  }

  #control() {
    try {
      localStorage.setItem(`junanaho.control.${this.#role}`, this.#stored() === "yes" ? "no" : "yes");
    } catch {
      this.memory = this.#stored() === "yes" ? "no" : "yes";
    }
    this.refresh();
  }

  #stored() {
    try {
      return localStorage.getItem(`junanaho.control.${this.#role}`) ?? "no";
    } catch {
      return this.memory ?? "no";
    }
  }
}
