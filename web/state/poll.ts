/**
 * Asks again and again, never twice at once: so long after each answer, and at once when the page or its window is looked
 * at again or the browser says that it is back online, since a hidden page's timers are slowed down.
 * @param ask must not reject
 * @param pauseMs a function is asked after every answer
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
