/* The printable score sheet of one match (`?match=ID`), with the rule set it was played by. */

import "./rule-list.js";
import "./score-sheet.js";
import "./tile.js";
import { make } from "./element.js";
import { coded, preferred, setLanguage, text } from "./language.js";

async function start() {
  await setLanguage(preferred());
  document.querySelector("#print").addEventListener("click", () => print());
  const match = new URLSearchParams(location.search).get("match") ?? "";
  try {
    const answer = await fetch(`/api/matches/${encodeURIComponent(match)}`);
    const sheet = await answer.json();
    if (!answer.ok) throw new Error(sheet.message ?? coded("answer", sheet.code));
    document.querySelector("jn-score-sheet").data = sheet;
    document.querySelector("jn-rules").data = { options: sheet.options };
  } catch (error) {
    document.querySelector("main").replaceChildren(make("p", { class: "wrong" }, error.message || text("answer.unreachable")));
  }
}

start();
