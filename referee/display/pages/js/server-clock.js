/* The desk's clock as this page sees it: an instant sent with each message, and the browser's own clock in between.
   A simulated table may run faster than real time, so the pace is measured too. */

const SMALLEST_STEP_MS = 300;
const REAL_PACE = 0.1; // a pace this close to 1 is jitter of the network

let known = null;
let pace = 1;

/** Take the desk's now from a message. */
export function observe(nowMs) {
  const here = performance.now();
  if (known && here - known.here >= SMALLEST_STEP_MS) {
    const measured = Math.max(0, (nowMs - known.now) / (here - known.here));
    pace = Math.abs(measured - 1) < REAL_PACE ? 1 : measured;
  }
  if (!known || here - known.here >= SMALLEST_STEP_MS || Math.abs(nowMs - serverNow()) > 1000) known = { here, now: nowMs };
}

/** The desk's now, in milliseconds. */
export function serverNow() {
  return known ? known.now + (performance.now() - known.here) * pace : 0;
}
