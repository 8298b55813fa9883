/**
 * Polls, never concurrently: with a pause after each response, and at once when the page becomes visible, the window
 * gets the focus or the browser is online again, since timers of a hidden page are throttled.
 * @param request must not reject
 * @param pauseMs in ms; a function is called after every response
 * @returns stops it
 */
export function poll(request: () => Promise<void>, pauseMs: number | (() => number)): () => void {
  let isRequesting = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scheduleNext = () => {
    clearTimeout(timer);
    timer = setTimeout(requestOnce, typeof pauseMs === "number" ? pauseMs : pauseMs());
  };
  const requestOnce = async () => {
    if (isRequesting) return;
    isRequesting = true;
    await request();
    isRequesting = false;
    if (!isStopped) scheduleNext();
  };
  const onVisible = () => {
    if (document.visibilityState === "visible") void requestOnce();
  };
  scheduleNext();
  document.addEventListener("visibilitychange", onVisible);
  window.addEventListener("focus", requestOnce);
  window.addEventListener("online", requestOnce);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisible);
    window.removeEventListener("focus", requestOnce);
    window.removeEventListener("online", requestOnce);
  };
}
