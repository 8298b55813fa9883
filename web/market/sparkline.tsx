import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { FeedSymbol } from "../../worker/contract/market-messages.ts";
import { dayHistory } from "../state/day-history.ts";
import { isStale, quoteOf, trailOf } from "../state/prices.ts";
import { sparklinePoints } from "./sparkline-points.ts";

const Frame = styled("svg")`
  overflow: visible;
  color: var(--muted);
  &[data-tone="up"] {
    color: var(--up);
  }
  &[data-tone="down"] {
    color: var(--down);
  }
  & > line {
    stroke: var(--control);
    stroke-dasharray: 1 3;
    stroke-linecap: round;
  }
  & > path {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  & > circle {
    fill: currentColor;
  }
`;

/** The last 24 hours, with a dotted line at the day's open. Decoration: the figures say it too. */
export function Sparkline({ symbol, width, height }: { symbol: FeedSymbol; width: number; height: number }) {
  useSignals();
  const history = dayHistory(symbol).value;
  const { points } = trailOf(symbol).value;
  // The trail moves once a second, and with it the picture; the figure beside it shows every tick.
  const quote = quoteOf(symbol).peek();
  if (!quote || points.length === 0) return <Frame width={width} height={height} aria-hidden="true" />;
  // Until the history has arrived, what this page has seen stands for it.
  const prices = history.length > 0 ? history.map(([, , , , close]) => close) : points.map(({ price }) => price);
  const line = sparklinePoints([...prices, quote.price], { dayOpen: quote.dayOpen, width, height });
  const tone = isStale(symbol).value ? undefined : quote.price < quote.dayOpen ? "down" : "up";
  return (
    <Frame width={width} height={height} viewBox={`0 0 ${width} ${height}`} data-tone={tone} aria-hidden="true">
      {line.openY !== null && <line x1="0" x2={width} y1={line.openY} y2={line.openY} />}
      <path d={line.path} />
      <circle cx={line.end.x} cy={line.end.y} r="2" />
    </Frame>
  );
}
