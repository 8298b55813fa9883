import { backOffMs } from "../../worker/contract/back-off.ts";
import { poll } from "./poll.ts";

/** In ms. */
type Pauses = {
  /** Interval between two loads. */
  everyMs: number;
  /** Minimum back-off after an incomplete load. */
  againMs: number;
  /** How long data counts as fresh and is not fetched again when the page becomes visible. */
  freshMs: number;
};

/**
 * Loads data at once and then repeatedly, as {@link poll} does. After an incomplete load it retries sooner, with an
 * increasing back-off, so that a failing source is not overloaded.
 * @param load must not reject; resolves to whether everything was loaded
 * @returns stops it
 */
export function keepLoaded(load: () => Promise<boolean>, { everyMs, againMs, freshMs }: Pauses): () => void {
  let failures = 0;
  let arrivedAtMs = Number.NEGATIVE_INFINITY;
  const refresh = async () => {
    if (Date.now() - arrivedAtMs < freshMs) return;
    const isWhole = await load();
    failures = isWhole ? 0 : failures + 1;
    if (isWhole) arrivedAtMs = Date.now();
  };
  const pauseMs = () =>
    failures === 0 ? everyMs : backOffMs(failures, { minMs: againMs, maxMs: everyMs, random: Math.random() });

  let isStopped = false;
  let stopPoll = () => {};
  void refresh().then(() => {
    if (!isStopped) stopPoll = poll(refresh, pauseMs);
  });
  return () => {
    isStopped = true;
    stopPoll();
  };
}
