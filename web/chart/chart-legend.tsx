import { computed, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useLayoutEffect, useMemo, useRef } from "react";
import type { Candle } from "../../worker/contract/candles.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { directionOf, formatSignedSteps, formatSteps } from "../ui/format.ts";
import { LiveFigureText } from "../ui/live-text.tsx";
import { media } from "../ui/theme.ts";
import type { ChartController } from "./chart-controller.ts";
import { chartText } from "./chart-text.ts";
import { IndicatorLegend } from "./indicator-legend.tsx";
import { textOverPlot } from "./over-plot.ts";
import { candleAt } from "./plot/candle-columns.ts";
import { formatVolume } from "./plot/indicator-values.ts";

const Frame = styled("div")`
  ${textOverPlot}
  top: 8px;
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
`;

type ChartLegendProps = { chart: ChartController; symbol: FeedSymbol };

/**
 * The figures of the candle under the crosshair, or of the newest one, with those of the indicators over the plot. Renders when its parts change; the figures
 * update through signals.
 */
export function ChartLegend({ chart, symbol }: ChartLegendProps) {
  useSignals();
  const { isShown, hasVolume, tone, text } = useMemo(() => legendOf(chart, symbol), [chart, symbol]);
  const frame = useRef<HTMLDivElement>(null);
  const isThere = isShown.value;
  useLayoutEffect(() => {
    const element = frame.current;
    if (!isThere || !element) return;
    const resize = new ResizeObserver(() => chart.setLegend(element.offsetTop + element.offsetHeight));
    resize.observe(element);
    return () => {
      resize.disconnect();
      chart.setLegend(0);
    };
  }, [chart, isThere]);
  if (!isThere) return null;

  return (
    <Frame ref={frame} className="num" data-legend="" aria-hidden="true">
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
        {chart.board.shown.value.map(
          (shown) =>
            shown.kind.pane !== "own" && (
              <IndicatorLegend key={shown.chosen.id} chart={chart} symbol={symbol} shown={shown} />
            ),
        )}
        {hasVolume.value && <Field name={chartText.volume} value={text.volume} />}
      </div>
    </Frame>
  );
}

function legendOf(chart: ChartController, symbol: FeedSymbol) {
  const { decimals } = FEED_SYMBOLS[symbol];
  const inspected = computed(() => inspectedCandle(chart));
  const textOf = (read: (candle: Candle) => string) => computed(() => (inspected.value ? read(inspected.value) : ""));
  const price = (value: number) => formatSteps(value, decimals);
  const change = ([, open, , , close]: Candle) => close - open;
  return {
    isShown: computed(() => inspected.value !== null),
    hasVolume: computed(() => (inspected.value?.[5] ?? 0) > 0),
    tone: computed(() => directionOf(inspected.value ? change(inspected.value) : 0)),
    text: {
      open: textOf((candle) => price(candle[1])),
      high: textOf((candle) => price(candle[2])),
      low: textOf((candle) => price(candle[3])),
      close: textOf((candle) => price(candle[4])),
      change: textOf((candle) => formatSignedSteps(change(candle), decimals)),
      volume: textOf(([, , , , , volume]) => formatVolume(volume)),
    },
  };
}

function inspectedCandle(chart: ChartController): Candle | null {
  // The newest candle changes in place: the column arrays stay the same objects.
  void chart.candleChanges.value;
  const columns = chart.series?.columns;
  if (!columns) return null;
  return candleAt(columns, chart.crosshair.value?.row ?? columns.startMs.length - 1);
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
