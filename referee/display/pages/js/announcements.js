/* What a voice says of a table: the words for what has newly come onto the public screen, and nothing else. It reads only
   what everybody is told, also on the page of somebody who is told more, and speaks when the screen changes: whether a
   ron is right or possible moves neither the words nor their moment. */

import { left } from "./clock.js";
import { coded, text, title } from "./language.js";

const DORA = ["dora", "aka_dora", "ura_dora"];

/** What of a view is on the public screen and can be spoken of. */
function screenOf(view) {
  return {
    isBuilding: view.clock?.kind === "build",
    isDeciding: view.phase === "deciding",
    deal: view.deal?.no ?? null,
    shown: view.result && view.sheet ? view.sheet.shown : 0,
    isOver: Boolean(view.final),
  };
}

export class Announcements {
  #before = null;

  /** The sentences for what has newly come, in the order in which it did; `isTakenBack`: what was told last is gone. */
  hear(view) {
    const before = this.#before;
    const now = screenOf(view);
    this.#before = now;
    if (!before) return { isTakenBack: false, sentences: [] }; // what was there before nobody announces
    if (now.deal < before.deal) return { isTakenBack: true, sentences: [] }; // a deal was taken back: all of this was said
    const isTakenBack = before.deal !== now.deal || now.shown < before.shown;
    const from = isTakenBack ? 0 : before.shown;
    const steps = now.shown > from ? view.sheet.steps.slice(from, now.shown) : [];
    const sentences = [
      !before.isBuilding && now.isBuilding && left(view.clock) > 0 ? text("say.building") : null,
      !before.isDeciding && now.isDeciding ? text("say.deciding") : null,
      ...steps.map((step) => told(step, view)),
      !before.isOver && now.isOver ? text("say.over") : null,
    ];
    return { isTakenBack, sentences: sentences.filter(Boolean) };
  }
}

/** What is said of the clock at a signal. */
export function timeLeft(seconds) {
  return seconds ? text("say.left", { n: seconds }) : text("say.time_up");
}

/** A step of the result sheet; of hands, dora and payments the screen tells better. */
function told({ part, win, yaku }, { result, seats }) {
  const won = result.wins[win];
  if (part === "ending") return text("say.sentence", { words: coded("result.type", result.type) });
  if (part === "call") return text("say.ron", { winner: nameOf(won.winner, seats), loser: nameOf(won.loser, seats) });
  if (part === "yaku") return yakuName(won.yaku[yaku]);
  if (part === "ura") return won.yaku.filter(({ id }) => id === "ura_dora").map(yakuName).join("");
  return part === "total" ? text("say.total", { worth: worth(won), points: won.price }) : null;
}

function nameOf(letter, seats) {
  return seats.find(({ seat }) => seat === letter)?.name ?? letter;
}

function yakuName({ id, han, titles }) {
  const name = title(titles) ?? coded("yaku", id);
  return DORA.includes(id) ? text("say.dora", { words: name, n: han }) : text("say.sentence", { words: name });
}

function worth(win) {
  if (win.yakuman > 1) return text("result.yakuman_times", { n: win.yakuman });
  if (win.limit !== "none") return coded("limit", win.limit);
  return text("result.han_fu", { han: win.han, fu: win.fu });
}
