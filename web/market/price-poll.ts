import { backOffMs } from "../../worker/contract/back-off.ts";
import { SOCKET } from "../../worker/contract/limits.ts";
import type { PollAnswer } from "../../worker/contract/market-messages.ts";

const PAUSE_MS = 1_000;

type PricePoll = {
  /** Asks once for what is newer than `since`; resolves when there is something, or the wait is over. */
  ask: (since: number) => Promise<PollAnswer>;
  onAnswer: (answer: PollAnswer, facts: { isFirst: boolean }) => void;
  onFailure: () => void;
};

/**
 * Asks again and again until stopped: once a second while answers come, with back-off while they fail.
 * `isFirst` marks an answer that ends a failure, or is the first at all.
 * @returns stops it
 */
export function pollPrices({ ask, onAnswer, onFailure }: PricePoll): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  let failures = 0;
  let isFirst = true;

  async function next(): Promise<void> {
    const answer = await ask(since).catch(() => null);
    if (isStopped) return;
    if (answer) {
      since = answer.seq;
      failures = 0;
      onAnswer(answer, { isFirst });
      isFirst = false;
    } else {
      failures += 1;
      isFirst = true;
      onFailure();
    }
    timer = setTimeout(next, answer ? PAUSE_MS : failurePauseMs(failures));
  }

  void next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

function failurePauseMs(failures: number): number {
  return backOffMs(failures, { minMs: SOCKET.reconnectMinMs, maxMs: SOCKET.reconnectMaxMs, random: Math.random() });
}
