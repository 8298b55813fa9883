import { backOffMs } from "../../worker/contract/back-off.ts";
import type { CompactFrame } from "../../worker/contract/compact-frame.ts";
import type { PollAnswer } from "../../worker/contract/poll-answer.ts";
import { stepsOf } from "../../worker/contract/price-steps.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import type { SocketWaits } from "./socket-waits.ts";

type PricePoll = {
  /** Requests what is newer than `since`; resolves when there is something or the wait is over. */
  request: (since: number) => Promise<PollAnswer>;
  onAnswer: (answer: PollAnswer, facts: { isFirst: boolean }) => void;
  onFailure: () => void;
  waits: Pick<SocketWaits, "pollPauseMs" | "reconnectMinMs" | "reconnectMaxMs">;
};

/**
 * Polls until stopped: with a short pause after answers, with back-off after failures. `isFirst` marks the first answer
 * and each answer after a failure.
 * @returns stops it
 */
export function pollPrices({ request, onAnswer, onFailure, waits }: PricePoll): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  let failures = 0;
  let isFirst = true;

  async function next(): Promise<void> {
    const answer = await request(since).catch(() => null);
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
    timer = setTimeout(next, answer ? waits.pollPauseMs : failurePauseMs());
  }

  function failurePauseMs(): number {
    const { reconnectMinMs: minMs, reconnectMaxMs: maxMs } = waits;
    return backOffMs(failures, { minMs, maxMs, random: Math.random() });
  }

  void next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** The quotes of a poll in whole steps, as frames have them. */
export function polledQuotes({ prices }: Pick<PollAnswer, "prices">): CompactFrame["quotes"] {
  const quotes: CompactFrame["quotes"] = {};
  for (const symbol of FEED_SYMBOL_LIST) {
    const quote = prices[symbol];
    if (!quote) continue;
    const { at, origin } = quote;
    const steps = (dollars: number) => stepsOf(symbol, dollars, "nearest");
    quotes[symbol] = { bid: steps(quote.bid), ask: steps(quote.ask), at, dayOpen: steps(quote.dayOpen), origin };
  }
  return quotes;
}
