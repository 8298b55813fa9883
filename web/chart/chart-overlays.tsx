import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type ReactNode, useMemo } from "react";
import type { CandleInterval } from "../../worker/contract/candles.ts";
import { CANDLE_INTERVALS } from "../../worker/contract/candles.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { formatPrice } from "../ui/format.ts";
import { AXIS_HEIGHT_PX, AXIS_WIDTH_PX } from "./axis-size.ts";
import type { ChartController } from "./chart-controller.ts";
import { crosshairTime, zoneLabel } from "./time-labels.ts";

// Elements that follow the pointer or the price move by transforms, which cause no layout.
const Tag = styled("span")`
  position: absolute;
  z-index: 2;
  left: 0;
  padding: 0 8px;
  border-radius: 3px;
  background: var(--text);
  color: var(--bg);
  font-size: 12px;
  font-weight: 500;
  line-height: 20px;
  white-space: nowrap;
  pointer-events: none;
`;

const Zone = styled("span")`
  position: absolute;
  right: 8px;
  bottom: 0;
  color: var(--muted);
  font-size: 12px;
  line-height: ${AXIS_HEIGHT_PX}px;
  pointer-events: none;
`;

type CrosshairTagsProps = { chart: ChartController; symbol: FeedSymbol; interval: CandleInterval; timeZone: string };

/** The values under the crosshair, on both axes. */
export function CrosshairTags({ chart, symbol, interval, timeZone }: CrosshairTagsProps) {
  useSignals();
  const at = chart.crosshair.value;
  const startMs = at && chart.series?.columns.startMs[at.row];
  if (!at || startMs === undefined || startMs === null) return null;
  return (
    <>
      <Tag
        className="num"
        aria-hidden="true"
        style={{
          left: "auto",
          right: 1,
          width: AXIS_WIDTH_PX - 2,
          top: 0,
          textAlign: "right",
          transform: `translateY(${at.topPx - 10}px)`,
        }}
      >
        {formatPrice(at.price, FEED_SYMBOLS[symbol].decimals)}
      </Tag>
      <Tag
        className="num"
        aria-hidden="true"
        style={{ bottom: 4, transform: `translateX(${at.leftPx}px) translateX(-50%)` }}
      >
        {crosshairTime(startMs, CANDLE_INTERVALS[interval], timeZone)}
      </Tag>
    </>
  );
}

/** The time zone of the time axis. */
export function ZoneLabel({ timeZone }: { timeZone: string }) {
  return <Zone className="num">{zoneLabel(Date.now(), timeZone)}</Zone>;
}

const Pill = styled("div")`
  position: absolute;
  z-index: 1;
  top: 0;
  left: 0;
  display: flex;
  align-items: center;
  height: 24px;
  margin-top: -12px;
  border: 1px solid var(--control);
  border-radius: 6px;
  background: var(--raised);
  font-size: 12px;
  line-height: 22px;
  white-space: nowrap;
  & > * {
    padding: 0 8px;
  }
  & > * + * {
    border-left: 1px solid var(--line);
  }
  & > button {
    height: 22px;
    border-radius: 0 5px 5px 0;
    font-weight: 500;
    &:hover:not(:disabled) {
      background: var(--line);
    }
    &:disabled {
      color: var(--muted);
      cursor: not-allowed;
    }
  }
`;

const PILL_LEFT_PX = 12;
const PILL_STEP_PX = 208;
const PILL_ROOM_PX = 26;

type AtPriceProps = {
  chart: ChartController;
  price: number;
  /** The prices of the elements placed before this one; an element that would overlap them moves to the side. */
  above: readonly number[];
  children: ReactNode;
};

/**
 * Places an element at a price, at the left end of its line; hidden while the price is out of view. Elements without
 * room beside the others form another row towards the middle of the plot. Renders when its position changes.
 */
export function AtPrice({ chart, price, above, children }: AtPriceProps) {
  useSignals();
  // The positions are numbers, so they notify only when they change and not on every drawing.
  const { top, left } = useMemo(() => placeOf({ chart, price, above }), [chart, price, above]);
  if (top.value === null) return null;
  return <Pill style={{ transform: `translate(${left.value}px, ${top.value}px)` }}>{children}</Pill>;
}

function placeOf({ chart, price, above }: Omit<AtPriceProps, "children">) {
  const topOf = (one: number) => {
    void chart.drawn.value;
    return Math.round(chart.topOf(one));
  };
  const overlaps = computed(() => above.filter((other) => Math.abs(topOf(other) - topOf(price)) < PILL_ROOM_PX).length);
  const perRow = computed(() => {
    void chart.drawn.value;
    return Math.max(1, Math.floor((chart.plotPx.width - PILL_LEFT_PX) / PILL_STEP_PX));
  });
  return {
    top: computed(() => {
      const top = topOf(price);
      const { height } = chart.plotPx;
      if (top < 12 || top > height - 12) return null;
      const rowPx = top > height / 2 ? -PILL_ROOM_PX : PILL_ROOM_PX;
      return top + Math.floor(overlaps.value / perRow.value) * rowPx;
    }),
    left: computed(() => PILL_LEFT_PX + (overlaps.value % perRow.value) * PILL_STEP_PX),
  };
}
