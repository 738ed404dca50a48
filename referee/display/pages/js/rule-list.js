/* The rules in words: every option by group with its value; with the attribute `meanings` also what it is about. `data` =
   {options, decided, changed}. The command `rules show --lang` says the same (`rule_phrases.py`). */

import { make, Part } from "./element.js";
import { has, text, title } from "./language.js";

const GROUPS = {
  play: ["players", "walls", "red_fives", "build_seconds", "build_grace_seconds", "discard_seconds", "hand_submission"],
  win: ["minimum", "minimum_counts_riichi", "minimum_counts_situational", "kiriage_mangan", "double_wind_pair_fu", "first_discard_ron", "several_ron"],
  yaku: ["riichi", "round_wind", "seat_winds", "ippatsu", "houtei", "yakuman_stack", "double_yakuman", "kazoe_yakuman", "local_yaku", "dora", "ura"],
  payment: ["payment", "stake", "draw", "riichi_stick", "honba"],
  match: ["dealer", "first_player", "length", "start_points", "bust", "last_deal", "pot_at_end"],
  order: ["reveal_at_draw", "dead_deal", "chombo", "hand_change"],
};

/** The title of a rule set in the page's language. */
export function ruleTitle(set) {
  return title(set.title) ?? set.name;
}

/** The value of an option in words. */
export function optionValue(option, value) {
  if (value === true) return text("value.yes");
  if (value === false) return text("value.no");
  if (value === null) return text("value.no_limit");
  if (Array.isArray(value)) {
    if (!value.length) return text("value.none");
    return option === "seat_winds" ? text("value.wind_list", { wind: value }) : text("value.yaku_list", { yaku: value.map(yakuName) });
  }
  if (typeof value === "object") return objectValue(option, value);
  if (typeof value === "number") return text(option.endsWith("_seconds") ? "value.seconds" : "value.number", { n: value });
  const key = `value.${option}.${value}`;
  return has(key) ? text(key) : value; // a value of a newer program
}

/** A house's own yaku stands there whole, with its titles. */
function yakuName(yaku) {
  return typeof yaku === "object" ? { code: yaku.id, titles: yaku.title } : yaku;
}

function objectValue(option, value) {
  if (option === "red_fives") return text("value.red_fives", { m: value.m ?? 0, p: value.p ?? 0, s: value.s ?? 0 });
  if ("han" in value) return text("value.han", { n: value.han });
  if ("points" in value) return text("value.points", { n: value.points });
  if ("deals" in value) return text("value.deals", { n: value.deals });
  if ("winds" in value) return text("value.winds", { winds: text("value.wind_list", { wind: value.winds }), laps: value.laps });
  const [first, second] = Object.entries(value).map(([name, part]) =>
    text(`value.${option}.${name}_is`, { value: optionValue(`${option}.${name}`, part) }),
  );
  return text("value.both", { first, second });
}

class Rules extends Part {
  draw(data) {
    if (!data?.options) {
      this.fill();
      return;
    }
    const groups = Object.entries(GROUPS).map(([name, options]) => {
      const rows = options.filter((option) => option in data.options).map((option) => this.#row(option, data));
      return rows.length ? make(
        "section",
        { class: "rule-group" },
        make("h2", {}, text(`rule_group.${name}`)),
        make("dl", { class: "rule-list" }, rows),
      ) : null;
    });
    const decided = data.decided?.length ? make("p", { class: "hint" }, text("rules.decided")) : null;
    this.fill(...groups.filter(Boolean), ...(decided ? [decided] : []));
  }

  #row(option, data) {
    const kinds = ["decided", "changed"].filter((kind) => data[kind]?.includes(option)).join(" ");
    const meaning = this.hasAttribute("meanings") ? make("p", { class: "meaning" }, text(`meaning.${option}`)) : null;
    return [
      make("dt", {}, text(`option.${option}`), meaning),
      make("dd", { class: kinds || null, "data-option": option }, optionValue(option, data.options[option])),
    ];
  }
}

customElements.define("jn-rules", Rules);
