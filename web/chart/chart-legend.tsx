import { computed, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo } from "react";
import type { Candle } from "../../worker/contract/candles.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { directionOf, formatPrice, formatSignedPrice, NO_VALUE } from "../ui/format.ts";
import { LiveFigureText } from "../ui/live-text.tsx";
import { media } from "../ui/theme.ts";
import { type CandleColumns, candleAt } from "./candle-columns.ts";
import type { ChartController } from "./chart-controller.ts";
import { chartText } from "./chart-text.ts";
import { AVERAGE_PERIODS } from "./moving-average.ts";

const Frame = styled("div")`
  position: absolute;
  z-index: 1;
  top: 8px;
  left: 12px;
  max-width: calc(100% - 104px);
  padding: 2px 6px;
  border-radius: 6px;
  background: color-mix(in oklab, var(--bg) 86%, transparent);
  color: var(--muted);
  font-size: 12px;
  line-height: 18px;
  pointer-events: none;
  & > div {
    display: flex;
    flex-wrap: wrap;
    column-gap: 10px;
  }
  & b {
    margin-left: 4px;
    color: var(--text);
    font-weight: 500;
  }
  & [data-tone="up"] {
    color: var(--up);
  }
  & [data-tone="down"] {
    color: var(--down);
  }
  ${media.phone} {
    left: 4px;
    font-size: 11px;
    & > div {
      column-gap: 6px;
    }
    & > div + div {
      display: none;
    }
  }
  & [data-average="9"] {
    color: var(--accent);
  }
`;

type ChartLegendProps = { chart: ChartController; symbol: FeedSymbol; hidden: ReadonlySet<number> };

type Inspected = { columns: CandleColumns; row: number; candle: Candle };

/**
 * The figures of the candle under the crosshair, or of the newest one. Renders when its parts change; the figures
 * update through signals.
 */
export function ChartLegend({ chart, symbol, hidden }: ChartLegendProps) {
  useSignals();
  const { isShown, hasVolume, tone, text } = useMemo(() => legendOf(chart, symbol), [chart, symbol]);
  if (!isShown.value) return null;

  return (
    <Frame className="num" aria-hidden="true">
      <div>
        <Field name={chartText.open} value={text.open} />
        <Field name={chartText.high} value={text.high} />
        <Field name={chartText.low} value={text.low} />
        <Field name={chartText.close} value={text.close} />
        <span data-tone={tone.value}>
          <LiveFigureText text={text.change} />
        </span>
      </div>
      <div>
        {AVERAGE_PERIODS.filter((period) => !hidden.has(period)).map((period) => (
          <span key={period} data-average={period}>
            <Field name={chartText.average(period)} value={text.averages[period]} />
          </span>
        ))}
        {hasVolume.value && <Field name={chartText.volume} value={text.volume} />}
      </div>
    </Frame>
  );
}

function legendOf(chart: ChartController, symbol: FeedSymbol) {
  const { decimals } = FEED_SYMBOLS[symbol];
  const inspected = computed(() => inspectedCandle(chart));
  const textOf = (read: (inspected: Inspected) => string) =>
    computed(() => (inspected.value ? read(inspected.value) : ""));
  const price = (value: number) => formatPrice(value, decimals);
  const change = ([, open, , , close]: Candle) => close - open;
  return {
    isShown: computed(() => inspected.value !== null),
    hasVolume: computed(() => (inspected.value?.candle[5] ?? 0) > 0),
    tone: computed(() => directionOf(inspected.value ? change(inspected.value.candle) : 0)),
    text: {
      open: textOf(({ candle }) => price(candle[1])),
      high: textOf(({ candle }) => price(candle[2])),
      low: textOf(({ candle }) => price(candle[3])),
      close: textOf(({ candle }) => price(candle[4])),
      change: textOf(({ candle }) => formatSignedPrice(change(candle), decimals)),
      volume: textOf(({ candle }) => volumeText(candle)),
      averages: {
        9: textOf(({ columns, row }) => meanText(columns, row, 9)),
        21: textOf(({ columns, row }) => meanText(columns, row, 21)),
      } satisfies Record<(typeof AVERAGE_PERIODS)[number], unknown>,
    },
  };

  function meanText(columns: CandleColumns, row: number, period: number): string {
    const mean = meanAt(columns.close, row, period);
    return mean === null ? NO_VALUE : price(mean);
  }
}

function inspectedCandle(chart: ChartController): Inspected | null {
  // The newest candle changes in place: the column arrays stay the same objects.
  void chart.candleChanges.value;
  const columns = chart.series?.columns;
  if (!columns) return null;
  const row = chart.crosshair.value?.row ?? columns.startMs.length - 1;
  const candle = candleAt(columns, row);
  return candle && { columns, row, candle };
}

function Field({ name, value }: { name: string; value: ReadonlySignal<string> }) {
  return (
    <span>
      {name}
      <b>
        <LiveFigureText text={value} />
      </b>
    </span>
  );
}

/** The average at a single row. */
function meanAt(values: readonly number[], row: number, period: number): number | null {
  if (row < period - 1) return null;
  let sum = 0;
  for (let i = row - period + 1; i <= row; i++) sum += values[i] ?? 0;
  return sum / period;
}

function volumeText([, , , , , volume]: Candle): string {
  return formatPrice(volume, volume < 1_000 ? 1 : 0);
}
