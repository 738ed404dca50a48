/* The language of this page and its texts. Views hold codes and facts; only here do they become words. */

import { make, redrawAll } from "./element.js";

const LANGUAGES = { en: "English", ja: "日本語", "zh-Hant": "繁體中文", "zh-Hans": "简体中文" };

// `?theme=dark` shows this page otherwise than the house does; which themes there are, the style sheet knows
const theme = new URLSearchParams(location.search).get("theme");
if (theme) document.documentElement.dataset.theme = theme;

const STORED = `junanaho.language.${location.pathname}`;
let texts = {};
let current = "en";

function fitting(wish) {
  if (!wish) return null;
  const text = wish.toLowerCase();
  if (text.startsWith("ja")) return "ja";
  if (text.startsWith("zh")) return /hant|tw|hk|mo/.test(text) ? "zh-Hant" : "zh-Hans";
  if (text.startsWith("en")) return "en";
  return null;
}

function stored() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null; // storage is switched off: the browser's own language is used each time
  }
}

/** The language asked for in the address, chosen before on this page, or else the browser's. */
export function preferred() {
  const asked = new URLSearchParams(location.search).get("lang");
  const wishes = [asked, stored(), ...(navigator.languages ?? [])];
  return wishes.map(fitting).find(Boolean) ?? "en";
}

export function language() {
  return current;
}

/** Load a language, mark the page with it and redraw. */
export async function setLanguage(wish, remember = false) {
  const chosen = LANGUAGES[wish] ? wish : "en";
  const answer = await fetch(`/api/texts/${chosen}`);
  if (!answer.ok) throw new Error(`texts in ${chosen}: ${answer.status}`);
  texts = await answer.json();
  current = chosen;
  document.documentElement.lang = chosen;
  if (remember) {
    try {
      localStorage.setItem(STORED, chosen);
    } catch {
      // not remembered, still used
    }
  }
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const element of document.querySelectorAll("[data-placeholder]")) element.placeholder = text(element.dataset.placeholder);
  redrawAll();
  document.dispatchEvent(new CustomEvent("language"));
}

export function has(key) {
  return Object.hasOwn(texts, key);
}

/** Whether a value names a face, such as 5m, 0p or 7z. */
export function isTileName(value) {
  return typeof value === "string" && /^([0-9][mps]|[1-7]z)$/.test(value);
}

/** A fact as a word: numbers grouped, codes of facts and phrases looked up, tiles by name. */
export function word(name, value) {
  if (value === null || value === undefined) return "–";
  if (isPhrase(value)) return text(value.key, value.facts);
  if (isNamed(value)) return title(value.titles) ?? value.code;
  if (Array.isArray(value)) return value.map((item) => word(name, item)).join(text("list.comma"));
  if (typeof value === "number") return new Intl.NumberFormat(current).format(value);
  if (isTileName(value)) return tileWord(value);
  const key = [`fact.${name}.${value}`, `${name}.${value}`].find(has);
  return key ? text(key) : String(value);
}

/** The text of a key with its facts filled in. A missing key is shown as it is, so that it is seen and reported. */
export function text(key, facts = {}) {
  const pattern = texts[key];
  if (pattern === undefined) return key;
  return pattern.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(facts, name) ? word(name, facts[name]) : whole));
}

/** The same as nodes: a fact that is a tile becomes a small picture of it. */
export function phrase(key, facts = {}) {
  const pattern = texts[key] ?? key;
  const parts = pattern.split(/\{(\w+)\}/);
  return parts.map((part, place) => {
    if (place % 2 === 0) return part;
    const value = facts[part];
    const list = Array.isArray(value) ? value : [value];
    if (list.length && list.every(isTileName)) return list.map((name) => make("jn-tile", { name, class: "in-text" }));
    if (isPhrase(value)) return phrase(value.key, value.facts);
    return Object.hasOwn(facts, part) ? word(part, value) : `{${part}}`;
  });
}

/** A name that comes by language: in that of the page, or else in English. */
export function title(titles) {
  return titles?.[current] ?? titles?.en;
}

function isNamed(value) {
  return value !== null && typeof value === "object" && "titles" in value;
}

/** Whether a fact is itself a text with its facts, as the server composes sentences. */
function isPhrase(value) {
  return value !== null && typeof value === "object" && "key" in value;
}

/** A text by code with a general one behind it, for codes that a newer program may send. */
export function coded(prefix, code, facts = {}) {
  const key = `${prefix}.${code}`;
  return has(key) ? text(key, facts) : text(`${prefix}.other`, { code });
}

export function codedPhrase(prefix, code, facts = {}) {
  const key = `${prefix}.${code}`;
  return has(key) ? phrase(key, facts) : [text(`${prefix}.other`, { code })];
}

/** The name of a tile in words, as a player says it. */
export function tileWord(name) {
  const [number, suit] = name;
  if (suit === "z") return text(`tile.${name}`);
  if (number === "0") return text("tile.red", { tile_text: tileWordPlain("5", suit) });
  return tileWordPlain(number, suit);
}

function tileWordPlain(number, suit) {
  return text(`tile.suit.${suit}`, { digit: text(`tile.digit.${number}`) });
}

export function points(value) {
  return typeof value === "number" ? new Intl.NumberFormat(current).format(value).replace("-", "−") : String(value);
}

export function signed(value) {
  if (typeof value !== "number") return String(value);
  return value > 0 ? `+${points(value)}` : value < 0 ? `−${points(-value)}` : "±0";
}

/** The switch on each page. */
class LanguageSwitch extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    const select = make(
      "select",
      { class: "language", "aria-label": "Language / 言語 / 語言", onchange: (event) => setLanguage(event.target.value, true) },
      Object.entries(LANGUAGES).map(([code, name]) => make("option", { value: code, lang: code }, name)),
    );
    this.append(select);
    select.value = current;
    document.addEventListener("language", () => {
      select.value = current;
    });
  }
}

customElements.define("jn-language", LanguageSwitch);
