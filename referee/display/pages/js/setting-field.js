/* One value of the configuration as a field: what it is for, how it is entered, and what was entered. */

import { make } from "./element.js";
import { text } from "./language.js";

/** The field with its label, its key and its description. */
export function control(field) {
  const id = `field-${field.key}`;
  const entry = field.kind === "switch" ? tick(field, id) : make("div", { class: "entry" }, input(field, id));
  return make(
    "div",
    { class: "setting", "data-kind": field.kind },
    make("label", { for: id }, make("code", {}, field.key)),
    make("p", { class: "hint", id: `${id}-hint` }, text(field.text), bounds(field)),
    entry,
  );
}

/** What was entered where it is another value than before, undefined where it is not. */
export function valueOf(form, field) {
  const entry = form.elements.namedItem(field.key);
  if (field.kind === "switch") return entry.checked === Boolean(field.value) ? undefined : entry.checked;
  if (field.kind === "secret") return secret(form, field, entry);
  const before = field.value === null || field.value === undefined ? "" : String(field.value);
  const entered = entry.value.trim();
  if (entered === before) return undefined;
  if (entered === "") return field.may_be_empty ? null : "";
  const isNumber = field.kind === "whole" || field.kind === "number" || field.choices.length > 0; // such as a delay, or "deal"
  return isNumber && Number.isFinite(Number(entered)) ? Number(entered) : entered;
}

/** A secret is never shown: what is entered replaces it, and only a tick takes it away. */
function secret(form, field, entry) {
  if (form.elements.namedItem(`${field.key} none`)?.checked) return field.may_be_empty ? null : "";
  return entry.value === "" ? undefined : entry.value;
}

function tick(field, id) {
  return make("div", { class: "entry" }, make("input", { type: "checkbox", id, name: field.key, checked: Boolean(field.value), "aria-describedby": `${id}-hint` }));
}

function input(field, id) {
  const shared = { id, name: field.key, "aria-describedby": `${id}-hint` };
  if (field.kind === "choice") {
    const options = field.may_be_empty ? ["", ...field.choices] : field.choices;
    const select = make("select", shared, options.map((value) => make("option", { value }, value || text("settings.unset"))));
    select.value = field.value ?? "";
    return select;
  }
  if (field.kind === "secret") {
    return [
      make("input", { ...shared, type: "password", autocomplete: "new-password", placeholder: text(field.value ? "settings.secret_set" : "settings.unset") }),
      field.value
        ? make("label", { class: "check" }, make("input", { type: "checkbox", name: `${field.key} none` }), text("settings.secret_none"))
        : null,
    ];
  }
  const type = field.kind === "whole" || field.kind === "number" ? "number" : "text";
  const limits = type === "number" ? { step: field.kind === "whole" ? 1 : "any", min: field.low, max: field.high } : {};
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null));
  return make("input", { ...shared, ...given, type, value: field.value ?? "", placeholder: field.default === null ? text("settings.unset") : String(field.default) });
}

function bounds({ low, high }) {
  if (low === null && high === null) return null;
  return make("span", { class: "bounds number" }, ` ${low ?? ""} – ${high ?? ""}`);
}
