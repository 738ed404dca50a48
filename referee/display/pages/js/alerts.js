/* What is wrong with table, line and cameras, each with its code, in whole sentences with place and remedy: first what
   stops play, then what only warns. Drawn anew only when it changes, so that a screen reader says it once. */

import { make, Part } from "./element.js";
import { codedPhrase, phrase, text } from "./language.js";

class Alerts extends Part {
  draw(data) {
    if (!data) return;
    const { table, cameras } = data;
    const lines = [
      ...line(table),
      ...(table.trips ? [alarm("", text("status.trips", { trips: table.trips }))] : []),
      ...table.faults.map((fault) => (fault.latched ? alarm : warning)(fault.code, phrase(fault.phrase.key, fault.phrase.facts))),
      ...(data.confirm_all ? [warning("", text("status.confirm_all"))] : []),
      ...cameras.map(camera),
      ...table.differs.map((one) => warning("", text("status.sticks", one))),
      ...(data.recovered_ms === null ? [] : [warning("", text("status.recovered", { seconds: Math.round(data.recovered_ms / 1000) }))]),
    ];
    lines.sort((one, other) => urgency(one) - urgency(other));
    const last = data.last && lastLine(data.last);
    this.fill(lines.length || last ? make("div", { class: "alerts" }, lines, last) : null);
  }
}

const alarm = (code, ...words) => entry({ class: "fault", role: "alert" }, code, words);
const warning = (code, ...words) => entry({ class: "fault warning", role: "status" }, code, words);

function entry(attributes, code, words) {
  return make("p", attributes, code ? [make("b", {}, code), " "] : null, words);
}

const urgency = (line) => (line.getAttribute("role") === "alert" ? 0 : 1);

function line(table) {
  if (!table.trouble) return [];
  const tell = table.trouble === "noisy" || table.trouble === "waiting" ? warning : alarm;
  return [tell(`LINE_${table.trouble.toUpperCase()}`, codedPhrase("link", table.trouble, { port: table.port, ...table.facts }))];
}

function camera({ name, trouble, facts, code, use }) {
  const tell = use === "blocked" || (use === "absent" && trouble !== "starting") ? alarm : warning;
  return tell(code, `${name}: `, codedPhrase("camera", trouble, facts));
}

function lastLine({ code, camera, phrase: sentence, seconds }) {
  const words = [camera ? `${camera}: ` : null, phrase(sentence.key, sentence.facts)];
  return make("p", { class: "fault past" }, make("span", { class: "over" }, text("status.last", { ago: ago(seconds) })), " ", make("b", {}, code), " ", words);
}

function ago(seconds) {
  if (seconds < 60) return text("status.seconds", { seconds });
  if (seconds < 3600) return text("status.minutes", { minutes: Math.floor(seconds / 60) });
  return text("status.hours", { hours: Math.floor(seconds / 3600) });
}

customElements.define("jn-alerts", Alerts);
