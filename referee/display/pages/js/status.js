/* The hardware in one strip, as operator and referee see it: cards of table, line and cameras, and below them in whole
   sentences what is wrong now, what to do, and what went wrong last. */

import "./alerts.js";
import "./devices.js";
import { make, Part } from "./element.js";

class Status extends Part {
  #devices = make("jn-devices");
  #alerts = make("jn-alerts");

  draw(view) {
    if (!view) return;
    if (!this.firstChild) this.fill(this.#devices, this.#alerts);
    const { table, cameras } = view;
    this.#devices.data = { table, cameras };
    this.#alerts.data = {
      table: { trouble: table.trouble, port: table.port, facts: table.facts, trips: table.trips, faults: table.faults, differs: table.differs },
      cameras: cameras.filter((camera) => camera.trouble).map(({ name, trouble, facts, code, use }) => ({ name, trouble, facts, code, use })),
      confirm_all: view.confirm_all,
      last: over(view.last_trouble, view.now_ms),
      recovered_ms: view.recovered_ms,
    };
  }
}

/** The last trouble once it is over, and for how many seconds; coarse, so that the line is not drawn anew all the time. */
function over(trouble, now_ms) {
  if (!trouble || trouble.over_ms === null) return null;
  const seconds = Math.max(0, (now_ms - trouble.over_ms) / 1000);
  return { code: trouble.code, camera: trouble.camera, phrase: trouble.phrase, seconds: seconds < 60 ? Math.floor(seconds / 10) * 10 : Math.floor(seconds / 60) * 60 };
}

customElements.define("jn-status", Status);
