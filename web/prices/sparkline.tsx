import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf, trailOf } from "../state/prices.ts";
import { stableComputed } from "../state/stable-computed.ts";
import { dayDirection } from "./day-change.ts";
import { dayHistory } from "./day-history.ts";
import { SparklineFrame } from "./quote-parts.ts";
import { type SparklinePoints, sparklinePoints } from "./sparkline-points.ts";

type SparklineProps = { symbol: FeedSymbol; width: number; height: number };

/**
 * The last 24 hours, with a dotted line at the day's open. Decorative: the figures say the same. Renders when a point
 * of it moves on the screen.
 */
export function Sparkline({ symbol, width, height }: SparklineProps) {
  useSignals();
  const { line, tone } = useMemo(
    () => ({
      line: stableComputed(() => lineOf({ symbol, width, height })),
      tone: computed(() => toneOf(symbol)),
    }),
    [symbol, width, height],
  );
  if (line.value === null) return <SparklineFrame width={width} height={height} aria-hidden="true" />;
  const { path, openY, end } = line.value;
  return (
    <SparklineFrame
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      data-tone={tone.value}
      aria-hidden="true"
    >
      {openY !== null && <line x1="0" x2={width} y1={openY} y2={openY} />}
      <path d={path} />
      <circle cx={end.x} cy={end.y} r="2" />
    </SparklineFrame>
  );
}

function lineOf({ symbol, width, height }: SparklineProps): SparklinePoints | null {
  const history = dayHistory(symbol).value;
  const { points } = trailOf(symbol).value;
  // Reads the quote without subscribing: the trail changes once a second and updates the picture; the figure beside it
  // shows every tick.
  const quote = quoteOf(symbol).peek();
  if (!quote || points.length === 0) return null;
  // Until the history has arrived, the prices seen by this page are shown instead.
  const prices = history.length > 0 ? history.map(([, , , , close]) => close) : points.map(({ price }) => price);
  return sparklinePoints([...prices, quote.mid], { dayOpen: quote.dayOpen, width, height });
}

function toneOf(symbol: FeedSymbol): "up" | "down" | "flat" | undefined {
  const quote = quoteOf(symbol).value;
  return quote && !isStale(symbol).value ? dayDirection(quote) : undefined;
}
