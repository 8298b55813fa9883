import { effect, untracked } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { CANDLE_INTERVALS, type CandleInterval } from "../../worker/contract/candles.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { DrawingBar } from "../drawings/drawing-bar.tsx";
import type { KeptDrawing } from "../drawings/drawing-history.ts";
import { DrawingRail, DrawingRailButton } from "../drawings/drawing-rail.tsx";
import { type DrawingSource, useDrawings } from "../drawings/use-drawings.ts";
import { drawnQuoteOf } from "../state/prices.ts";
import { theme } from "../state/theme.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Box } from "../ui/layout.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { CandleTable } from "./candle-table.tsx";
import { chartScale, chartType, comparedSymbol, type PaneHeights, usePaneHeights } from "./chart-choices.ts";
import { ChartController } from "./chart-controller.ts";
import { ChartLegend } from "./chart-legend.tsx";
import { CrosshairTags, PlotFoot, ZoneLabel } from "./chart-overlays.tsx";
import { chartText } from "./chart-text.ts";
import { ChartTools } from "./chart-tools.tsx";
import { BackToLive, LoadingLine, PriceAxisHandle, ScaleButtons } from "./chart-view-controls.tsx";
import { ViewTools } from "./chart-view-tools.tsx";
import { compareWith } from "./compared-series.ts";
import { fetchCandles } from "./fetch-candles.ts";
import { useFullScreen } from "./full-screen.ts";
import { IndicatorPanes } from "./indicator-panes.tsx";
import type { ChosenIndicators } from "./indicators/chosen-indicators.ts";
import { type IndicatorSource, indicatorActions } from "./indicators/indicator-actions.ts";
import { AXIS_WIDTH_PX } from "./plot/axis-size.ts";
import { readColours } from "./plot/chart-colours.ts";
import type { PriceLine } from "./plot/draw-price-lines.ts";
import { PlotFrameBox } from "./plot/plot-frame.ts";
import { zoneOfCandles } from "./plot/time-labels.ts";
import { useChartShortcuts } from "./use-chart-shortcuts.ts";
import { useEarlyCandles } from "./use-early-candles.tsx";

const Frame = styled("div")`
  display: flex;
  flex-direction: column;
  height: 100%;
  border-radius: inherit;
`;

/** The rail of drawing tools and the plot. Laid out alone, as Chromium does with no item of a flexible box. */
const Work = styled("div")`
  display: flex;
  position: relative;
  height: 100%;
  contain: size layout style;
`;

const Stage = styled("div")`
  position: relative;
  flex: 1;
  min-height: 0;
  overflow: hidden;
  border-radius: inherit;
  background: var(--bg);
  &[data-table="true"] {
    overflow: auto;
  }
  & > :focus-visible {
    outline-offset: -2px;
  }
  & > [data-shows="old"] canvas {
    opacity: 0.4;
  }
  & > [data-shows="nothing"] canvas {
    visibility: hidden;
  }
`;

const Message = styled("div")`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
`;

type CandleChartProps = {
  symbol: FeedSymbol;
  interval: CandleInterval;
  onInterval: (interval: CandleInterval) => void;
  timeZone: string;
  /**
   * Price lines across the plot, evaluated again whenever a signal it reads changes. Must be the same function on every
   * render.
   */
  linesAt: (symbol: FeedSymbol, lastCandle: { isUp: boolean; endsAtMs: number } | null) => PriceLine[];
  indicators: IndicatorSource;
  /** Where the trader's drawings are kept; null shows none, and no tools. */
  drawings: DrawingSource | null;
  /** Takes a plan over into the ticket; null where there is none. */
  onPlan: ((plan: KeptDrawing) => void) | null;
  /** Opens an alert at a drawn line; null where none can be set. */
  onAlert: ((line: KeptDrawing) => void) | null;
  /** Shown at the foot of the plot. */
  foot: ReactNode;
  /** Rendered over the plot, for example at the prices of lines. */
  over: (chart: ChartController) => ReactNode;
};

/** Live candles of a symbol: tools above, the plot with its crosshair, or the same data as a table. */
export function CandleChart(props: CandleChartProps) {
  useSignals();
  const {
    symbol,
    onInterval,
    linesAt,
    indicators: kept,
    drawings: source,
    foot,
    over,
    onPlan,
    onAlert,
    ...requested
  } = props;
  // Deferred, so that the control shows the choice in the next frame and the chart follows in a later one.
  const interval = useDeferredValue(requested.interval);
  const timeZone = zoneOfCandles(CANDLE_INTERVALS[interval], requested.timeZone);
  const indicators = kept.list.value;
  const [heights, onHeight] = usePaneHeights();
  const [isTable, setTable] = useState(false);
  const isPhone = useMedia(media.phone);
  const isLying = useMedia(media.lying);
  const [isRailOpen, setRailOpen] = useState(false);
  const { element, chart: drawn } = useChart({ symbol, interval, timeZone, indicators, heights, linesAt });
  // Deferred, so that the candles are drawn first, and what is around and over them follows in slices.
  const chart = useDeferredValue(drawn);
  const drawings = useDrawings(chart, symbol, source);
  const toPlot = useCallback(() => element.current?.focus({ preventScroll: true }), [element]);
  useChartShortcuts(chart, drawings, toPlot);
  const frame = useRef<HTMLDivElement>(null);
  useFullScreen(frame);
  const early = useEarlyCandles(drawn, `${symbol} ${interval}`);
  return (
    <Frame ref={frame}>
      <ChartTools
        interval={requested.interval}
        onInterval={onInterval}
        indicators={indicators}
        actions={indicatorActions(indicators, kept.keep)}
        tools={
          // All at once: each later one would move those that are there.
          chart && (drawings || !source) ? (
            <>
              {(isPhone || isLying) && drawings && <DrawingRailButton isOpen={isRailOpen} onOpen={setRailOpen} />}
              <ViewTools {...{ chart, symbol, interval, isTable }} timeZone={requested.timeZone} onTable={setTable} />
            </>
          ) : undefined
        }
      />
      <Box grow minHeight={0}>
        <Work>
          {drawings && !isTable && <DrawingRail drawings={drawings} isOpen={isRailOpen} onChosen={toPlot} />}
          <Stage data-stage="" data-table={isTable}>
            <PlotFrameBox
              ref={element}
              hidden={isTable}
              tabIndex={0}
              role="img"
              aria-label={chartText.plot(symbol, chartText.intervalWords[interval])}
              onKeyDown={(event) => {
                if (drawings && !event.ctrlKey && !event.metaKey && !event.altKey && drawings.key(event))
                  event.preventDefault();
                else if (chart) moveByKey(event, chart);
              }}
              onContextMenu={(event: { preventDefault: () => void }) => event.preventDefault()}
            />
            {chart && isTable && <CandleTable chart={chart} symbol={symbol} interval={interval} timeZone={timeZone} />}
            {chart && !isTable && (
              <>
                {/* Tab leads to it from the last handle of the drawing. */}
                {drawings && <DrawingBar {...{ drawings, onPlan, onAlert }} onDone={toPlot} axisPx={AXIS_WIDTH_PX} />}
                <ChartLegend chart={chart} symbol={symbol} />
                <IndicatorPanes chart={chart} symbol={symbol} onHeight={onHeight} />
                <CrosshairTags chart={chart} interval={interval} timeZone={timeZone} />
                <ZoneLabel timeZone={timeZone} />
                <PriceAxisHandle chart={chart} />
                <ScaleButtons chart={chart} />
                <BackToLive chart={chart} />
                {over(chart)}
                <PlotFoot chart={chart}>{foot}</PlotFoot>
              </>
            )}
            {early}
            {chart && <Status chart={chart} hasCandles={early !== null} />}
          </Stage>
        </Work>
      </Box>
    </Frame>
  );
}

type ChartInput = Pick<CandleChartProps, "symbol" | "interval" | "timeZone" | "linesAt"> & {
  indicators: ChosenIndicators;
  heights: PaneHeights;
};

/** The chart that draws into an element, kept in line with its input, the theme and the prices. */
function useChart({ symbol, interval, timeZone, indicators, heights, linesAt }: ChartInput) {
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ChartController | null>(null);

  useEffect(() => {
    if (!element.current) return;
    const controller = new ChartController(element.current, fetchCandles);
    setChart(controller);
    return () => controller.destroy();
  }, []);
  // Together with the plot's name, which says what the plot shows.
  useLayoutEffect(() => chart?.open(symbol, interval), [chart, symbol, interval]);
  useEffect(() => chart?.setTimeZone(timeZone), [chart, timeZone]);
  useEffect(() => chart?.setIndicators(indicators, heights), [chart, indicators, heights]);
  useEffect(() => (chart ? effect(() => chart.viewport.setScale(chartScale.value)) : undefined), [chart]);
  useEffect(() => (chart ? effect(() => chart.setType(chartType.value)) : undefined), [chart]);
  useEffect(() => {
    if (!chart) return;
    let end = () => {};
    const stop = effect(() => {
      const compared = comparedSymbol.value;
      end();
      end = compared && compared !== symbol ? untracked(() => compareWith(chart, compared, interval)) : () => {};
    });
    return () => {
      stop();
      end();
    };
  }, [chart, symbol, interval]);
  useEffect(() => {
    if (!chart) return;
    return effect(() => {
      void theme.value;
      // The theme's colours are set on the root element only after the current task.
      queueMicrotask(() => chart.setColours(readColours()));
    });
  }, [chart]);
  useEffect(() => {
    if (!chart) return;
    return effect(() => {
      // Reads `loads` to apply the quote again after a load: a price that arrived during the load is in no candle, and
      // in a quiet market the next one may take long.
      void chart.loads.value;
      const quote = drawnQuoteOf(symbol).value;
      if (quote) chart.series?.take(quote);
    });
  }, [chart, symbol]);
  useEffect(() => {
    if (!chart) return;
    return effect(() => {
      void chart.rowCount.value;
      chart.setLines(linesAt(symbol, chart.newest(CANDLE_INTERVALS[interval])));
    });
  }, [chart, symbol, interval, linesAt]);

  return { element, chart };
}

function Status({ chart, hasCandles }: { chart: ChartController; hasCandles: boolean }) {
  useSignals();
  switch (chart.status.value) {
    case "ready":
      return null;
    case "loading":
      return chart.isOutdated.value || hasCandles ? (
        <LoadingLine />
      ) : (
        <Message aria-busy="true">
          <SpinnerBlock />
        </Message>
      );
    case "empty":
      return (
        <Message>
          <EmptyState picture="candles" title={chartText.emptyTitle} text={chartText.emptyText} />
        </Message>
      );
    case "error":
      return (
        <Message>
          <ErrorState title={chartText.failedTitle} text={chartText.failedText} onRetry={() => chart.retry()} />
        </Message>
      );
  }
}

const KEY_ZOOM = 1.25;

/** The effect of each key; one step is a tenth of the visible range. */
const KEYS: ReadonlyMap<string, (chart: ChartController) => void> = new Map([
  ["ArrowLeft", (chart) => chart.viewport.pan(-chart.viewport.span / 10)],
  ["ArrowRight", (chart) => chart.viewport.pan(chart.viewport.span / 10)],
  ["+", (chart) => chart.viewport.zoom(1 / KEY_ZOOM)],
  ["=", (chart) => chart.viewport.zoom(1 / KEY_ZOOM)],
  ["-", (chart) => chart.viewport.zoom(KEY_ZOOM)],
  ["Home", (chart) => chart.viewport.showOldest()],
  ["End", (chart) => chart.viewport.showNewest()],
  ["ContextMenu", (chart) => chart.openMenu()],
  ["ArrowUp", (chart) => chart.viewport.panPrice(chart.plotPx.height / 10)],
  ["ArrowDown", (chart) => chart.viewport.panPrice(-chart.plotPx.height / 10)],
  ["Shift+ArrowUp", (chart) => chart.viewport.zoomPrice(1 / KEY_ZOOM)],
  ["Shift+ArrowDown", (chart) => chart.viewport.zoomPrice(KEY_ZOOM)],
]);

function moveByKey(event: KeyboardEvent, chart: ChartController): void {
  // Keyboards without a menu key have Shift+F10 for it.
  const key = event.shiftKey && event.key === "F10" ? "ContextMenu" : event.key;
  const run = KEYS.get(event.shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key);
  if (!run || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  run(chart);
}
