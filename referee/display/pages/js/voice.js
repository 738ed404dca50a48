/* Speaks the announcements, with a voice of the browser in the language of the page; from the one device on which a person
   switched it on, beside the sound. Where the browser has no speech, or no voice for the language, it stays silent and
   says so. Dispatches "changed" when what can be said of it changes. */

import { Announcements, timeLeft } from "./announcements.js";
import { language } from "./language.js";

/** By language of the page: the tongue of an utterance, and the voices that speak it, the best first. */
const TONGUES = {
  ja: [["ja-JP", /^ja\b/]],
  en: [["en-GB", /^en-gb/], ["en-US", /^en-us/], ["en-GB", /^en\b/]],
  "zh-Hant": [["zh-TW", /^(zh|cmn)(-hant)?-tw/]], // voices of Hong Kong speak Cantonese
  "zh-Hans": [["zh-CN", /^(zh|cmn)(-hans)?(-cn)?$/]],
};

const OWN_DOING = ["canceled", "interrupted"];

/** How such a voice sounds in the present language: its tongue with the voice, or null. */
function spoken(voices) {
  for (const [tongue, names] of TONGUES[language()]) {
    const voice = voices.find((one) => names.test(one.lang.replace("_", "-").toLowerCase()));
    if (voice) return { tongue, voice };
  }
  return null;
}

export class Voice extends EventTarget {
  #speech = globalThis.speechSynthesis ?? null;
  #announcements = new Announcements();
  #isOn = false;
  #isRefused = false;

  constructor(signals) {
    super();
    signals.addEventListener("signal", ({ detail }) => !detail.again && this.#speak([timeLeft(detail.at)]));
    // voices come some time after the page, and with some browsers never
    this.#speech?.addEventListener?.("voiceschanged", () => this.#tell());
  }

  /** `off`, `on`, or why it cannot speak: `none` in this browser, `missing` for the language, `refused`. */
  get state() {
    if (!this.#speech || typeof SpeechSynthesisUtterance === "undefined") return "none";
    if (!spoken(this.#speech.getVoices())) return "missing";
    if (this.#isOn && this.#isRefused) return "refused";
    return this.#isOn ? "on" : "off";
  }

  /** Must be called from a click, but where the browser was started to speak without one. */
  turn(on) {
    this.#isOn = on;
    this.#isRefused = false;
    if (!on) this.#speech?.cancel();
    this.#tell();
  }

  /** Announce what has come since the view before; a result that was taken back is not spoken to its end. */
  follow(view) {
    const { isTakenBack, sentences } = this.#announcements.hear(view);
    if (isTakenBack && this.#isOn) this.#speech?.cancel();
    this.#speak(sentences);
  }

  #speak(sentences) {
    if (!this.#isOn || !sentences.length || !["on", "refused"].includes(this.state)) return;
    const { tongue, voice } = spoken(this.#speech.getVoices());
    const utterance = new SpeechSynthesisUtterance(sentences.join(" "));
    utterance.lang = tongue;
    utterance.voice = voice;
    utterance.onstart = () => this.#refuse(false);
    utterance.onerror = ({ error }) => OWN_DOING.includes(error) || this.#refuse(true);
    this.#speech.speak(utterance);
  }

  #refuse(isRefused) {
    if (isRefused === this.#isRefused) return;
    this.#isRefused = isRefused;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new CustomEvent("changed"));
  }
}
