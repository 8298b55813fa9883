import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import type { ScaleMode } from "./plot/chart-types.ts";
import {
  type ChartWindow,
  clampWindow,
  hasRow,
  isFollowing,
  lacksLead,
  newestWindow,
  panWindow,
  rowsThatFit,
  shiftWindow,
  wantsOlder,
  zoomWindow,
} from "./plot/chart-window.ts";
import { type PriceRange, panRange, zoomRange } from "./plot/price-scale.ts";

type ViewportGiven = {
  /** The number of candles. */
  rowCount: () => number;
  /** The size of the plot without its axes, CSS px. */
  plotPx: () => { width: number; height: number };
  /** The prices at the plot's foot and its top. */
  priceRange: () => PriceRange;
  /** Called after each change of what is shown. */
  onChange: (of: "rows" | "prices") => void;
};

/**
 * The view of a chart: the window over the rows, and the scale of the prices with the range that the trader
 * has set. Drawing it is the chart's.
 */
export class ChartViewport {
  readonly #given: ViewportGiven;
  readonly #state = {
    scale: signal<ScaleMode>("linear"),
    manualRange: signal<PriceRange | null>(null),
    isAway: signal(false),
  };
  readonly scale: ReadonlySignal<ScaleMode> = this.#state.scale;
  /** The price range that the trader has set; null while it follows the candles. */
  readonly manualRange: ReadonlySignal<PriceRange | null> = this.#state.manualRange;
  /** Whether the newest candle is out of view. */
  readonly isAway: ReadonlySignal<boolean> = this.#state.isAway;
  #window: ChartWindow | null = null;

  constructor(given: ViewportGiven) {
    this.#given = given;
  }

  /** The visible rows; null before there are candles. */
  get window(): ChartWindow | null {
    return this.#window;
  }

  /** The number of visible rows. */
  get span(): number {
    return this.#window ? this.#window.to - this.#window.from : this.#rowsThatFit();
  }

  /** The width of a row, CSS px. */
  get stepPx(): number {
    return this.#given.plotPx().width / this.span;
  }

  /** Whether older candles should be loaded. @param leadRows see {@link wantsOlder} */
  wantsOlder(leadRows: number): boolean {
    return this.#window !== null && wantsOlder(this.#window, leadRows);
  }

  /** Whether what is in sight needs older candles. @param leadRows see {@link lacksLead} */
  lacksLead(leadRows: number): boolean {
    return this.#window !== null && lacksLead(this.#window, leadRows);
  }

  /** Begins anew, for other candles: at the newest ones once there are some, with the automatic price range. */
  reset(): void {
    this.#window = null;
    this.#state.isAway.value = false;
    this.#setRange(null);
  }

  /** Sets the scale of the prices. A range that has no logarithm becomes automatic. */
  setScale(mode: ScaleMode): void {
    batch(() => {
      this.#state.scale.value = mode;
      if (mode === "log" && (this.#state.manualRange.peek()?.min ?? 1) <= 0) this.#state.manualRange.value = null;
    });
    this.#given.onChange("prices");
  }

  /** Lets the price range follow the candles again. */
  scaleAutomatically(): void {
    this.#setRange(null);
  }

  /** Shows a range that was shown before. @param range null for the automatic one */
  restorePrices(range: PriceRange | null): void {
    if (range !== this.#state.manualRange.peek()) this.#setRange(range);
  }

  /** Shows more or fewer prices. @param factor below 1 shows fewer */
  zoomPrice(factor: number): void {
    if (this.#window) this.#setRange(zoomRange(this.#state.scale.peek(), this.#given.priceRange(), factor));
  }

  /** Moves the prices, once their range is no longer automatic. @param downPx above 0 they move down */
  panPrice(downPx: number): void {
    const { height } = this.#given.plotPx();
    const range = this.#state.manualRange.peek();
    if (range && height > 0) this.#setRange(panRange(this.#state.scale.peek(), range, downPx / height));
  }

  /** Moves by rows; above 0 towards newer candles. */
  pan(rows: number): void {
    this.#move((window, rowCount) => panWindow(window, rows, rowCount));
  }

  /**
   * @param factor below 1 zooms in
   * @param anchor the row that keeps its position; the middle by default
   */
  zoom(factor: number, anchor?: number): void {
    this.#move((window, rowCount) => zoomWindow(window, factor, anchor ?? (window.from + window.to) / 2, rowCount));
  }

  showNewest(): void {
    this.#move((_, rowCount) => newestWindow(rowCount, this.#rowsThatFit()));
  }

  showOldest(): void {
    this.#move((window, rowCount) => clampWindow({ from: 0, to: window.to - window.from }, rowCount));
  }

  /** Shows a row at the first third of the plot. */
  showRow(row: number): void {
    this.#move(({ from, to }, rowCount) => {
      const start = row - (to - from) / 3;
      return clampWindow({ from: start, to: start + to - from }, rowCount);
    });
  }

  /**
   * Keeps the visible candles in view after a load, or follows the newest one.
   * @param rows the number of candles before and now, and how many of the new ones are in front
   */
  followRows({ before, now, added }: { before: number; now: number; added: number }): void {
    const appended = now - added - before;
    if (this.#window && before > 0) {
      const follows = isFollowing(this.#window, before);
      const shifted = shiftWindow(this.#window, added + (follows ? appended : 0));
      // A series that started over may not reach back to the visible rows.
      this.#window = appended < 0 ? clampWindow(shifted, now) : shifted;
    } else if (now > 0) this.#window = newestWindow(now, this.#rowsThatFit());
    this.#followAway(now);
  }

  /**
   * Follows another size of the plot: the newest candles keep their position; more or fewer older ones become visible.
   * @param stepPx the width of a row before
   */
  fit(stepPx: number): void {
    if (!this.#window || stepPx <= 0) return;
    const { to } = this.#window;
    this.#window = clampWindow({ from: to - this.#given.plotPx().width / stepPx, to }, this.#given.rowCount());
  }

  #move(next: (window: ChartWindow, rowCount: number) => ChartWindow): void {
    if (!this.#window) return;
    const rowCount = this.#given.rowCount();
    this.#window = next(this.#window, rowCount);
    this.#followAway(rowCount);
    this.#given.onChange("rows");
  }

  #setRange(range: PriceRange | null): void {
    this.#state.manualRange.value = range;
    this.#given.onChange("prices");
  }

  #followAway(rowCount: number): void {
    this.#state.isAway.value = this.#window !== null && !hasRow(this.#window, rowCount - 1);
  }

  #rowsThatFit(): number {
    return rowsThatFit(this.#given.plotPx().width);
  }
}
