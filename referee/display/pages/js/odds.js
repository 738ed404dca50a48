/* Who will win, and with what chance: a bar over all ends, then each seat with its figures, then how they came about. */

import { make, Part, seatChip } from "./element.js";
import { language, points, signed, text } from "./language.js";

class Odds extends Part {
  draw(data) {
    if (!data) return;
    const odds = data.live?.odds;
    if (!odds) {
      const why = data.weighing ? "odds.weighing" : data.live ? "odds.unknown" : "odds.none";
      this.fill(make("p", { class: "nothing" }, text(why)));
      return;
    }
    this.fill(
      bar(odds),
      make("ul", { class: "odds-seats" }, odds.seats.map((seat) => row(seat, data.names, odds)), last(odds)),
      make("p", { class: "odds-model" }, `${method(odds)}: ${text(`odds.model.${odds.model}`)}`),
    );
  }
}

/** The share of each end. Several winners at once are told below, the bar is drawn to the whole of all shares. */
function bar(odds) {
  const shares = [...odds.seats.map((seat) => [seat.seat, seat.win.value]), ["draw", odds.draw.value]];
  const parts = shares.filter(([, share]) => share > 0).map(([who, share]) => {
    const part = make("span", { class: "odds-share", "data-seat": who }, share >= 0.08 ? (who === "draw" ? text("odds.draw") : who) : "");
    part.style.flexGrow = String(share);
    return part;
  });
  return make("div", { class: "odds-bar", "aria-hidden": "true" }, parts);
}

function row(seat, names, odds) {
  const sure = seat.win.value === 1 && odds.draw.value === 0 && seat.next.value === 1;
  return make(
    "li",
    {},
    seatChip(seat.seat),
    make("strong", { class: "odds-name" }, names[seat.seat] ?? ""),
    make("span", { class: "odds-win number" }, chance(seat.win)),
    make(
      "span",
      { class: "odds-more" },
      sure ? text("odds.can_win") : text("odds.next", { chance: chance(seat.next) }),
      " · ",
      text("odds.expected", { points: expected(seat.expected) }),
    ),
    seat.hidden && odds.method === "exact" ? make("span", { class: "odds-hidden" }, text("odds.hidden")) : null,
  );
}

function last(odds) {
  return make(
    "li",
    {},
    make("span", { class: "odds-draw-mark" }, "–"),
    make("strong", { class: "odds-name" }, text("odds.draw")),
    make("span", { class: "odds-win number" }, chance(odds.draw)),
    odds.several.value > 0 ? make("span", { class: "odds-more" }, text("odds.several", { chance: chance(odds.several) })) : null,
  );
}

function method(odds) {
  return odds.method === "exact" ? text("odds.method.exact") : text("odds.method.sampled", { samples: odds.samples });
}

/** A chance in per cent, with its standard error where it has one. */
function chance(figure) {
  const format = new Intl.NumberFormat(language(), { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return figure.error ? `${format.format(figure.value)} ± ${format.format(figure.error)}` : format.format(figure.value);
}

function expected(figure) {
  const rounded = Math.round(figure.value * 10) / 10;
  const value = Math.abs(rounded) >= 100 ? Math.round(rounded) : rounded;
  return figure.error ? `${signed(value)} ± ${points(Math.round(figure.error))}` : signed(value);
}

customElements.define("jn-odds", Odds);
