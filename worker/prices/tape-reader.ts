import type { Bindings } from "../platform/env.ts";
import { PRICE_FEED_NAME } from "./hub-shards.ts";
import { readSegment } from "./tape/feed-tape.ts";
import type { TapeReader } from "./tape/quote-proofs.ts";

/** The tape of the feed, with its segments in the bucket. */
export function tapeReader({ PRICE_FEED, TAPE }: Pick<Bindings, "PRICE_FEED" | "TAPE">): TapeReader {
  const feed = () => PRICE_FEED.getByName(PRICE_FEED_NAME);
  return {
    sealOf: (seq) => feed().sealOf(seq),
    segment: (minuteMs) => readSegment(TAPE, minuteMs),
    isLost: async (seq) => {
      const page = await feed().tapeAfter(seq - 1);
      return page !== null && "lostUpTo" in page;
    },
  };
}
