/* Asks every second or so whether a game has changed: slow while the page is hidden, silent while the phone is offline.

   Expects <main data-follow="/g/…/news" data-version="12" data-show="Show" data-gone="…" data-deleted="…"
   data-home="/" data-game="/g/…">. The page of a game that is deleted goes to the one that says so, if it can be left,
   and that one, with data-is-deleted, back when the game is. */

const PAUSE_MS = 1_200;
// Who has handed in looks whether it has come.
const PILES_MS = 700;
const HIDDEN_PAUSE_MS = 20_000;
const LONGEST_PAUSE_MS = 15_000;
const PATIENCE_MS = 10_000;
const SHOWN_MS = 12_000;

/* `show` shows news, or fails; `canLeave` says whether the page of a deleted game can be left; `takePiles` is told
   which were handed in. */
export function follow(main, { show, canLeave, takePiles }) {
  const pause = takePiles ? PILES_MS : PAUSE_MS;
  const { follow: address, home, gone, deleted, game, isDeleted } = main.dataset;
  const line = addLine(main);
  let { version } = main.dataset;
  let timer = 0;
  let failed = 0;
  let isAsking = false;
  let isGone = false;

  async function ask() {
    clearTimeout(timer);
    if (isAsking || isGone) return;
    if (!navigator.onLine) return;
    isAsking = true;
    try {
      const answer = await fetch(`${address}?since=${version}`, {
        headers: { "If-None-Match": `"${version}"` }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS),
      });
      failed = answer.ok || answer.status === 304 ? 0 : failed + 1;
      isGone = answer.status === 404;
      if (isGone) line.say(gone, home, { stays: true });
      const isLeft = isDeleted === undefined ? answer.status === 410 : answer.ok;
      if (isLeft && canLeave?.()) location.replace(game);
      else if (isLeft) line.say(deleted, game, { stays: true });
      if (answer.ok) {
        const news = await answer.json();
        if (news.version !== version) await show(line, news, address.replace(/news$/, ""));
        // What could not be shown is asked for again.
        version = news.version;
      }
      if (answer.status === 304) await takePiles?.(answer.headers.get("X-Piles"));
    } catch {
      failed += 1;
    }
    isAsking = false;
    const wait = Math.min(pause * 2 ** failed, LONGEST_PAUSE_MS);
    timer = setTimeout(ask, document.hidden ? HIDDEN_PAUSE_MS : wait);
  }

  addEventListener("online", ask);
  addEventListener("pageshow", (event) => event.persisted && ask());
  document.addEventListener("visibilitychange", () => !document.hidden && ask());
  timer = setTimeout(ask, pause);
}

/* A line over the page that says what came, with a way to look at it. */
function addLine({ dataset: { show } }) {
  const box = Object.assign(document.createElement("div"), { className: "news", role: "status" });
  document.body.append(box);
  let timer = 0;
  const clear = () => box.replaceChildren();
  box.addEventListener("click", clear);
  return {
    say(words, address, { stays = false } = {}) {
      clearTimeout(timer);
      if (!words) return;
      const said = Object.assign(document.createElement("span"), { textContent: words });
      const link = Object.assign(document.createElement("a"), { textContent: show, href: address });
      box.replaceChildren(said, ...(address ? [link] : []));
      if (!stays) timer = setTimeout(clear, SHOWN_MS);
    },
  };
}
