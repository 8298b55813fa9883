import { memo, type ReactNode, Suspense, useDeferredValue } from "react";
import { lazyPage } from "../state/lazy-page.ts";
import { symbolName } from "../state/symbol-text.ts";
import { Text } from "../ui/layout.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { CompareControl } from "./compare-control.tsx";
import type { MarketChartProps } from "./market-chart.tsx";
import { marketText } from "./market-text.ts";
import { Pane } from "./pane.tsx";
import { DayChange, PriceText, TickFlash } from "./price-figures.tsx";

export const MarketChart = lazyPage(async () => (await import("./market-chart.tsx")).MarketChart);

/** The pane of the chart on the screen, and the lists, which are over its foot in a low window: the place of toasts. */
export const chartPane = () => ({
  area: document.getElementById("chart")?.closest("section") ?? null,
  over: document.querySelector('[data-area="dock"]'),
});

type ChartPaneProps = MarketChartProps & {
  /** In place of the pane's own head; it has the element with the id `chart`. */
  head?: ReactNode;
  /** Before the symbol: the button that opens the watchlist. */
  lead?: ReactNode;
};

/** The selected symbol with its chart. */
export const ChartPane = memo(function ChartPane({ symbol, timeZone, onOrder, head, lead }: ChartPaneProps) {
  // Deferred, so that the choice is shown in the next frame and the chart follows in a later one.
  const charted = useDeferredValue(symbol);
  return (
    <Pane
      id="chart"
      title={symbol}
      label={marketText.chartOf(symbol)}
      head={head}
      lead={lead}
      mark={
        <>
          <Text as="span" size="dense" tone="muted" showOn="wide">
            {symbolName(symbol)}
          </Text>
          <CompareControl symbol={symbol} />
        </>
      }
      aside={
        <>
          <Text as="span" size="section" weight={600}>
            <TickFlash symbol={symbol}>
              <PriceText symbol={symbol} />
            </TickFlash>
          </Text>
          <DayChange symbol={symbol} withPrice />
        </>
      }
    >
      <Suspense fallback={<SpinnerBlock />}>
        <MarketChart symbol={charted} timeZone={timeZone} onOrder={onOrder} />
      </Suspense>
    </Pane>
  );
});
