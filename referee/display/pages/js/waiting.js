/* What is seen while the table cannot run: please wait. It looks now and then whether there is a table again. */

import { preferred, setLanguage } from "./language.js";

const LOOK_EVERY_MS = 3000;

async function look() {
  const answer = await fetch("/api/state?role=public", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

setLanguage(preferred());
setInterval(look, LOOK_EVERY_MS);
