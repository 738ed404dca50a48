/* Which deal this is: East 1, honba, pot; without winds just its number. */

import { make, Part } from "./element.js";
import { points, text } from "./language.js";

/** The name of a deal in words, from its wind and number. */
export function dealName({ wind, number }) {
  return wind ? text("deal.round", { wind: text(`wind.long.${wind}`), number }) : text("deal.number", { number });
}

class DealLabel extends Part {
  draw(view) {
    const deal = view?.deal;
    if (!deal) {
      this.fill();
      return;
    }
    const parts = [make("span", { class: "round" }, dealName(deal))];
    if (deal.wind) parts.push(make("span", { class: "count" }, `${text("label.honba")} `, make("b", {}, points(deal.honba))));
    if (deal.has_pot) parts.push(make("span", { class: "count" }, `${text("label.pot")} `, make("b", {}, points(view.pot))));
    this.fill(...parts);
  }
}

customElements.define("jn-deal-label", DealLabel);
