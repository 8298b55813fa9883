import { computed } from "@preact/signals-react";
import { useMemo } from "react";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { formatSteps } from "../ui/format.ts";
import { LiveFigureText } from "../ui/live-text.tsx";
import type { ChartController } from "./chart-controller.ts";
import { lineColourCss } from "./plot/draw-indicator.ts";
import type { ShownIndicator } from "./plot/indicator-board.ts";
import { formatValue, readLines } from "./plot/indicator-values.ts";

type IndicatorLegendProps = { chart: ChartController; symbol: FeedSymbol; shown: ShownIndicator };

/** An indicator with its values at the candle under the crosshair, or at the newest one, each in its line's colour. */
export function IndicatorLegend({ chart, symbol, shown }: IndicatorLegendProps) {
  const lines = useMemo(() => {
    const { decimals } = FEED_SYMBOLS[symbol];
    return readLines(shown).map(({ title, colour, at }) => ({
      title,
      colour: colour && lineColourCss(colour),
      text: computed(() => {
        // The values change in place.
        void chart.candleChanges.value;
        const row = chart.crosshair.value?.row ?? chart.rowCount.value - 1;
        return formatValue(shown.kind, at(row), (price) => formatSteps(price, decimals));
      }),
    }));
  }, [chart, symbol, shown]);
  return (
    <span>
      {shown.label}
      {lines.map(({ title, colour, text }) => (
        <b key={title} style={colour ? { color: colour } : undefined}>
          <LiveFigureText text={text} />
        </b>
      ))}
    </span>
  );
}
