/* Beeps at 60, 30 and 10 seconds, and rings at the end until a person closes the clock or it ends otherwise; from the one
   device on which a person switched the sound on. */

import { left } from "./clock.js";

const SIGNALS = [
  { at: 60, count: 1, pitch: 660 },
  { at: 30, count: 2, pitch: 660 },
  { at: 10, count: 3, pitch: 880 },
  { at: 0, count: 1, pitch: 990, long: true },
];

const RING_EVERY_MS = 3000;

export class Beeper {
  #audio = null;
  #clock = null;
  #last = null;
  #rangAt = 0;

  constructor() {
    setInterval(() => this.#listen(), 100);
  }

  get isOn() {
    return this.#audio !== null;
  }

  /** Must be called from a click: browsers keep silent before one. */
  toggle() {
    if (this.#audio) {
      this.#audio.close();
      this.#audio = null;
      return;
    }
    this.#audio = new AudioContext();
    this.#beep(0, 660, 0.12);
  }

  follow(clock) {
    this.#clock = clock;
  }

  #listen() {
    if (!this.#clock || this.#clock.left_ms !== null) {
      this.#last = null;
      return;
    }
    const seconds = Math.ceil(left(this.#clock) / 1000);
    const signal = SIGNALS.find((one) => this.#last !== null && this.#last > one.at && seconds <= one.at);
    const ringsOn = seconds === 0 && this.#last === 0 && performance.now() - this.#rangAt >= RING_EVERY_MS;
    this.#last = seconds;
    if (ringsOn || signal?.at === 0) this.#rangAt = performance.now();
    if (ringsOn) this.#sound(SIGNALS.at(-1));
    else if (signal) this.#sound(signal);
  }

  #sound(signal) {
    if (!this.#audio) return;
    for (let beep = 0; beep < signal.count; beep += 1) this.#beep(beep * 0.22, signal.pitch, signal.long ? 0.9 : 0.12);
  }

  #beep(delay, pitch, length) {
    const start = this.#audio.currentTime + delay;
    const tone = this.#audio.createOscillator();
    const volume = this.#audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.25, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(this.#audio.destination);
    tone.start(start);
    tone.stop(start + length + 0.05);
  }
}
