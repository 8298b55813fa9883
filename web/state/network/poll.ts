import type { ReadonlySignal } from "@preact/signals-react";
import { backOffMs } from "../../../worker/contract/back-off.ts";
import { afterPaint } from "../../ui/after-paint.ts";
import { never, startStopwatch } from "../timing/stopwatch.ts";

/** In ms. */
type Pauses = {
  /** Interval between two requests. */
  everyMs: number;
  /** Minimum back-off after an incomplete answer; without it, the interval does not change. */
  againMs?: number;
  /** How long an answer counts as fresh and is not requested again when the page becomes visible. */
  freshMs?: number;
  /** Whether the first request is sent after the next frame, and not after an interval. */
  isDue?: boolean;
  /** Whether each change is told meanwhile: requests are as rare then as {@link SLOWER} says. */
  isTold?: ReadonlySignal<boolean> | undefined;
};

const SLOWER = 5;
/** After the end of a socket, all pages of everybody ask again within this time, ms. */
const SPREAD_MS = 1_000;

/**
 * Repeats a request, never concurrently: with a pause after each answer, and at once when the page becomes visible, the
 * window gets the focus or the browser is online again, since timers of a hidden page are throttled. After an
 * incomplete answer it is repeated sooner, with an increasing back-off, so that a failing source is not overloaded.
 * @param request must not reject; resolves to false when the answer was incomplete or there was none
 * @returns stops it
 */
export function poll(
  request: () => Promise<unknown>,
  { everyMs, againMs = everyMs, freshMs = 0, isDue = false, isTold }: Pauses,
): () => void {
  let failures = 0;
  /** The time since the last whole answer. */
  let age = isDue ? never : startStopwatch();
  let isRequesting = false;
  let isStopped = false;
  /** Whether each change since the last request has been told. */
  let isKnown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scheduleIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(requestOnce, ms);
  };
  const scheduleNext = () => {
    const pauseMs = () => backOffMs(failures, { minMs: againMs, maxMs: everyMs, random: Math.random() });
    scheduleIn(failures > 0 ? pauseMs() : isKnown ? everyMs * SLOWER : everyMs);
  };
  const requestOnce = async () => {
    if (isRequesting) return;
    isRequesting = true;
    isKnown = isTold?.peek() ?? false;
    const isWhole = (await request()) !== false;
    isRequesting = false;
    failures = isWhole ? 0 : failures + 1;
    if (isWhole) age = startStopwatch();
    if (!isStopped) scheduleNext();
  };
  const requestUnlessFresh = () => {
    if (document.visibilityState === "visible" && age() >= freshMs) void requestOnce();
  };
  const stopListening = isTold?.subscribe((isUp) => {
    if (isUp || !isKnown) return;
    isKnown = false;
    if (!isRequesting) scheduleIn(Math.max(0, everyMs - age()) + Math.random() * Math.min(SPREAD_MS, everyMs));
  });
  if (isDue) afterPaint(() => !isStopped && void requestOnce());
  else scheduleNext();
  document.addEventListener("visibilitychange", requestUnlessFresh);
  window.addEventListener("focus", requestUnlessFresh);
  window.addEventListener("online", requestUnlessFresh);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopListening?.();
    document.removeEventListener("visibilitychange", requestUnlessFresh);
    window.removeEventListener("focus", requestUnlessFresh);
    window.removeEventListener("online", requestUnlessFresh);
  };
}
