import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import {
  CANDLE_INTERVAL_LIST,
  CANDLE_INTERVALS,
  CANDLES_PER_ANSWER,
  type Candle,
} from "../../worker/contract/candles.ts";
import { areCandlesOf, candleExcursion, type PriceInterval } from "../../worker/contract/excursion/candle-excursion.ts";
import { milliROfGain } from "../../worker/contract/milli-r.ts";
import { stepsOf } from "../../worker/contract/price-steps.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { fetchCandles } from "../chart/fetch-candles.ts";
import { columnsOf } from "../chart/plot/candle-columns.ts";
import { useQuery } from "../state/use-query.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { formatAge, formatSteps } from "../ui/format.ts";
import { Box, Text } from "../ui/layout.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { AxisTags, DealMark, LineMark, MarkLayer } from "./over-marks.tsx";
import { PlotHeight } from "./plot-height.ts";
import { rText } from "./replay-format.ts";
import { type PlotPlaces, ReplayPlot } from "./replay-plot.tsx";
import { replayText as text } from "./replay-text.ts";
import { FigureStrip } from "./trade-figures.tsx";

/** A trade of which there are no ticks here. Prices in dollars; times epoch ms. */
export type RangedTrade = {
  symbol: FeedSymbol;
  isBuy: boolean;
  entryPrice: number;
  exitPrice: number;
  stopPrice: number | null;
  openedAtMs: number;
  closedAtMs: number;
};

type RangeMiddleProps = {
  trade: RangedTrade;
  timeZone: string /** Why there are no ticks; null where that is plain. */;
  why: string | null;
};

/** A trade by candles: how far it went against and for the trader lies in an interval. */
export function RangeMiddle({ trade, timeZone, why }: RangeMiddleProps) {
  const { symbol, openedAtMs, closedAtMs } = trade;
  const spanMs = closedAtMs - openedAtMs;
  const interval = CANDLE_INTERVAL_LIST.find((one) => spanMs / CANDLE_INTERVALS[one] <= ROWS_MAX) ?? "1w";
  const sizeMs = CANDLE_INTERVALS[interval];
  const around = Math.max(12, Math.ceil(spanMs / sizeMs / 4));
  const beforeMs = closedAtMs + around * sizeMs;
  const limit = Math.min(CANDLES_PER_ANSWER.max, Math.ceil(spanMs / sizeMs) + 2 * around + 2);
  const { value, error, isLoading, refetch } = useQuery({
    key: ["trade-candles", symbol, interval, beforeMs, limit],
    fetch: () => fetchCandles({ symbol, interval, beforeMs, limit }),
    failure: "candles of a trade not loaded",
  });
  if (value) return <Ranged {...{ trade, timeZone, why, sizeMs }} candles={value.candles} />;
  if (error) {
    return <ErrorState title={text.failed} text={text.failedText} onRetry={refetch} isRetrying={isLoading} />;
  }
  return <MiddleSkeleton />;
}

/** A skeleton of the middle, in its final size. */
export function MiddleSkeleton() {
  return (
    <Loading label={text.loading}>
      <PlotHeight>
        <Box pad={16}>
          <Skeleton width="100%" height={240} />
        </Box>
      </PlotHeight>
      <Box pad={16}>
        <Skeleton width="100%" height={54} />
      </Box>
    </Loading>
  );
}

const ROWS_MAX = 400;

function Ranged({
  trade,
  timeZone,
  why,
  candles,
  sizeMs,
}: RangeMiddleProps & { candles: readonly Candle[]; sizeMs: number }) {
  useSignals();
  const { symbol, isBuy, openedAtMs, closedAtMs } = trade;
  const { decimals } = FEED_SYMBOLS[symbol];
  const steps = (price: number) => stepsOf(symbol, price, "nearest");
  const [entry, exit] = [steps(trade.entryPrice), steps(trade.exitPrice)];
  const stop = trade.stopPrice === null ? null : steps(trade.stopPrice);
  const picture = useMemo(() => {
    const prices = [entry, exit, ...(stop === null ? [] : [stop])];
    return signal({ columns: columnsOf(candles), rows: candles.length, prices, tags: prices });
  }, [candles, entry, exit, stop]);
  const inSteps = { isBuy, entryPrice: entry, exitPrice: exit, openedAtMs, closedAtMs };
  const measured = candleExcursion(inSteps, candles, sizeMs);
  const range = measured && areCandlesOf(inSteps, candles) ? measured : null;
  const interval = ({ sure, most }: PriceInterval) => {
    const gain = (price: number) => (isBuy ? price - entry : entry - price);
    const r = stop === null ? null : [sure, most].map((price) => rText(milliROfGain(gain(price), -gain(stop))));
    const [low, high] = [formatSteps(sure, decimals), formatSteps(most, decimals)];
    const prices = low === high ? low : text.between(low, high);
    if (!r?.[0] || !r[1]) return { figure: prices };
    return { figure: r[0] === r[1] ? r[0] : text.between(r[0], r[1]), note: prices };
  };
  return (
    <>
      {why && (
        <Text size="dense" tone="muted" pad="8px 16px">
          {why}
        </Text>
      )}
      {range && (
        <PlotHeight>
          <ReplayPlot
            {...{ picture, sizeMs, decimals, timeZone }}
            label={text.chart(symbol)}
            over={(places) => <RangeOver {...{ places, candles, sizeMs, trade, entry, exit, stop, decimals }} />}
          />
        </PlotHeight>
      )}
      {range ? (
        <>
          <FigureStrip
            figures={[
              { name: text.worstFigure, ...interval(range.worst) },
              { name: text.bestFigure, ...interval(range.best) },
              { name: text.held, figure: formatAge(closedAtMs - openedAtMs) },
            ]}
          />
          <Text size="caption" tone="muted" pad="0 16px 12px">
            {text.fromCandles}. {text.fromCandlesText}
          </Text>
        </>
      ) : (
        <Text size="dense" tone="muted" pad={16}>
          {measured ? text.pricesApart(symbol) : text.noCandles}
        </Text>
      )}
    </>
  );
}

type RangeOverProps = {
  places: PlotPlaces;
  candles: readonly Candle[];
  sizeMs: number;
  trade: RangedTrade;
  entry: number;
  exit: number;
  stop: number | null;
  decimals: number;
};

function RangeOver({ places, candles, sizeMs, trade, entry, exit, stop, decimals }: RangeOverProps) {
  const { isBuy, openedAtMs, closedAtMs } = trade;
  const x = (atMs: number) => {
    const row = Math.max(
      0,
      candles.findLastIndex(([startMs]) => startMs <= atMs),
    );
    return places.leftOf(row - 0.5 + Math.min(1, (atMs - (candles[row]?.[0] ?? atMs)) / sizeMs));
  };
  const [left, right, top, foot] = [x(openedAtMs), x(closedAtMs), places.topOf(entry), places.topOf(exit)];
  return (
    <>
      <MarkLayer places={places}>
        <rect data-part="held" x={left} y={0} width={Math.max(0, right - left)} height={places.height} />
        <rect data-part="veil" x={right} y={0} width={Math.max(0, places.width - right)} height={places.height} />
        <LineMark from={[left, top]} to={[right, top]} />
        {stop !== null && <LineMark from={[left, places.topOf(stop)]} to={[right, places.topOf(stop)]} tone="down" />}
        <DealMark at={[left, top]} isBuy={isBuy} />
        <DealMark at={[right, foot]} isBuy={!isBuy} />
      </MarkLayer>
      <AxisTags
        tags={[
          { top, text: formatSteps(entry, decimals) },
          { top: foot, text: formatSteps(exit, decimals), tone: "accent" },
          ...(stop === null
            ? []
            : [{ top: places.topOf(stop), text: formatSteps(stop, decimals), tone: "down" as const }]),
        ]}
      />
    </>
  );
}
