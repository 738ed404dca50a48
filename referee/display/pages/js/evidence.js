/* What the camera saw when an event was accepted: the picture by itself, and large in a dialog of its own. Asked for only
   once somebody wants to see it. */

import { make } from "./element.js";
import { text } from "./language.js";

/** The picture of an event, with a line in its place where it is no longer kept. */
export function evidence(event) {
  const image = make("img", { class: "evidence", src: event.picture, alt: text("events.picture_about", { ref: event.seq }) });
  image.addEventListener("error", () => image.replaceWith(make("p", { class: "hint" }, text("events.picture_gone"))));
  return image;
}

/** Show it large; `about`: the event in words. */
export function showEvidence(event, about) {
  const title = text("events.picture_about", { ref: event.seq });
  const close = make("button", { class: "button", onclick: () => dialog.close() }, text("label.close"));
  const dialog = make(
    "dialog",
    { class: "dialog evidence-dialog", "aria-label": title },
    make("h2", {}, title),
    make("p", { class: "about" }, about),
    evidence(event),
    make("div", { class: "dialog-end" }, close),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
