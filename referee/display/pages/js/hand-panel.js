/* A seat's hand for the referee: the 13, the pool, waits with marks, furiten with its reason. */

import { make, Part } from "./element.js";
import { coded, phrase, text } from "./language.js";
import "./pool.js";
import "./waits.js";

class HandPanel extends Part {
  draw(data) {
    if (!data) return;
    const { hand, name, live } = data;
    const waits = make("jn-waits", { all: true });
    this.fill(
      make(
        "header",
        { class: "hand-head", "data-seat": hand.seat },
        make("span", { class: "seat-chip" }, hand.seat),
        make("strong", {}, name),
        make("span", { class: "how" }, hand.is_known ? coded("how", hand.how || "other") : text("hand.unknown")),
        hand.late ? make("span", { class: "tag warn" }, text("hand.late")) : null,
        hand.dead ? make("span", { class: "tag bad" }, text("term.dead_hand")) : null,
      ),
      hand.is_known ? row("hand-tiles", hand.hand) : row("wall-tiles", hand.wall),
      hand.is_known ? waits : null,
      hand.furiten ? make(
        "p",
        { class: "furiten" },
        hand.furiten.phrases.map(({ key, facts }, place) => [place ? text("list.sentence") : "", phrase(key, facts)]),
      ) : null,
      hand.is_known && hand.pool.length ? make(
        "div",
        { class: "pool" },
        make("span", {}, text("term.discard_pool")),
        live?.pool.length ? marked(live.pool) : row("pool-tiles", hand.pool),
      ) : null,
    );
    waits.data = { waits: hand.waits, furiten: hand.furiten !== null, copies: live?.waits ?? [] };
  }
}

function marked(tiles) {
  const pool = make("jn-pool");
  pool.data = tiles;
  return pool;
}

function row(kind, tiles) {
  return make("div", { class: `tiles ${kind}` }, tiles.map((name) => make("jn-tile", { name })));
}

customElements.define("jn-hand", HandPanel);
