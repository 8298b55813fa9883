/**
 * Polls, never concurrently: with a pause after each response, and at once when the page becomes visible, the window
 * gets the focus or the browser is online again, since timers of a hidden page are throttled.
 * @param ask must not reject
 * @param pauseMs in ms; a function is called after every response
 * @returns stops it
 */
export function poll(ask: () => Promise<void>, pauseMs: number | (() => number)): () => void {
  let isAsking = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const askLater = () => {
    clearTimeout(timer);
    timer = setTimeout(askOnce, typeof pauseMs === "number" ? pauseMs : pauseMs());
  };
  const askOnce = async () => {
    if (isAsking) return;
    isAsking = true;
    await ask();
    isAsking = false;
    if (!isStopped) askLater();
  };
  const onVisible = () => {
    if (document.visibilityState === "visible") void askOnce();
  };
  askLater();
  document.addEventListener("visibilitychange", onVisible);
  window.addEventListener("focus", askOnce);
  window.addEventListener("online", askOnce);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisible);
    window.removeEventListener("focus", askOnce);
    window.removeEventListener("online", askOnce);
  };
}
