/* Signing in: a role and its token. */

import { preferred, setLanguage, text } from "./language.js";

const question = new URLSearchParams(location.search);
const role = document.getElementById("role");
const token = document.getElementById("token");
const wrong = document.getElementById("wrong");

const HOME = {
  operator: "/operator",
  referee: "/referee",
  commentator: "/commentator",
  overlay: "/overlay/hands",
  "player:A": "/player/A",
  "player:B": "/player/B",
  "player:C": "/player/C",
  "player:D": "/player/D",
};

/** Where to go afterwards: only to a page of this very server. */
function next() {
  const wish = question.get("next") ?? "";
  return /^\/[A-Za-z0-9/-]*$/.test(wish) && !wish.startsWith("//") ? wish : (HOME[role.value] ?? "/");
}

function say(key) {
  wrong.textContent = text(key);
  wrong.hidden = false;
}

async function submit(event) {
  event.preventDefault();
  try {
    const answer = await fetch("/api/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ role: role.value, token: token.value.trim() }),
    });
    if (answer.ok) location.assign(next());
    else say(answer.status === 429 ? "login.too_many" : "login.wrong");
  } catch {
    say("answer.unreachable");
  }
}

async function start() {
  await setLanguage(preferred());
  if (question.get("role") in HOME) role.value = question.get("role");
  if (question.has("wrong")) say("login.wrong");
  document.getElementById("form").addEventListener("submit", submit);
  token.focus();
}

start();
