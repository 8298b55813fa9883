import { styled } from "goober";
import { media } from "../ui/theme.ts";
import type { NearQuote } from "./receipt-quotes.ts";

const SIZE = { width: 566, height: 260, axis: 80, foot: 26 } as const;
const PLOT = { width: SIZE.width - SIZE.axis, height: SIZE.height - SIZE.foot } as const;
/** The time to each side, ms. */
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
  & [data-line="mid"] {
    stroke: var(--accent);
  }
  & circle[data-dot="mid"] {
    fill: var(--accent);
  }
  & circle[data-dot="hollow"] {
    fill: var(--bg);
    stroke: var(--muted);
    stroke-width: 1.5;
  }
  & circle[data-dot="ask"] {
    fill: var(--up);
  }
  & circle[data-dot="bid"] {
    fill: var(--down);
  }
`;

type ReceiptChartProps = {
  quotes: readonly NearQuote[];
  /** The price of the line, which the ring is on unless `ringAt` says otherwise. */
  price: number;
  ringAt?: number | undefined;
  ageMs: number;
  /** The quote that is told from the others by a hollow dot. */
  hollowSeq?: number | undefined;
  /** Which prices of the quotes are drawn. */
  sides: readonly Side[];
  label: string;
  write: (steps: number) => string;
};

type Side = "ask" | "bid" | "mid";

/** A step chart of the quotes around a fill or an alert: a dot for each, the age of the used one, a ring at it. */
export function ReceiptChart(props: ReceiptChartProps) {
  const { quotes, price, ringAt = price, ageMs, hollowSeq, sides, label, write } = props;
  const prices = [...quotes.flatMap((quote) => sides.map((side) => quote[side])), price];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const room = Math.max(2, (high - low) * 0.15);
  const top = (price: number) => ((high + room - price) / (high - low + 2 * room)) * PLOT.height;
  const left = (ms: number) => ((Math.min(SPAN_MS, Math.max(-SPAN_MS, ms)) + SPAN_MS) / (2 * SPAN_MS)) * PLOT.width;
  const steps = (side: Side) =>
    quotes
      .map((quote, i) => {
        const [x, y] = [left(quote.fromFillMs), top(quote[side])];
        return i === 0 ? `M${x},${y}` : `H${x}V${y}`;
      })
      .concat(`H${left(SPAN_MS)}`)
      .join("");
  const ticks = [price, high, low].filter((one, i, all) =>
    all.slice(0, i).every((other) => Math.abs(top(other) - top(one)) > 16),
  );
  return (
    <Svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={label} className="num">
      <rect
        x={left(-ageMs)}
        y={0}
        width={Math.max(1, left(0) - left(-ageMs))}
        height={PLOT.height}
        style={{ fill: "color-mix(in oklab, var(--accent) 14%, transparent)" }}
      />
      <line x1={left(0)} x2={left(0)} y1={0} y2={PLOT.height} stroke="var(--text)" strokeDasharray="3 3" />
      <line x1={0} x2={PLOT.width} y1={top(price)} y2={top(price)} stroke="var(--control)" strokeDasharray="4 4" />
      {sides.map((side) => (
        <g key={side}>
          <path data-line={side} d={steps(side)} />
          {quotes.map((quote) => (
            <circle
              key={quote.seq}
              data-dot={quote.seq === hollowSeq ? "hollow" : side}
              r={quote.seq === hollowSeq ? 4.5 : 2.5}
              cx={left(quote.fromFillMs)}
              cy={top(quote[side])}
            />
          ))}
        </g>
      ))}
      <circle cx={left(0)} cy={top(ringAt)} r={5.5} fill="var(--bg)" stroke="var(--text)" strokeWidth={2} />
      {ticks.map((one) => (
        <text key={one} x={SIZE.width - 8} y={top(one) + 4} textAnchor="end">
          {write(one)}
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
