import { styled } from "goober";
import type { DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { media } from "../ui/theme.ts";
import { stepsText } from "./demo-format.ts";
import type { NearQuote } from "./receipt-quotes.ts";
import { receiptText } from "./receipt-text.ts";

const SIZE = { width: 566, height: 260, axis: 80, foot: 26 } as const;
const PLOT = { width: SIZE.width - SIZE.axis, height: SIZE.height - SIZE.foot } as const;
/** The time to each side of the fill, ms. */
const SPAN_MS = 3_000;

const Svg = styled("svg")`
  display: block;
  width: 100%;
  background: var(--bg);
  font-size: 11px;
  & text {
    fill: var(--muted);
    /* A price that is wider than its place at the right covers the end of its line. */
    stroke: var(--bg);
    stroke-width: 8px;
    paint-order: stroke;
  }
  ${media.phone} {
    /* The drawing is shown at about half its size. */
    font-size: 18px;
  }
  & [data-line] {
    fill: none;
    stroke-width: 1.5;
  }
  & [data-line="ask"] {
    stroke: var(--up);
  }
  & [data-line="bid"] {
    stroke: var(--down);
  }
  & circle[data-dot="ask"] {
    fill: var(--up);
  }
  & circle[data-dot="bid"] {
    fill: var(--down);
  }
`;

/** A step chart of bid and ask around a fill: a dot for each quote, the age of the used one, a ring at the fill. */
export function ReceiptChart({ fill, quotes }: { fill: DemoFill; quotes: readonly NearQuote[] }) {
  const prices = [...quotes.flatMap(({ bid, ask }) => [bid, ask]), fill.price];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const room = Math.max(2, (high - low) * 0.15);
  const top = (price: number) => ((high + room - price) / (high - low + 2 * room)) * PLOT.height;
  const left = (ms: number) => ((Math.min(SPAN_MS, Math.max(-SPAN_MS, ms)) + SPAN_MS) / (2 * SPAN_MS)) * PLOT.width;
  const steps = (side: "bid" | "ask") =>
    quotes
      .map((quote, i) => {
        const [x, y] = [left(quote.fromFillMs), top(quote[side])];
        return i === 0 ? `M${x},${y}` : `H${x}V${y}`;
      })
      .concat(`H${left(SPAN_MS)}`)
      .join("");
  const hasSpread = quotes.some(({ bid, ask }) => bid !== ask);
  const sides = hasSpread ? (["ask", "bid"] as const) : (["ask"] as const);
  const ticks = [fill.price, high, low].filter((price, i, all) =>
    all.slice(0, i).every((other) => Math.abs(top(other) - top(price)) > 16),
  );
  return (
    <Svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={receiptText.chart} className="num">
      <rect
        x={left(-fill.ageMs)}
        y={0}
        width={Math.max(1, left(0) - left(-fill.ageMs))}
        height={PLOT.height}
        style={{ fill: "color-mix(in oklab, var(--accent) 14%, transparent)" }}
      />
      <line x1={left(0)} x2={left(0)} y1={0} y2={PLOT.height} stroke="var(--text)" strokeDasharray="3 3" />
      <line
        x1={0}
        x2={PLOT.width}
        y1={top(fill.price)}
        y2={top(fill.price)}
        stroke="var(--control)"
        strokeDasharray="4 4"
      />
      {sides.map((side) => (
        <g key={side}>
          <path data-line={side} d={steps(side)} />
          {quotes.map((quote) => (
            <circle key={quote.seq} data-dot={side} r={2.5} cx={left(quote.fromFillMs)} cy={top(quote[side])} />
          ))}
        </g>
      ))}
      <circle cx={left(0)} cy={top(fill.price)} r={5.5} fill="var(--bg)" stroke="var(--text)" strokeWidth={2} />
      {ticks.map((price) => (
        <text key={price} x={SIZE.width - 8} y={top(price) + 4} textAnchor="end">
          {stepsText(fill.symbol, price)}
        </text>
      ))}
      {[-2, -1, 1, 2].map((seconds) => (
        <text key={seconds} x={left(seconds * 1000)} y={SIZE.height - 8} textAnchor="middle">
          {seconds < 0 ? "−" : "+"}
          {Math.abs(seconds)} s
        </text>
      ))}
    </Svg>
  );
}
