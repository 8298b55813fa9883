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
import { pillPlaces } from "./pill-places.ts";
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

type AtPriceProps = {
  chart: ChartController;
  /** The prices of all elements, of which `index` is this one's: an element that would cover an earlier one moves away. */
  prices: readonly number[];
  index: number;
  children: ReactNode;
};

/**
 * Places an element at a price, at the left end of its line; hidden while the price is out of view. Renders when its
 * position changes.
 */
export function AtPrice({ chart, prices, index, children }: AtPriceProps) {
  useSignals();
  // Numbers notify only when they change, and not on every drawing.
  const { top, left } = useMemo(() => {
    const place = computed(() => {
      void chart.drawn.value;
      const tops = prices.slice(0, index + 1).map((price) => Math.round(chart.topOf(price)));
      return pillPlaces(tops, chart.plotPx).at(-1) ?? null;
    });
    return { top: computed(() => place.value?.top ?? null), left: computed(() => place.value?.left ?? 0) };
  }, [chart, prices, index]);
  if (top.value === null) return null;
  return <Pill style={{ transform: `translate(${left.value}px, ${top.value}px)` }}>{children}</Pill>;
}
