/* An overlay runs for days, longer than the program that serves it. When the server comes back with other pages this
   page loads itself anew, but never while a hand is being played. */

const PLAYED = ["walls", "building", "discarding", "last_window", "deciding"];

async function tag() {
  const answer = await fetch("/api/stream");
  return answer.ok ? (await answer.json()).pages : null;
}

export async function keepFresh(connection) {
  let loaded = await tag().catch(() => null);
  let isOld = false;
  const reload = () => {
    if (isOld && !PLAYED.includes(connection.view?.phase)) location.reload();
  };
  connection.addEventListener("open", async () => {
    const now = await tag().catch(() => null);
    loaded ??= now;
    isOld = now !== null && now !== loaded;
    reload();
  });
  connection.addEventListener("view", reload);
}
