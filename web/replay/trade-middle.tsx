import { useSignals } from "@preact/signals-react/runtime";
import type { InferResponseType } from "hono/client";
import { type FeedSymbol, isFeedSymbol, TRADED_SYMBOL_LIST, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import type { api } from "../state/api.ts";
import { user } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { type AccountName, brokerOf, type CashOrRun } from "../trade-accounts/trade-account.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { formatDate } from "../ui/format.ts";
import { Text } from "../ui/layout.tsx";
import { MiddleSkeleton, type RangedTrade, RangeMiddle } from "./range-middle.tsx";
import { fetchTapePiece, type ReplayedPart, type ReplayedTrade, replayedTradeQuery } from "./replay-calls.ts";
import { replayText as text } from "./replay-text.ts";
import { TickMiddle } from "./tick-middle.tsx";
import { aroundMs, isTooLong, TradeTape } from "./trade-tape.ts";

type Trade = InferResponseType<typeof api.trade.history.$get>["data"]["trades"][number];

/** How long after a closing its last quotes may still be on their way, and how often they are asked for. */
const SETTLING_MS = 3 * MINUTE_MS;
const SETTLING_EVERY_MS = 3_000;

/**
 * The middle of a trade's page: its chart, which plays again where its ticks are known, what would have come of another rule, and what happened
 * between the opening and the closing. The height of the plot is `--plot-height`.
 */
export function TradeMiddle({ account, trade }: { account: AccountName; trade: Trade }) {
  useSignals();
  const timeZone = user.value?.timeZone ?? "UTC";
  if (brokerOf(account) !== null) return <ImportedMiddle trade={trade} timeZone={timeZone} />;
  // Only accounts of another broker are neither cash nor a run.
  return <OwnMiddle key={`${account} ${trade.id}`} account={account as CashOrRun} trade={trade} timeZone={timeZone} />;
}

type MiddleProps = { trade: Trade; timeZone: string };
type OwnProps = MiddleProps & { account: CashOrRun };

function ImportedMiddle({ trade, timeZone }: MiddleProps) {
  const { symbol, closeTime, imported } = trade;
  const of = feedSymbolOf(symbol);
  if (of === null) return <Nothing words={text.notOurs(symbol)} />;
  if (!imported?.openTime) return <Nothing words={text.noTimes} />;
  const { openTime, stopPrice } = imported;
  const times = { openedAtMs: Date.parse(openTime), closedAtMs: Date.parse(closeTime) };
  const stop = stopPrice === null ? null : Number(stopPrice);
  return <RangeMiddle trade={rangedOf(trade, of, { ...times, stopPrice: stop })} timeZone={timeZone} why={null} />;
}

function OwnMiddle({ account, trade, timeZone }: OwnProps) {
  const { value, error, isLoading, refetch } = useQuery(replayedTradeQuery(account, trade.id));
  if (value) return <Known {...{ account, trade, timeZone }} known={value} />;
  if (error) {
    return <ErrorState title={text.failed} text={text.failedText} onRetry={refetch} isRetrying={isLoading} />;
  }
  return <MiddleSkeleton />;
}

function Known({ account, trade, timeZone, known }: OwnProps & { known: ReplayedTrade }) {
  const symbol = feedSymbolOf(trade.symbol);
  if (symbol === null) return <Nothing words={text.notOurs(trade.symbol)} />;
  if (known.kind === "trade")
    return <RangeMiddle trade={rangedOf(trade, symbol, known)} timeZone={timeZone} why={null} />;
  return <Ticked {...{ account, trade, timeZone, known, symbol }} />;
}

/** A part of a demo position: on its tape, or by candles with the reason why. */
function Ticked({ account, trade, timeZone, known, symbol }: OwnProps & { known: ReplayedPart; symbol: FeedSymbol }) {
  const { story, tapeFromMs } = known;
  const part = story.closings.find(({ id }) => String(id) === trade.id);
  const isOlder = tapeFromMs !== null && story.open.at < tapeFromMs;
  const why = isTooLong(story) ? text.tooLong : isOlder ? text.tapeFrom(formatDate(tapeFromMs, timeZone)) : null;
  const { value, error, isLoading, refetch } = useQuery({
    key: why === null && part ? ["trade-tape", trade.id] : null,
    fetch: async (signal) => {
      const tape = new TradeTape(story, (piece, given) => fetchTapePiece(trade.id, piece, given));
      const last = story.closings.at(-1) ?? story.open;
      await tape.readTo(last.at + aroundMs(story), signal);
      return { tape, isExact: part !== undefined && tape.isExactTo(part) };
    },
    everyMs: (read) => (read && !read.isExact && isSettling(part?.at ?? 0) ? SETTLING_EVERY_MS : undefined),
    failure: "tape of a trade not loaded",
  });
  if (part && value?.isExact) return <TickMiddle {...{ account, timeZone, part }} trade={known} tape={value.tape} />;
  if (!part || why !== null || value) {
    if (part && why === null && isSettling(part.at)) return <Nothing words={text.sealing} />;
    const times = { openedAtMs: story.open.at, closedAtMs: part?.at ?? story.open.at };
    const stopPrice = trade.demo?.stopPrice ?? null;
    return (
      <RangeMiddle
        trade={rangedOf(trade, symbol, { ...times, stopPrice })}
        timeZone={timeZone}
        why={why ?? (value?.tape.quotes.length ? text.notWhole : text.noTape)}
      />
    );
  }
  if (error) {
    return <ErrorState title={text.failed} text={text.failedText} onRetry={refetch} isRetrying={isLoading} />;
  }
  return <MiddleSkeleton />;
}

function isSettling(closedAtMs: number): boolean {
  return Date.now() - closedAtMs < SETTLING_MS;
}

function Nothing({ words }: { words: string }) {
  return (
    <Text size="dense" tone="muted" pad={16} role="status">
      {words}
    </Text>
  );
}

function rangedOf(
  { direction, entryPrice, exitPrice }: Trade,
  symbol: FeedSymbol,
  { openedAtMs, closedAtMs, stopPrice }: Pick<RangedTrade, "openedAtMs" | "closedAtMs" | "stopPrice">,
): RangedTrade {
  return { symbol, isBuy: direction === "Buy", entryPrice, exitPrice, stopPrice, openedAtMs, closedAtMs };
}

/** The symbol of the feed that a trade's symbol names; null for one of another broker that is not ours. */
function feedSymbolOf(symbol: string): FeedSymbol | null {
  if (isFeedSymbol(symbol)) return symbol;
  const traded = TRADED_SYMBOL_LIST.find((one) => one === symbol);
  return traded ? TRADED_SYMBOLS[traded].pricedFrom : null;
}
