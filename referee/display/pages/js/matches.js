/* The kept matches, the newest first, each with its score sheet, its replay and its record. */

import { make, Part, seatChip } from "./element.js";
import { coded, points, preferred, setLanguage, text } from "./language.js";

class Matches extends Part {
  draw(data) {
    if (!data) return;
    if (data.trouble) {
      this.fill(make("p", { class: "wrong" }, data.trouble));
      return;
    }
    if (!data.matches.length) {
      this.fill(make("p", { class: "hint" }, text("matches.none")));
      return;
    }
    this.fill(make("ul", { class: "match-list" }, data.matches.map(row)));
  }
}

function row(match) {
  const link = (page, label) => make("a", { class: "tool", href: `${page}?${new URLSearchParams({ match: match.id })}` }, text(label));
  const record = make("a", { class: "tool", href: `/api/matches/${encodeURIComponent(match.id)}/record`, download: "" }, text("matches.record"));
  return make(
    "li",
    { "data-match": match.id },
    make("div", { class: "match-when" }, make("time", { datetime: match.began_at }, when(match.began_at)), make("span", { class: "hint" }, text("matches.deals", { n: match.deals }))),
    make(
      "div",
      { class: "match-what" },
      make("strong", {}, match.title || Object.values(match.players).join(` ${text("label.versus")} `)),
      make("span", { class: "hint" }, [match.venue, match.source === "simulated" ? text("notice.simulated") : ""].filter(Boolean).join(" · ")),
      match.revision > 1 ? make("span", { class: "tag" }, text("score_sheet.revision", { n: match.revision })) : null,
      match.ended ? null : make("span", { class: "tag" }, text("matches.goes_on")),
    ),
    make(
      "div",
      { class: "match-players" },
      Object.entries(match.players).map(([seat, name]) =>
        make("span", { class: "match-player" }, seatChip(seat), make("span", {}, name), make("b", { class: "number" }, points(match.points[seat]))),
      ),
    ),
    make("div", { class: "match-links" }, link("/replay", "replay.title"), link("/sheet", "score_sheet.title"), record),
  );
}

function when(moment) {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : date.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}

customElements.define("jn-matches", Matches);

async function start() {
  await setLanguage(preferred());
  const list = document.querySelector("jn-matches");
  try {
    const answer = await fetch("/api/matches");
    const told = await answer.json();
    list.data = answer.ok ? told : { trouble: told.message ?? coded("answer", told.code), matches: [] };
  } catch {
    list.data = { trouble: text("answer.unreachable"), matches: [] };
  }
}

start();
