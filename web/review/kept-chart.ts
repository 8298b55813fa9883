import { CANDLE_INTERVAL_LIST, CANDLE_INTERVALS, type CandleInterval } from "../../worker/contract/candles.ts";
import { type FeedSymbol, isFeedSymbol, TRADED_SYMBOL_LIST, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { JOURNAL } from "../../worker/contract/trade-journal/journal-limits.ts";
import type { KeptChart } from "../../worker/contract/trade-journal/journal-schema.ts";
import type { Trade } from "../performance/trade-types.ts";
import { openTimeOf } from "./open-time.ts";

/** The chart that a note keeps: as data, so that it opens live again. Pure. */

/** Symbols and a span of time that the chart of a note can be of. */
export type ChartSubject = { symbols: readonly FeedSymbol[]; fromMs: number; toMs: number };

/** The most candles of what the note is about, which the default timeframe shows. */
const CANDLES_MAX = 100;
/** The candles before and after it. */
const AROUND = { before: 40, after: 15 } as const;

/** The view of a subject: the shortest timeframe in which it fits, with what came before and after. */
export function viewOf({
  fromMs,
  toMs,
}: Pick<ChartSubject, "fromMs" | "toMs">): Pick<KeptChart, "timeframe" | "from" | "to"> {
  const fits = (one: CandleInterval) => (toMs - fromMs) / CANDLE_INTERVALS[one] <= CANDLES_MAX;
  const timeframe = CANDLE_INTERVAL_LIST.find(fits) ?? "1w";
  const sizeMs = CANDLE_INTERVALS[timeframe];
  return {
    timeframe,
    from: Math.max(0, Math.floor(fromMs - AROUND.before * sizeMs)),
    to: Math.ceil(toMs + AROUND.after * sizeMs),
  };
}

/** A chart with the newest of its drawings that a note can keep. Those that begin later than its view are not on it. */
export function fitChart(chart: KeptChart): KeptChart {
  const onView = chart.drawings.filter(
    ({ kind, isHidden, anchors }) =>
      !isHidden && (kind === "horizontal" || Math.min(...anchors.map(({ time }) => time)) <= chart.to),
  );
  let drawings = onView.slice(-JOURNAL.drawingsMax);
  while (drawings.length > 0 && !fits({ ...chart, drawings })) drawings = drawings.slice(1);
  return { ...chart, drawings };
}

export function fits(chart: KeptChart): boolean {
  return chart.drawings.length <= JOURNAL.drawingsMax && JSON.stringify(chart).length <= JOURNAL.chartCharactersMax;
}

/** What the chart of a trade's note is of; null where its symbol is none of ours. */
export function subjectOfTrade(trade: Trade): ChartSubject | null {
  const symbol = feedSymbolOf(trade.symbol);
  if (symbol === null) return null;
  const toMs = Date.parse(trade.closeTime);
  return { symbols: [symbol], fromMs: Date.parse(openTimeOf(trade) ?? trade.closeTime), toMs };
}

/** That of the note of a day or a week: the symbols that were traded, the most traded first. */
export function subjectOfSpan(
  trades: readonly Trade[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): ChartSubject | null {
  const counts = new Map<FeedSymbol, number>();
  for (const { closeTime, symbol } of trades) {
    const at = Date.parse(closeTime);
    const of = at >= fromMs && at < toMs ? feedSymbolOf(symbol) : null;
    if (of !== null) counts.set(of, (counts.get(of) ?? 0) + 1);
  }
  const symbols = [...counts].toSorted(([, many], [, few]) => few - many).map(([symbol]) => symbol);
  return symbols.length === 0 ? null : { symbols, fromMs, toMs };
}

function feedSymbolOf(symbol: string): FeedSymbol | null {
  if (isFeedSymbol(symbol)) return symbol;
  const traded = TRADED_SYMBOL_LIST.find((one) => one === symbol);
  return traded ? TRADED_SYMBOLS[traded].pricedFrom : null;
}
