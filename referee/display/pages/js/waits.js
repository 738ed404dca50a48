/* The waits of a hand: tile, mark and word, never colour alone; grey with the word while furiten. `brief`: short words
   and no worth, on one line, and as many as there is room for; `all`: more than five. */

import { make, Part } from "./element.js";
import { coded, points, text } from "./language.js";

const SHOWN = 5;

class Waits extends Part {
  draw(data) {
    if (!data) {
      this.fill();
      return;
    }
    const { waits, furiten, copies = [] } = data;
    if (!waits.length) {
      this.fill(make("p", { class: "nothing" }, text("term.noten")));
      return;
    }
    if (this.hasAttribute("brief")) {
      this.#fit(waits, furiten);
      return;
    }
    const limit = this.hasAttribute("all") ? waits.length : SHOWN;
    this.fill(row(waits, furiten && text("term.furiten"), limit, (one) => wait(one, copies.find(({ tile }) => tile === one.tile))));
  }

  /** As many as fit the width, the rest as a number; what has no width yet shows all that may be shown. */
  #fit(waits, furiten) {
    for (let limit = SHOWN; limit > 0; limit -= 1) {
      this.fill(row(waits, furiten && text("wait.brief.furiten"), limit, brief));
      if (this.scrollWidth <= this.clientWidth) return;
    }
  }
}

function row(waits, furiten, limit, cell) {
  const rest = waits.length - limit;
  return make(
    "div",
    { class: `waits${furiten ? " is-furiten" : ""}` },
    waits.slice(0, limit).map(cell),
    rest > 0 ? make("span", { class: "more" }, `+${rest}`) : null,
    furiten ? make("strong", { class: "furiten-word" }, furiten) : null,
  );
}

function brief(one) {
  return make(
    "div",
    { class: `wait ${one.kind}${one.is_open ? " is-open" : ""}` },
    make("jn-tile", { name: one.tile }),
    make(
      "div",
      {},
      make("span", { class: "says" }, make("b", { class: "mark" }, one.mark), make("span", { class: "word" }, text(`wait.brief.${one.kind}`))),
      one.live === null ? null : make("span", { class: "live number" }, text("wait.live", { n: one.live })),
    ),
  );
}

function wait(one, copies) {
  const worth = one.limit === "none" ? text("result.han_fu", { han: one.han ?? 0, fu: one.fu ?? 0 }) : coded("limit", one.limit);
  const needs = one.kind === "conditional" ? one.needs.map((need) => coded("yaku", need)).join(text("list.or")) : "";
  return make(
    "div",
    { class: `wait ${one.kind}${one.is_open ? " is-open" : ""}` },
    make("jn-tile", { name: one.tile }),
    make(
      "div",
      {},
      make("b", { class: "mark" }, one.mark),
      make("span", { class: "word" }, text(`wait.${one.kind}`)),
      make("span", { class: "worth" }, needs ? text("wait.with", { needs }) : `${worth} · ${points(one.points)}`),
      one.live === null ? null : make("span", { class: "live number", title: copies ? text("copies.where", copies) : null }, live(one, copies)),
    ),
  );
}

/** How many copies can still come, and how many cannot any more. */
function live(one, copies) {
  const words = text("wait.live", { n: one.live });
  return copies ? `${words} · ${text("copies.dead", { n: copies.dead })}` : words;
}

customElements.define("jn-waits", Waits);
