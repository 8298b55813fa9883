import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import { CANDLE_INTERVALS, type CandleInterval } from "../../worker/contract/candles.ts";
import { dollarsOf, stepsOf } from "../../worker/contract/price-steps.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import type { KeptChart } from "../../worker/contract/trade-journal/journal-schema.ts";
import { CandleChart } from "../chart/candle-chart.tsx";
import type { ChartController } from "../chart/chart-controller.ts";
import { goToDate } from "../chart/go-to-date.ts";
import { type ChosenIndicators, readIndicators } from "../chart/indicators/chosen-indicators.ts";
import type { PriceLine } from "../chart/plot/draw-price-lines.ts";
import { DrawingHistory, type KeptDrawing } from "../drawings/drawing-history.ts";
import type { DrawingSource } from "../drawings/use-drawings.ts";
import { changeEntry, type EntryName } from "../journal/journal-state.ts";
import { usePrices } from "../prices/use-prices.ts";
import { drawnQuoteOf } from "../state/prices.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { formatSteps } from "../ui/format.ts";
import { Box, Text } from "../ui/layout.tsx";
import { toast } from "../ui/toast/toast.ts";
import { fits } from "./kept-chart.ts";
import { noteChartText as text } from "./note-chart-text.ts";

type LiveChartDialogProps = { name: EntryName; chart: KeptChart; timeZone: string; onClose: () => void };

/** The chart of a note with live candles, what was drawn on it and its indicators. What is changed here is the note's. */
export function LiveChartDialog({ name, chart, timeZone, onClose }: LiveChartDialogProps) {
  useSignals();
  const { symbol, timeframe } = chart;
  const [interval, setInterval] = useState<CandleInterval>(timeframe);
  const symbols = useMemo(() => [symbol], [symbol]);
  usePrices(symbols);
  // As it was opened: what another device changes meanwhile is there the next time.
  const [kept] = useState(() => keptSources(name, chart));
  return (
    <Dialog title={text.open(symbol, interval)} note={text.staysHere} width="large" isTall onClose={onClose}>
      <Box height="min(60dvh, 560px)" phone={{ height: "calc(100dvh - 190px)" }}>
        <CandleChart
          symbol={symbol}
          interval={interval}
          onInterval={setInterval}
          timeZone={timeZone}
          linesAt={lastPrice}
          indicators={kept.indicators}
          drawings={kept.drawings}
          onPlan={null}
          onAlert={null}
          foot={null}
          over={(controller) => <ShowSpan key={interval} chart={controller} of={chart} interval={interval} />}
        />
      </Box>
    </Dialog>
  );
}

type ShowSpanProps = { chart: ChartController; of: KeptChart; interval: CandleInterval };

/** Shows the span of the note's chart once, when the first candles are there. */
function ShowSpan({ chart, of: { from, to }, interval }: ShowSpanProps) {
  useSignals();
  const isLoaded = chart.loads.value > 0;
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    if (!isLoaded) return;
    const rows = (to - from) / CANDLE_INTERVALS[interval];
    let isOver = false;
    chart.viewport.zoom(rows / chart.viewport.span);
    void goToDate(chart, from + (to - from) / 3).then((outcome) => {
      if (isOver) return;
      setWords(outcome.is === "shown" ? null : outcome.is === "not loaded" ? text.notLoaded : text.beforeHistory);
    });
    return () => {
      isOver = true;
    };
  }, [chart, isLoaded, from, to, interval]);
  return (
    words && (
      <Text role="status" size="caption" tone="warn" pad={8} style={{ position: "absolute", top: 0, right: 80 }}>
        {words}
      </Text>
    )
  );
}

function keptSources(name: EntryName, chart: KeptChart) {
  const { symbol } = chart;
  let stored = chart;
  const drawn = signal<readonly KeptDrawing[]>(
    chart.drawings.map((drawing) => ({ id: crypto.randomUUID(), drawing: withPrices(drawing, inSteps(symbol)) })),
  );
  const chosen = signal<ChosenIndicators>(readIndicators(chart.indicators) ?? []);
  const history = new DrawingHistory();

  /** @returns whether the note can keep it */
  function keep(change: Partial<KeptChart>): boolean {
    const next = { ...stored, ...change };
    if (!fits(next)) {
      toast.error(text.full);
      return false;
    }
    stored = next;
    changeEntry(name, { chart: next });
    return true;
  }

  const drawings: DrawingSource = {
    drawingsOf: () => drawn,
    keep(_, changes) {
      const next = new Map(drawn.peek().map((one) => [one.id, one]));
      for (const { id, drawing } of changes) {
        if (drawing) next.set(id, { id, drawing });
        else next.delete(id);
      }
      const all = [...next.values()];
      const isKept = keep({ drawings: all.map(({ drawing }) => withPrices(drawing, inDollars(symbol))) });
      // A refused one goes back to what there was.
      drawn.value = isKept ? all : [...drawn.peek()];
    },
    historyOf: () => history,
    isMagnet: signal(false),
    selectedId: signal<string | null>(null),
    planTexts: (of, { anchors }) => {
      const [, target = "", stop = ""] = anchors.map(({ price }) => formatSteps(price, FEED_SYMBOLS[of].decimals));
      return { targetMoney: "", target, middle: "", stopMoney: "", stop };
    },
  };
  const indicators: { list: ReadonlySignal<ChosenIndicators>; keep: (list: ChosenIndicators) => void } = {
    list: computed(() => chosen.value),
    keep(list) {
      const plain = list.map((one) => ({ ...one, settings: { ...one.settings }, colours: [...one.colours] }));
      if (keep({ indicators: plain })) chosen.value = list;
    },
  };
  return { drawings, indicators };
}

const inSteps = (symbol: FeedSymbol) => (dollars: number) => Math.max(1, stepsOf(symbol, dollars, "nearest"));
const inDollars = (symbol: FeedSymbol) => (steps: number) => dollarsOf(symbol, steps);

function withPrices(drawing: Drawing, priceOf: (price: number) => number): Drawing {
  return { ...drawing, anchors: drawing.anchors.map(({ time, price }) => ({ time, price: priceOf(price) })) };
}

/** The last price across the chart. Reads signals. */
function lastPrice(symbol: FeedSymbol, candle: { isUp: boolean } | null): PriceLine[] {
  const quote = drawnQuoteOf(symbol).value;
  if (!quote) return [];
  const tag = formatSteps(quote.mid, FEED_SYMBOLS[symbol].decimals);
  return [{ price: quote.mid, tagText: [tag], look: candle?.isUp === false ? "down" : "up" }];
}
