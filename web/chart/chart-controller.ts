import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import type { CandleInterval } from "../../worker/contract/candles.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import type { Box } from "../drawings/clear-tags.ts";
import { rowAtTime } from "../drawings/projection.ts";
import { invalidate, loadQuery, type QueryOptions, watchQuery } from "../state/query.ts";
import { formatSteps } from "../ui/format.ts";
import type { CandleSeries, FetchCandles, SeriesChange, SeriesStatus } from "./candle-series.ts";
import { listenToGestures, type PlotPlace } from "./chart-gestures.ts";
import { ChartViewport } from "./chart-viewport.ts";
import { DrawScheduler } from "./draw-scheduler.ts";
import type { ChosenIndicators } from "./indicators/chosen-indicators.ts";
import { LineHandles } from "./line-handles.ts";
import { AXIS_HEIGHT_PX } from "./plot/axis-size.ts";
import { type CandlePlot, makeCandlePlot, type PlotScene } from "./plot/candle-plot.ts";
import { type ChartColours, readColours } from "./plot/chart-colours.ts";
import type { ChartType } from "./plot/chart-types.ts";
import type { PriceLine } from "./plot/draw-price-lines.ts";
import { HEIKIN_ASHI_SETTLED_ROW, HeikinAshi } from "./plot/heikin-ashi.ts";
import { IndicatorBoard } from "./plot/indicator-board.ts";
import { seriesQuery } from "./series-query.ts";

/** The crosshair: the candle's row, and the pointer's position, CSS px from the plot's left and top. */
export type Crosshair = { row: number; leftPx: number; topPx: number };

/**
 * The chart behind its component: candles, the visible window, input and drawing. It lives as long as the element that
 * it draws into; the React components around it read its signals.
 */
export class ChartController {
  readonly #plot: CandlePlot;
  /** The plot, for what reads its positions or is drawn on it. */
  readonly plot: Omit<CandlePlot, "show" | "showPrice" | "resize" | "setColours" | "destroy">;
  readonly #element: HTMLElement;
  readonly #fetch: FetchCandles;
  readonly #stop: (() => void)[] = [];
  /** The lines over the plot that can be moved. */
  readonly lines = new LineHandles();
  /** The candles in view. */
  readonly viewport: ChartViewport;
  readonly #board = new IndicatorBoard();
  /** The indicators that are shown, and the places of their panes. */
  readonly board: Pick<IndicatorBoard, "shown" | "layout"> = this.#board;
  /** Where the menu is asked for, by a right click, a long press or a key; null once it is closed. */
  readonly menuAt = signal<{ place: PlotPlace; price: number } | null>(null);
  readonly #state = {
    status: signal<SeriesStatus>("loading"),
    crosshair: signal<Crosshair | null>(null),
    drawn: signal(0),
    candleChanges: signal(0),
    rowCount: signal(0),
    loads: signal(0),
    isOutdated: signal(false),
    legendPx: signal(0),
    marks: signal<readonly ReadonlySignal<readonly Box[]>[]>([]),
  };
  readonly status: ReadonlySignal<SeriesStatus> = this.#state.status;
  readonly crosshair: ReadonlySignal<Crosshair | null> = this.#state.crosshair;
  /** Incremented when the positions of prices may have changed, and not with a price. */
  readonly drawn: ReadonlySignal<number> = this.#state.drawn;
  /** Incremented when candles have been loaded or the newest one has changed. */
  readonly candleChanges: ReadonlySignal<number> = this.#state.candleChanges;
  /** The number of candles. */
  readonly rowCount: ReadonlySignal<number> = this.#state.rowCount;
  /** Incremented each time the newest candles have been loaded, about once a minute. */
  readonly loads: ReadonlySignal<number> = this.#state.loads;
  /** Whether the plot still shows the candles of the interval before, while those of another one load. */
  readonly isOutdated: ReadonlySignal<boolean> = this.#state.isOutdated;
  /** The height of the legend at the top of the plot, CSS px. */
  readonly legendPx: ReadonlySignal<number> = this.#state.legendPx;
  /** The boxes that are shown above the drawings, in the plot. */
  readonly marks: ReadonlySignal<readonly ReadonlySignal<readonly Box[]>[]> = this.#state.marks;
  #query: QueryOptions<CandleSeries> | null = null;
  #series: CandleSeries | null = null;
  #endSeries = () => {};
  /** The series of which older candles are being loaded. */
  #completed: CandleSeries | null = null;
  #symbol: FeedSymbol | null = null;
  #lines: readonly PriceLine[] = [];
  #tags: readonly number[] = [];
  #type: ChartType = "candles";
  readonly #heikinAshi = new HeikinAshi();
  /** See {@link PlotScene.extentOf}. */
  #extentOf: PlotScene["extentOf"] = () => null;
  #timeZone = "UTC";
  #decimals = 2;
  #colours = readColours();
  readonly #draws = new DrawScheduler({
    drawPlot: () => {
      const scene = this.#scene();
      const { window } = this.viewport;
      if (scene && window) this.#plot.show(scene, window);
    },
    drawPrice: () => {
      const scene = this.#scene();
      return scene === null || this.#plot.showPrice(scene);
    },
  });

  constructor(element: HTMLElement, fetch: FetchCandles) {
    this.#element = element;
    this.#fetch = fetch;
    this.#plot = makeCandlePlot(element, {
      ...this.#size(),
      colours: this.#colours,
      onHover: (at) => {
        const row = at && Math.min(Math.max(at.row, 0), this.#state.rowCount.peek() - 1);
        this.#state.crosshair.value = at && row !== null && row >= 0 ? { ...at, row } : null;
      },
      onDrawn: () => {
        this.#state.drawn.value += 1;
      },
    });
    this.plot = this.#plot;
    this.viewport = new ChartViewport({
      rowCount: () => this.#state.rowCount.peek(),
      plotPx: () => this.#plot.areaPx(),
      priceRange: () => this.#plot.priceRange(),
      onChange: (of) => this.#onViewport(of),
    });
    this.#board.layOut(this.#size().heightPx - AXIS_HEIGHT_PX);
    const resize = new ResizeObserver(() => this.#onResize());
    resize.observe(element);
    const gestures = {
      onPan: (px: number) => this.viewport.pan(-px / this.viewport.stepPx),
      onZoom: (factor: number, atPx: number) => this.viewport.zoom(factor, this.#plot.rowAt(atPx)),
      onReset: () => this.viewport.showNewest(),
      onMenu: (place: PlotPlace) => this.#askMenu(place),
    };
    this.#stop.push(
      () => resize.disconnect(),
      listenToGestures(this.#plot.area, this.lines, {
        ...gestures,
        onPan: (px, downPx) => {
          this.viewport.panPrice(downPx);
          gestures.onPan(px);
        },
      }),
      listenToGestures(this.#plot.panesArea, new LineHandles(), { ...gestures, onMenu: () => {} }),
    );
  }

  /** The candles shown; null before the first ones have been loaded. */
  get series(): CandleSeries | null {
    return this.#series;
  }

  /** Shows another symbol or interval, starting at its newest candles. */
  open(symbol: FeedSymbol, interval: CandleInterval): void {
    this.#endSeries();
    const isOther = symbol !== this.#symbol;
    const hasOld = this.#series?.status === "ready" || this.#state.isOutdated.peek();
    this.#series = null;
    this.#symbol = symbol;
    const query = seriesQuery(symbol, interval, this.#fetch);
    this.#query = query;
    this.#decimals = FEED_SYMBOLS[symbol].decimals;
    batch(() => {
      this.#state.status.value = "loading";
      this.#state.crosshair.value = null;
      this.#state.rowCount.value = 0;
      this.viewport.reset();
      this.#state.isOutdated.value = hasOld && !isOther;
    });
    this.#element.dataset.shows = hasOld && !isOther ? "old" : "nothing";
    let loadedAtMs = 0;
    const stop = watchQuery(query, ({ value, atMs }) => {
      if (value === null || atMs === loadedAtMs) return;
      loadedAtMs = atMs;
      if (this.#series !== value) this.#begin(value);
      this.#state.loads.value += 1;
    });
    this.#endSeries = () => {
      stop();
      this.#series?.leave();
      void invalidate(query.key);
    };
  }

  /** Shows a series that has been loaded, now or for a chart before. */
  #begin(series: CandleSeries): void {
    this.#series = series;
    series.onChange = (change) => this.#onSeries(change);
    series.onPrice = () => this.#onPrice();
    this.#board.begin(series.columns, series.sizeMs);
    this.#heikinAshi.changedFrom(0);
    this.#onSeries({ addedInFront: 0, changedFrom: series.columns.startMs.length });
  }

  /** The direction of the newest candle so far and its end, epoch ms; null while there is none. */
  newest(sizeMs: number): { isUp: boolean; endsAtMs: number } | null {
    const { startMs, open, close } = this.#series?.columns ?? {};
    const from = startMs?.at(-1);
    return from === undefined ? null : { isUp: (close?.at(-1) ?? 0) >= (open?.at(-1) ?? 0), endsAtMs: from + sizeMs };
  }

  /** Loads again after a failure. */
  retry(): void {
    this.#state.status.value = "loading";
    if (this.#query) void loadQuery(this.#query);
  }

  setTimeZone(timeZone: string): void {
    this.#timeZone = timeZone;
    this.#draws.inFrame();
  }

  setLines(lines: readonly PriceLine[]): void {
    const areTradesMoved = tradePrices(lines) !== tradePrices(this.#lines);
    this.#lines = lines;
    this.#draws.afterEffects(areTradesMoved ? "plot" : "price");
  }

  /** Keeps the tags of drawings away from what is shown above them. @returns ends it */
  addMarks(boxes: ReadonlySignal<readonly Box[]>): () => void {
    const { marks } = this.#state;
    marks.value = [...marks.peek(), boxes];
    return () => {
      marks.value = marks.peek().filter((one) => one !== boxes);
    };
  }

  /** Keeps axis labels away from tags over the axis. @param tops their middles, CSS px from the plot's top */
  setTags(tops: readonly number[]): void {
    this.#tags = tops;
    this.#draws.afterEffects("price");
  }

  /** Leaves room for the legend above the candles. @param heightPx from the plot's top, CSS px */
  setLegend(heightPx: number): void {
    if (heightPx === this.#state.legendPx.peek()) return;
    this.#state.legendPx.value = heightPx;
    this.#draws.inFrame();
  }

  /** @param heights of panes, by the id of their indicator, CSS px */
  setIndicators(chosen: ChosenIndicators, heights: Readonly<Record<string, number>>): void {
    this.#board.choose(chosen, heights);
    this.#completeSight();
    this.#draws.inFrame();
  }

  setType(type: ChartType): void {
    this.#type = type;
    this.#completeSight();
    this.#draws.inFrame();
  }

  /** Sets what else the automatic price range contains, see {@link PlotScene.extentOf}. */
  setExtent(extentOf: PlotScene["extentOf"]): void {
    this.#extentOf = extentOf;
    this.#draws.inFrame();
  }

  /** Draws the plot again, for a layer whose content has changed the price range. */
  redraw(): void {
    this.#draws.inFrame();
  }

  /** The canvases that the plot shows, from the lowest. */
  get canvases(): readonly HTMLCanvasElement[] {
    return [...this.#element.querySelectorAll<HTMLCanvasElement>("canvas:not([hidden])")];
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours;
    this.#plot.setColours(colours);
  }

  /** Opens the menu by keyboard: at the crosshair, else in the middle of the plot at the newest price. */
  openMenu(): void {
    const { left, top, width } = this.#plot.area.getBoundingClientRect();
    const close = this.#series?.columns.close.at(-1);
    if (close === undefined) return;
    const crosshair = this.#state.crosshair.peek();
    const isOverPlot = crosshair !== null && crosshair.topPx <= this.plotPx.height;
    const { leftPx, topPx } = isOverPlot ? crosshair : { leftPx: width / 2, topPx: this.#plot.topOf(close) };
    this.#askMenu({ leftPx, topPx, clientX: left + leftPx, clientY: top + topPx });
  }

  #askMenu(place: PlotPlace): void {
    this.menuAt.value = { place, price: this.#plot.priceAt(place.topPx) };
  }

  /**
   * The middle of the candle at a time, CSS px from the plot's left.
   * @returns null where no candle of that time is loaded, or where it is out of view
   */
  leftOf(atMs: number): number | null {
    const { columns, sizeMs } = this.#series ?? {};
    if (!columns || !sizeMs) return null;
    const row = rowAtTime(columns.startMs, atMs);
    const isIn = row >= 0 && atMs < (columns.startMs[row] ?? 0) + sizeMs;
    const left = isIn ? this.#plot.leftOf(row) : -1;
    return left >= 0 && left <= this.plotPx.width ? left : null;
  }

  get colours(): ChartColours {
    return this.#colours;
  }

  /** The size of the plot without its axes, CSS px. */
  get plotPx(): { width: number; height: number } {
    return this.#plot.areaPx();
  }

  destroy(): void {
    this.#endSeries();
    for (const stop of this.#stop) stop();
    this.#draws.stop();
    this.#series = null;
    this.#plot.destroy();
  }

  #onSeries({ addedInFront: added, changedFrom }: SeriesChange): void {
    const series = this.#series;
    if (!series) return;
    this.#board.update(series.columns, changedFrom);
    this.#board.setWhole(series.older === "none");
    const rowCount = series.columns.startMs.length;
    this.viewport.followRows({ before: this.#state.rowCount.peek(), now: rowCount, added });
    this.#completeSight();
    this.#heikinAshi.changedFrom(changedFrom);
    this.#element.dataset.shows = series.status === "ready" ? "candles" : "nothing";
    batch(() => {
      this.#state.rowCount.value = rowCount;
      this.#state.status.value = series.status;
      this.#state.isOutdated.value = false;
      this.#tellCandles();
    });
    this.#draws.afterEffects("plot");
  }

  #onPrice(): void {
    const { columns } = this.#series ?? {};
    const rowCount = this.#state.rowCount.peek();
    if (!columns || columns.startMs.length !== rowCount) this.#onSeries({ addedInFront: 0, changedFrom: rowCount });
    else {
      this.#board.update(columns);
      this.#tellCandles();
      this.#draws.afterEffects("price");
    }
  }

  /** Loads older candles for an average of the whole day, and for what is in sight and depends on candles before it. */
  #completeSight(): void {
    if (this.#board.lacksDayStart || this.viewport.lacksLead(this.#leadRows)) void this.#loadOlder();
  }

  #tellCandles(): void {
    const { candleChanges } = this.#state;
    // A price comes from an effect, which must not depend on what it changes.
    candleChanges.value = candleChanges.peek() + 1;
  }

  #onViewport(changed: "rows" | "prices"): void {
    // With a range of the trader's, a finger moves the prices, and not the page.
    this.#plot.area.toggleAttribute("data-free", this.viewport.manualRange.peek() !== null);
    if (changed === "rows") this.#completeWindow();
    this.#draws.inFrame();
  }

  /** Loads older candles while the first one is near the window. */
  #completeWindow(): void {
    if (this.viewport.wantsOlder(this.#leadRows)) void this.#loadOlder();
  }

  async #loadOlder(): Promise<void> {
    const series = this.#series;
    if (!series || series === this.#completed) return;
    const firstMs = series.columns.startMs[0];
    this.#completed = series;
    await series.loadOlder();
    this.#completed = null;
    if (series !== this.#series) return;
    if (this.#board.setWhole(series.older === "none")) {
      this.#tellCandles();
      this.#draws.inFrame();
    }
    // A page may not be enough.
    if (series.columns.startMs[0] !== firstMs) this.#completeSight();
  }

  /** The number of candles that are needed before the first one in sight. */
  get #leadRows(): number {
    return Math.max(this.#board.leadRows, this.#firstDrawnRow);
  }

  /** See {@link PlotScene.firstDrawnRow}. */
  get #firstDrawnRow(): number {
    return this.#type === "heikinAshi" && this.#series?.older !== "none" ? HEIKIN_ASHI_SETTLED_ROW : 0;
  }

  #scene(): PlotScene | null {
    if (!this.#series || !this.viewport.window) return null;
    const { columns, sizeMs } = this.#series;
    return {
      columns,
      indicators: this.#board.shown.peek(),
      panes: this.#board.layout.peek().panes,
      type: this.#type,
      drawnColumns: this.#type === "heikinAshi" ? this.#heikinAshi.of(columns) : columns,
      firstDrawnRow: this.#firstDrawnRow,
      scale: this.viewport.scale.peek(),
      manualRange: this.viewport.manualRange.peek(),
      extentOf: this.#extentOf,
      legendPx: this.#state.legendPx.peek(),
      lines: this.#lines,
      tags: this.#tags,
      sizeMs,
      timeZone: this.#timeZone,
      formatPrice: (price) => formatSteps(price, this.#decimals),
    };
  }

  #onResize(): void {
    const { widthPx, heightPx } = this.#size();
    if (widthPx === 0 || heightPx === 0) return;
    const { stepPx } = this.viewport;
    this.#plot.resize(widthPx, heightPx);
    this.#board.layOut(heightPx - AXIS_HEIGHT_PX);
    this.viewport.fit(stepPx);
    this.#draws.inFrame();
  }

  #size(): { widthPx: number; heightPx: number } {
    return { widthPx: this.#element.clientWidth, heightPx: this.#element.clientHeight };
  }
}

/** The prices of the lines over the plot as text: they are part of the price range. */
function tradePrices(lines: readonly PriceLine[]): string {
  return lines.flatMap(({ price, look }) => (look === "over" ? [price] : [])).join();
}
