import type { PollAnswer } from "../../worker/contract/poll-answer.ts";
import { arrivedAtMs, takePreload } from "../state/network/preloads.ts";
import { priceSource, takePrices } from "../state/prices.ts";
import { FIRST_PRICES } from "./first-prices-path.ts";
import { polledQuotes } from "./poll.ts";

/** Shows the prices that the document has asked for, until the socket brings newer ones. It never rejects. */
export async function takeFirstPrices(): Promise<void> {
  const reply = await takePreload(new URL(FIRST_PRICES, location.href))?.catch(() => null);
  if (!reply?.ok) return;
  // The shape of the answer is that of the call whose address this is.
  const { source, seq, now, ...answer } = (await reply.json()) as PollAnswer;
  const isLate = priceSource.peek() !== null;
  if (isLate) return;
  takePrices({ quotes: polledQuotes(answer), source, seq, now }, arrivedAtMs(reply), "connecting");
}
