import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect, useMemo } from "react";
import { type FeedSymbol, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { demoRun } from "../demo/demo-account.ts";
import { openReceipt } from "../demo/receipt-link.tsx";
import { fillWords } from "../positions/event-words.ts";
import { type FillRow, useRunFills } from "../positions/fills.ts";
import { stableComputed } from "../state/stable-computed.ts";
import { lineText } from "./line-text.ts";

const WIDTH_PX = 10;
const HEIGHT_PX = 8;
/** From the price to the mark. */
const GAP_PX = 9;

const Mark = styled("button")`
  position: absolute;
  z-index: 1;
  top: 0;
  left: 0;
  width: ${WIDTH_PX}px;
  height: ${HEIGHT_PX}px;
  background: var(--up);
  clip-path: polygon(50% 0, 100% 100%, 0 100%);
  cursor: pointer;
  &[data-side="sell"] {
    background: var(--down);
    clip-path: polygon(0 0, 100% 0, 50% 100%);
  }
`;

/**
 * A mark at each fill of the run on its symbol's chart: below a purchase, above a sale. A click opens its receipt; by
 * keyboard the history of the run has all receipts.
 */
export function FillMarks({ chart, symbol }: { chart: ChartController; symbol: FeedSymbol }) {
  useSignals();
  const run = demoRun.value;
  // A run without a fill has nothing to ask for.
  return run && run.opened > 0 ? <Marks chart={chart} symbol={symbol} run={run.number} /> : null;
}

function Marks({ chart, symbol, run }: { chart: ChartController; symbol: FeedSymbol; run: number }) {
  useSignals();
  const { rows } = useRunFills(run);
  const fills = useMemo(
    () => (rows ?? []).filter((fill) => TRADED_SYMBOLS[fill.symbol].pricedFrom === symbol),
    [rows, symbol],
  );
  const places = useMemo(() => placesOf(chart, fills), [chart, fills]);
  useEffect(() => {
    const box = { width: WIDTH_PX, height: HEIGHT_PX };
    return chart.addMarks(computed(() => places.value.map(({ left, top }) => ({ left, top, ...box }))));
  }, [chart, places]);
  return places.value.map(({ index, left, top }) => {
    const fill = fills[index];
    return fill ? (
      <Mark
        key={fill.id}
        type="button"
        tabIndex={-1}
        data-side={fill.side}
        aria-label={lineText.receipt(fillWords(fill))}
        title={fillWords(fill)}
        style={{ transform: `translate(${left}px, ${top}px)` }}
        onClick={() => openReceipt(fill.id)}
      />
    ) : null;
  });
}

/** The left top corners of the marks that are in view, CSS px in the plot. */
function placesOf(chart: ChartController, fills: readonly FillRow[]) {
  return stableComputed(() => {
    void chart.drawn.value;
    return fills.flatMap(({ side, price, at }, index) => {
      const left = chart.leftOf(at);
      const top = chart.plot.topOf(price) + (side === "buy" ? GAP_PX : -GAP_PX - HEIGHT_PX);
      const isInView = left !== null && top > 0 && top + HEIGHT_PX < chart.plotPx.height;
      return isInView ? [{ index, left: Math.round(left - WIDTH_PX / 2), top: Math.round(top) }] : [];
    });
  });
}
