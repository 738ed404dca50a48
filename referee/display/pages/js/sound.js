/* Beeps at the signals of the clock and rings at its end; from the one device on which a person switched the sound on. */

const TONES = {
  60: { count: 1, pitch: 660 },
  30: { count: 2, pitch: 660 },
  10: { count: 3, pitch: 880 },
  0: { count: 1, pitch: 990, long: true },
};

export class Beeper {
  #audio = null;

  constructor(signals) {
    signals.addEventListener("signal", (event) => this.#sound(TONES[event.detail.at]));
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

  #sound(tone) {
    if (!this.#audio) return;
    for (let beep = 0; beep < tone.count; beep += 1) this.#beep(beep * 0.22, tone.pitch, tone.long ? 0.9 : 0.12);
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
