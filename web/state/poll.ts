/**
 * Asks again and again, never twice at once: at each interval, and at once when the page or its window is looked at again
 * or the browser says that it is back online, since a hidden page's timers are slowed down.
 * @param ask must not reject
 * @returns stops it
 */
export function poll(ask: () => Promise<void>, everyMs: number): () => void {
  let isAsking = false;
  const askOnce = async () => {
    if (isAsking) return;
    isAsking = true;
    await ask();
    isAsking = false;
  };
  const onVisible = () => {
    if (document.visibilityState === "visible") void askOnce();
  };
  const timer = setInterval(askOnce, everyMs);
  document.addEventListener("visibilitychange", onVisible);
  window.addEventListener("focus", askOnce);
  window.addEventListener("online", askOnce);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
    window.removeEventListener("focus", askOnce);
    window.removeEventListener("online", askOnce);
  };
}
