import { backOffMs } from "../../worker/contract/back-off.ts";
import { poll } from "./poll.ts";

/** In ms. */
type Pauses = {
  /** Between two loads. */
  everyMs: number;
  /** At least, before what did not arrive is asked for again. */
  againMs: number;
  /** So long what arrived is good enough, however often the page is looked at again. */
  freshMs: number;
};

/**
 * Loads something at once and from time to time anew, as {@link poll} does. What did not arrive whole is asked for sooner,
 * but each time later than before: a source that refuses for good is not pressed.
 * @param load must not reject; resolves to whether all of it arrived
 * @returns stops it
 */
export function keepLoaded(load: () => Promise<boolean>, { everyMs, againMs, freshMs }: Pauses): () => void {
  let failures = 0;
  let arrivedAtMs = Number.NEGATIVE_INFINITY;
  const ask = async () => {
    if (Date.now() - arrivedAtMs < freshMs) return;
    const isWhole = await load();
    failures = isWhole ? 0 : failures + 1;
    if (isWhole) arrivedAtMs = Date.now();
  };
  const pauseMs = () =>
    failures === 0 ? everyMs : backOffMs(failures, { minMs: againMs, maxMs: everyMs, random: Math.random() });

  let isStopped = false;
  let stopPoll = () => {};
  void ask().then(() => {
    if (!isStopped) stopPoll = poll(ask, pauseMs);
  });
  return () => {
    isStopped = true;
    stopPoll();
  };
}
