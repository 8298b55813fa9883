import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { levelWords } from "../alerts/alert-words.ts";
import { setAlertAt } from "../alerts/alerts.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { PriceLine } from "../chart/price-line.tsx";
import { stepsAt } from "../trade-lines/place-of-chart.ts";
import { Icon, Plus } from "../ui/icon.tsx";
import { media } from "../ui/theme.ts";
import { alertLineText as text } from "./alert-line-text.ts";
import { STROKES } from "./alert-looks.ts";

const SIZE_PX = 20;
const GAP_PX = 4;

const Round = styled("button")`
  position: absolute;
  z-index: 3;
  top: ${-SIZE_PX / 2}px;
  left: ${-SIZE_PX - GAP_PX}px;
  display: grid;
  place-items: center;
  width: ${SIZE_PX}px;
  height: ${SIZE_PX}px;
  border: 1px solid var(--control);
  border-radius: 50%;
  background: var(--raised);
  cursor: pointer;
  &:hover {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }
  ${media.touch} {
    display: none;
  }
`;

/**
 * The plus beside the price under the cross, which sets an alert there at once. Its place stays while the pointer is on it,
 * where the plot has no cross. For a mouse: fingers press longer, and keys have a shortcut.
 */
export function AlertPlus({ chart, symbol }: { chart: ChartController; symbol: FeedSymbol }) {
  useSignals();
  const [over, setOver] = useState<{ topPx: number; isDone: boolean } | null>(null);
  const { width, height } = chart.plotPx;
  const topPx = over?.topPx ?? chart.crosshair.value?.topPx;
  if (topPx === undefined || topPx > height) return null;
  const steps = stepsAt(chart, topPx);
  const price = levelWords(symbol, steps);
  const press = () => {
    // A double click sets one.
    if (over?.isDone) return;
    setOver({ topPx, isDone: true });
    void setAlertAt(symbol, steps);
  };
  return (
    <>
      {over && !over.isDone && (
        <PriceLine place={{ top: topPx, tagTop: topPx }} look="alert" state="over" tag={price} style={STROKES.draft} />
      )}
      <Round
        type="button"
        tabIndex={-1}
        aria-label={text.at(price)}
        title={text.at(price)}
        style={{ transform: `translate(${width}px, ${topPx}px)` }}
        onPointerEnter={() => setOver({ topPx, isDone: false })}
        onPointerLeave={() => setOver(null)}
        onClick={press}
      >
        <Icon of={Plus} size={14} />
      </Round>
    </>
  );
}
