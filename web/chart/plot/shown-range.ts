import type { CandleColumns } from "./candle-columns.ts";
import type { ScaleMode } from "./chart-types.ts";
import type { ChartWindow } from "./chart-window.ts";
import type { RowRange } from "./plot-view.ts";
import { type PriceRange, rangeWithRoom } from "./price-scale.ts";

/** Room above the highest candle, px: at least, and below the legend; both at most a share of the height. */
const HEADROOM_PX = { min: 56, belowLegend: 8 } as const;
const HEADROOM_MAX = 0.4;
/** Room below the lowest candle for the volume, as a share of the height. */
const FOOTROOM = 0.2;

/** The rows of a window. */
export function rowsOf({ from, to }: ChartWindow): RowRange {
  return { first: Math.floor(from), last: Math.ceil(to) };
}

/** The lowest and the highest price of some rows; null without any. */
export function extentOf({ high, low }: CandleColumns, { first, last }: RowRange): PriceRange | null {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = Math.max(0, first); row <= last && row < high.length; row += 1) {
    min = Math.min(min, low[row] ?? min);
    max = Math.max(max, high[row] ?? max);
  }
  return min <= max ? { min, max } : null;
}

/**
 * The automatic range: prices with room for the legend above them and for the volume below.
 * @param plot.heightPx its height, CSS px
 */
export function rangeAround(
  extent: PriceRange,
  { mode, heightPx, legendPx }: { mode: ScaleMode; heightPx: number; legendPx: number },
): PriceRange {
  const abovePx = Math.max(HEADROOM_PX.min, legendPx + HEADROOM_PX.belowLegend);
  const above = Math.min(HEADROOM_MAX, abovePx / Math.max(1, heightPx));
  return rangeWithRoom(mode, extent, { above, below: FOOTROOM });
}
