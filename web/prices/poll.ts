import { backOffMs } from "../../worker/contract/back-off.ts";
import type { Quote } from "../../worker/contract/market-messages.ts";
import type { PollAnswer } from "../../worker/contract/poll-answer.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import type { QuoteUpdates } from "../state/prices.ts";
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

/** The quotes of a poll. While a new version is rolled out, the one before may answer, without sides and origins. */
export function polledQuotes({ prices }: Pick<PollAnswer, "prices">): QuoteUpdates {
  const quotes: QuoteUpdates = {};
  for (const symbol of FEED_SYMBOL_LIST) {
    const quote: Quote | undefined = prices[symbol];
    if (quote) quotes[symbol] = { bid: null, ask: null, origin: null, ...quote };
  }
  return quotes;
}
