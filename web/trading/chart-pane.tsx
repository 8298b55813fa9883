import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type MouseEvent, memo, type ReactNode, Suspense, useDeferredValue } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { isFullScreen, leaveFullScreen } from "../chart/full-screen.ts";
import { CandlesBeforeChart } from "../chart/use-early-candles.tsx";
import { DayChange, PriceText, TickFlash } from "../prices/figures.tsx";
import { marketText } from "../prices/market-text.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { symbolName } from "../state/symbol-text.ts";
import { Text } from "../ui/layout.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { AlertControl } from "./alert-place.tsx";
import { chosenSymbol } from "./chosen-symbol.ts";
import { CompareControl } from "./compare-control.tsx";
import type { MarketChartProps } from "./market-chart.tsx";
import { Pane } from "./pane.tsx";
import { PlotMarks } from "./phone-title.tsx";
import { TradeBar } from "./trade-bar-on-demand.tsx";

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
  /** Renders the pane without its chart, which follows. */
  isChartLater?: boolean;
};

/** The selected symbol with its chart, which can fill the window: then its head has the price, and its foot Sell and Buy. */
export const ChartPane = memo(function ChartPane(props: ChartPaneProps) {
  const { symbol, timeZone, onOrder, head, lead, isChartLater = false } = props;
  useSignals();
  const isFull = isFullScreen.value;
  const isUpright = useMedia(media.upright);
  // Deferred, so that the choice is shown in the next frame and the chart follows in a later one.
  const charted = useDeferredValue(symbol);
  return (
    <Pane
      id="chart"
      title={symbol}
      label={marketText.chartOf(symbol)}
      head={isFull ? undefined : head}
      lead={isFull ? undefined : lead}
      isFull={isFull}
      foot={isFull && <FullScreenFoot symbol={symbol} />}
      mark={
        <>
          <Text as="span" size="dense" tone="muted" showOn="wide">
            {symbolName(symbol)}
          </Text>
          {!isUpright && <CompareControl symbol={symbol} />}
          {!isUpright && <AlertControl symbol={symbol} />}
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
      {isChartLater ? (
        <CandlesBeforeChart />
      ) : (
        <Suspense fallback={<CandlesBeforeChart />}>
          <MarketChart symbol={charted} timeZone={timeZone} onOrder={onOrder} />
        </Suspense>
      )}
    </Pane>
  );
});

/** The chart's part of the window, where Sell and Buy are squares at its right edge. */
const BesideEdge = styled("div")`
  position: absolute;
  inset: 0 60px 0 0;
  pointer-events: none;
`;

/** The way to the ticket from a chart that fills the window, which it leaves. On a phone held sideways it is at the right. */
function FullScreenFoot({ symbol }: { symbol: FeedSymbol }) {
  useSignals();
  const isUpright = useMedia(media.upright);
  const isLying = useMedia(media.lying);
  const leave = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("[data-side], a")) leaveFullScreen();
  };
  return (
    // The buttons in it are reached by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of the clicks on its buttons
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click
    <div onClick={leave}>
      <TradeBar symbol={chosenSymbol.value.traded} look={isUpright ? "dock" : isLying ? "edge" : "line"} />
      {isLying && (
        <BesideEdge>
          <PlotMarks symbol={symbol} />
        </BesideEdge>
      )}
    </div>
  );
}
