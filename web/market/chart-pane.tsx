import { styled } from "goober";
import { memo, Suspense } from "react";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { useChartInterval } from "../chart/chart-choices.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { media, type } from "../ui/theme.ts";
import { chartLines } from "./entry-lines.ts";
import { EntryPills } from "./entry-pills.tsx";
import { Pane } from "./pane.tsx";
import { DayChange, PriceText } from "./price-figures.tsx";
import { StaleBar } from "./stale-bar.tsx";
import { TickFlash } from "./tick-flash.tsx";

const CandleChart = lazyPage(async () => (await import("../chart/candle-chart.tsx")).CandleChart);

const Name = styled("span")`
  ${type.dense}
  color: var(--muted);
  ${media.phone} {
    display: none;
  }
`;

const Price = styled("span")`
  ${type.section}
  font-weight: 600;
`;

/** The selected symbol with its chart. */
export const ChartPane = memo(function ChartPane({ symbol, timeZone }: { symbol: FeedSymbol; timeZone: string }) {
  const [interval, onInterval] = useChartInterval();
  return (
    <Pane
      id="chart"
      title={symbol}
      mark={<Name>{FEED_SYMBOLS[symbol].name}</Name>}
      aside={
        <>
          <Price>
            <TickFlash symbol={symbol}>
              <PriceText symbol={symbol} />
            </TickFlash>
          </Price>
          <DayChange symbol={symbol} withPrice />
        </>
      }
    >
      <Suspense fallback={<SpinnerBlock />}>
        <CandleChart
          symbol={symbol}
          interval={interval}
          onInterval={onInterval}
          timeZone={timeZone}
          linesAt={chartLines}
          over={(chart) => (
            <>
              <EntryPills chart={chart} symbol={symbol} />
              <StaleBar symbol={symbol} />
            </>
          )}
        />
      </Suspense>
    </Pane>
  );
});
