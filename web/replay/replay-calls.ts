import type { InferResponseType } from "hono/client";
import type { PackedQuotes } from "../../worker/contract/replay/packed-quotes.ts";
import { answer, api } from "../state/api.ts";
import type { CashOrRun } from "../trade-accounts/trade-account.ts";

/** A trade as its page replays it. */
export type ReplayedTrade = InferResponseType<typeof api.replay.trade.$get>["trade"];
export type ReplayedPart = Extract<ReplayedTrade, { kind: "part" }>;

/** A piece of the tape: see the route. */
export type TapePiece = {
  quotes: PackedQuotes;
  records: { first: number; last: number } | null;
  isWhole: boolean;
  nextMs: number | null;
};

export async function fetchReplayedTrade(account: CashOrRun, key: string, signal: AbortSignal): Promise<ReplayedTrade> {
  return (await answer(api.replay.trade.$get({ query: { account, key } }, { init: { signal } }))).trade;
}

/** The query of a trade as its page replays it, for all parts of a page that need it. @param account null asks nothing */
export function replayedTradeQuery(account: CashOrRun | null, key: string) {
  return {
    key: account === null ? null : ["replayed-trade", account, key],
    fetch: (signal: AbortSignal) => fetchReplayedTrade(account ?? "cash", key, signal),
    failure: "trade not loaded for its replay",
  };
}

/** Fetches the quotes of a trade's symbol from a time on. @param piece.afterSeq the record before those that are wanted */
export async function fetchTapePiece(
  key: string,
  { fromMs, afterSeq }: { fromMs: number; afterSeq: number },
  signal: AbortSignal,
): Promise<TapePiece> {
  const query = { key, from: String(fromMs), after: String(afterSeq) };
  const { quotes, records, isWhole, nextMs } = await answer(api.replay.quotes.$get({ query }, { init: { signal } }));
  // The client's type of JSON loses the lengths of tuples.
  return { quotes: quotes as unknown as PackedQuotes, records, isWhole, nextMs };
}
