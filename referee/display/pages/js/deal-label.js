/* Which deal this is: East 1, honba, pot; without winds just its number. */

import { make, Part } from "./element.js";
import { points, text } from "./language.js";

class DealLabel extends Part {
  draw(view) {
    const deal = view?.deal;
    if (!deal) {
      this.fill();
      return;
    }
    const round = deal.wind
      ? text("deal.round", { wind: text(`wind.long.${deal.wind}`), number: deal.number })
      : text("deal.number", { number: deal.number });
    const parts = [make("span", { class: "round" }, round)];
    if (deal.wind) parts.push(make("span", { class: "count" }, `${text("label.honba")} `, make("b", {}, points(deal.honba))));
    if (deal.has_pot) parts.push(make("span", { class: "count" }, `${text("label.pot")} `, make("b", {}, points(view.pot))));
    this.fill(...parts);
  }
}

customElements.define("jn-deal-label", DealLabel);
