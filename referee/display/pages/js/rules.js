/* The rules in force as one page that all players can read; without a match, those of the first rule set. `?set=kaiji`
   shows another. */

import { preferred, setLanguage, text } from "./language.js";
import { ruleTitle } from "./rule-list.js";

const byId = (id) => document.getElementById(id);
let rules = null;

function show() {
  const asked = rules.sets.find((one) => one.name === new URLSearchParams(location.search).get("set"));
  const set = asked ?? rules.in_force ?? rules.sets[0];
  byId("rules-title").textContent = set ? ruleTitle(set) : text("rules.none");
  byId("rules-note").textContent = asked ? "" : text(rules.in_force ? "rules.in_force" : "rules.proposal");
  document.querySelector("jn-rules").data = set ?? null;
}

async function start() {
  await setLanguage(preferred());
  rules = await (await fetch("/api/rules")).json();
  show();
  document.addEventListener("language", show);
  byId("print").addEventListener("click", () => print());
}

start();
