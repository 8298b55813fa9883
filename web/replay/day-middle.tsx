import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { InferResponseType } from "hono/client";
import { useEffect, useMemo, useRef } from "react";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { stepsOf } from "../../worker/contract/price-steps.ts";
import { midSteps } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOLS, TRADED_SYMBOL_LIST, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { dayAt, dayStartMs, isoDate } from "../../worker/contract/trade-calendar.ts";
import { answer, api, bearerHeaders } from "../state/api.ts";
import { user } from "../state/session.ts";
import { useQuery } from "../state/use-query.ts";
import { type CashOrRun, runAccount } from "../trade-accounts/trade-account.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { formatClock, formatSteps } from "../ui/format.ts";
import { Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { DealMark, LineMark, MarkLayer, TimeTag } from "./over-marks.tsx";
import { PlotHeight } from "./plot-height.ts";
import { MiddleSkeleton } from "./range-middle.tsx";
import { type BarMark, ReplayBar } from "./replay-bar.tsx";
import { fetchReplayedTrade, fetchTapePiece } from "./replay-calls.ts";
import { ReplayPlayer } from "./replay-player.ts";
import { type PlotPicture, type PlotPlaces, ReplayPlot } from "./replay-plot.tsx";
import { replayText as text } from "./replay-text.ts";
import { candlesOf, columnsAt, type QuoteCandles, rowAtTime } from "./replay-timeline.ts";
import { TradeTape } from "./trade-tape.ts";
import { useReplayKeys } from "./use-replay-keys.ts";

type Trade = InferResponseType<typeof api.trade.history.$get>["data"]["trades"][number];

/** A trade of the day: times epoch ms, prices in steps, its result in cents. */
type Deal = { id: string; openMs: number; closeMs: number; entry: number; exit: number; isBuy: boolean; cents: number };
type Day = { quotes: readonly MarketQuote[]; deals: Deal[] };

const AROUND_MS = 5 * MINUTE_MS;

/** The day on which a demo trade was closed, with all trades of its run in that symbol that were closed then, played again. */
export function DayMiddle({ trade }: { trade: Trade }) {
  useSignals();
  const timeZone = user.value?.timeZone ?? "UTC";
  const account = runAccount(trade.demo?.run ?? 0);
  const symbol = TRADED_SYMBOL_LIST.find((one) => one === trade.symbol);
  const { value, error, isLoading, refetch } = useQuery({
    key: ["replayed-day", account, trade.symbol, trade.closeTime],
    fetch: (signal) => fetchDayOf(account, trade, timeZone, signal),
    failure: "day not loaded for its replay",
  });
  if (value === "missing" || !symbol) {
    return (
      <Text size="dense" tone="muted" pad={16} role="status">
        {text.noTapeOfDay}
      </Text>
    );
  }
  if (value) return <Played day={value} feed={TRADED_SYMBOLS[symbol].pricedFrom} timeZone={timeZone} />;
  if (error) {
    return <ErrorState title={text.failed} text={text.failedText} onRetry={refetch} isRetrying={isLoading} />;
  }
  return <MiddleSkeleton />;
}

/** The day's trades and the quotes from before the first to after the last; `missing` where the tape has them no longer. */
async function fetchDayOf(
  account: CashOrRun,
  { symbol, closeTime }: Trade,
  timeZone: string,
  signal: AbortSignal,
): Promise<Day | "missing"> {
  const day = dayAt(Date.parse(closeTime), timeZone);
  const query = { account, date: isoDate(day) };
  const history = await answer(api.trade.history.$get({ query }, { headers: bearerHeaders(), init: { signal } }));
  const trades = history.data.trades.filter((one) => one.symbol === symbol && one.demo);
  const deals = trades.map(dealOf).toSorted((a, b) => a.closeMs - b.closeMs);
  const [first, last] = [deals[0], deals.at(-1)];
  if (!first || !last) return "missing";
  // The quotes of the whole day are those around its first trade.
  const known = await fetchReplayedTrade(account, first.id, signal);
  if (known.kind !== "part") return "missing";
  const openMs = Math.min(...deals.map((deal) => deal.openMs));
  const fromMs = Math.max(openMs, dayStartMs(day, timeZone), known.story.open.at) - AROUND_MS;
  const tape = new TradeTape(known.story, (piece, given) => fetchTapePiece(first.id, piece, given), fromMs);
  await tape.readTo(last.closeMs + AROUND_MS, signal);
  const quotes = tape.quotes.filter(({ heardAt }) => heardAt <= last.closeMs + AROUND_MS);
  return quotes.length === 0 || !tape.isWhole ? "missing" : { quotes, deals };
}

function dealOf({ id, symbol, direction, entryPrice, exitPrice, closeTime, profitLoss, demo }: Trade): Deal {
  const traded = TRADED_SYMBOL_LIST.find((one) => one === symbol);
  const feed = traded ? TRADED_SYMBOLS[traded].pricedFrom : "BTCUSDm";
  const steps = (price: number) => stepsOf(feed, price, "nearest");
  return {
    id,
    openMs: Date.parse(demo?.openTime ?? closeTime),
    closeMs: Date.parse(closeTime),
    ...{ entry: steps(entryPrice), exit: steps(exitPrice), isBuy: direction === "Buy" },
    cents: Math.round(profitLoss * 100),
  };
}

type PlayedProps = { day: Day; feed: keyof typeof FEED_SYMBOLS; timeZone: string };

function Played({ day, feed, timeZone }: PlayedProps) {
  useSignals();
  const root = useRef<HTMLDivElement>(null);
  const { quotes, deals } = day;
  const { decimals } = FEED_SYMBOLS[feed];
  const candles = useMemo(() => candlesOf(quotes), [quotes]);
  const player = useMemo(
    () => new ReplayPlayer({ times: quotes.map(({ heardAt }) => heardAt), first: 0, last: quotes.length - 1 }),
    [quotes],
  );
  useEffect(() => () => player.pause(), [player]);
  useReplayKeys(root, player);
  const picture = useMemo(
    () =>
      computed((): PlotPicture => {
        const columns = columnsAt(candles, player.place.value);
        return { columns, rows: candles.candles.length, prices: [], tags: [] };
      }),
    [candles, player],
  );
  const marks = deals.flatMap(({ openMs, closeMs }): BarMark[] => [
    { place: placeAtTime(quotes, openMs), of: "open" },
    { place: placeAtTime(quotes, closeMs), of: "close" },
  ]);
  const heardMs = quotes[player.place.value]?.heardAt ?? 0;
  // A closing follows its quote, also the last one.
  const nowMs = player.place.value >= player.last ? Math.max(heardMs, ...deals.map(({ closeMs }) => closeMs)) : heardMs;
  const closed = deals.filter(({ closeMs }) => closeMs <= nowMs);
  return (
    <div ref={root}>
      <PlotHeight>
        <ReplayPlot
          {...{ picture, decimals, timeZone }}
          sizeMs={candles.sizeMs}
          label={text.chart(feed)}
          over={(places) => <DealsOver {...{ places, candles, deals, nowMs, timeZone }} />}
        />
      </PlotHeight>
      <ReplayBar
        player={player}
        marks={marks}
        wordsAt={(place) => {
          const quote = quotes[place];
          return quote ? `${formatClock(quote.heardAt, timeZone)}, ${formatSteps(midSteps(quote), decimals)}` : null;
        }}
      />
      <Row justify="space-between" pad="14px 16px" line="top">
        <Text as="span" size="dense" tone="muted">
          {text.closedSoFar(closed.length, deals.length)}
        </Text>
        <Money usd={dollarsFromCents(closed.reduce((sum, { cents }) => sum + cents, 0))} as="result" />
      </Row>
    </div>
  );
}

/** The place of the newest quote that was heard by a time. */
function placeAtTime(quotes: readonly MarketQuote[], atMs: number): number {
  return Math.max(
    0,
    quotes.findLastIndex(({ heardAt }) => heardAt <= atMs),
  );
}

type DealsOverProps = {
  places: PlotPlaces;
  candles: QuoteCandles;
  deals: readonly Deal[];
  nowMs: number;
  timeZone: string;
};

/** The day's deals over the candles, as far as the replay has got: a line from each entry to its exit. */
function DealsOver({ places, candles, deals, nowMs, timeZone }: DealsOverProps) {
  const x = (atMs: number) => places.leftOf(rowAtTime(candles, atMs));
  const y = (price: number) => places.topOf(price);
  return (
    <>
      <MarkLayer places={places}>
        {deals
          .filter(({ openMs }) => openMs <= nowMs)
          .map(({ id, openMs, closeMs, entry, exit, isBuy, cents }) => (
            <g key={id}>
              <DealMark at={[x(openMs), y(entry)]} isBuy={isBuy} />
              {closeMs <= nowMs && (
                <>
                  <LineMark
                    from={[x(openMs), y(entry)]}
                    to={[x(closeMs), y(exit)]}
                    tone={cents > 0 ? "up" : cents < 0 ? "down" : "muted"}
                  />
                  <DealMark at={[x(closeMs), y(exit)]} isBuy={!isBuy} />
                </>
              )}
            </g>
          ))}
        <LineMark from={[x(nowMs), 0]} to={[x(nowMs), places.height]} dash="0" tone="accent" />
      </MarkLayer>
      <TimeTag left={x(nowMs)} text={formatClock(nowMs, timeZone)} places={places} />
    </>
  );
}
