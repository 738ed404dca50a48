/* The dialog in which the keys of a console are chosen anew. */

import { make } from "./element.js";
import { coded, text } from "./language.js";
import { DEFAULT_KEYS } from "./keys.js";

/** Open the dialog for these keys. */
export function openKeyDialog(keys) {
  const message = make("p", { class: "hint" }, text("keys.how"));
  const list = make("div", { class: "key-list" });
  const dialog = make(
    "dialog",
    { class: "dialog", tabindex: -1 },
    make("h2", {}, text("keys.title")),
    message,
    list,
    make(
      "div",
      { class: "dialog-end" },
      make("button", { class: "tool", onclick: () => { keys.reset(); fill(); } }, text("keys.reset")),
      make("button", { class: "button", onclick: () => dialog.close() }, text("label.close")),
    ),
  );
  let waiting = null;

  function wait(act) {
    waiting = act;
    message.textContent = text("keys.press", { act: coded("act", act) });
    fill();
    dialog.focus();
  }

  function row(act) {
    return make(
      "button",
      { class: `tool key-row${act === waiting ? " waiting" : ""}`, onclick: () => wait(act) },
      make("span", {}, coded("act", act)),
      make("kbd", {}, act === waiting ? "…" : keys.of(act)),
    );
  }

  function fill() {
    list.replaceChildren(...Object.keys(DEFAULT_KEYS).map(row));
  }

  dialog.addEventListener("keydown", (event) => {
    if (waiting === null || event.key === "Escape" || event.key === "Shift") return;
    event.preventDefault();
    const wrong = keys.choose(waiting, event.key);
    message.textContent = wrong ? text(wrong) : text("keys.how");
    if (!wrong) waiting = null;
    fill();
  });
  dialog.addEventListener("close", () => dialog.remove());
  fill();
  document.body.append(dialog);
  dialog.showModal();
}
