import { type ReadonlySignal, signal } from "@preact/signals-react";
import { DAY_MS } from "../../../worker/contract/time.ts";
import {
  type ChosenIndicator,
  type ChosenIndicators,
  indicatorLabel,
  type LineColour,
} from "../indicators/chosen-indicators.ts";
import type { Column, Indicator, IndicatorKind } from "../indicators/indicator.ts";
import { INDICATORS } from "../indicators/indicator-kinds.ts";
import { type CandleColumns, emptyColumns } from "./candle-columns.ts";
import { layOutPanes, type PaneLayout } from "./pane-layout.ts";

/** The values of a line from a row on; before it there is none. */
class SettledValues {
  firstRow: number;
  readonly #values: Pick<Column, "at">;

  constructor(values: Pick<Column, "at">, firstRow: number) {
    this.#values = values;
    this.firstRow = firstRow;
  }

  /** Returns the value of a row; NaN where there is none. */
  at(row: number): number {
    return row < this.firstRow ? Number.NaN : this.#values.at(row);
  }
}

/** A line of an indicator on the chart; the colour of a histogram is null, as it is that of its sign. */
export type ShownLine = { name: string; colour: LineColour | null; values: SettledValues };

/** An indicator that is not hidden, with its values for the candles of the chart. */
export type ShownIndicator = {
  chosen: ChosenIndicator;
  label: string;
  kind: IndicatorKind;
  indicator: Indicator;
  lines: readonly ShownLine[];
};

/**
 * The chosen indicators of a chart, their values for its candles, and the places of their panes. While there may be candles
 * before the first one, the values that those would change are not shown.
 */
export class IndicatorBoard {
  readonly #shown = signal<readonly ShownIndicator[]>([]);
  readonly #layout = signal<PaneLayout>({ panes: [], leftOut: [] });
  readonly shown: ReadonlySignal<readonly ShownIndicator[]> = this.#shown;
  readonly layout: ReadonlySignal<PaneLayout> = this.#layout;
  #heights: Readonly<Record<string, number>> = {};
  #heightPx = 0;
  #columns = emptyColumns();
  #sizeMs = 0;
  #isWhole = false;

  /** Shows other indicators. Those whose settings are the same keep their values. @param heights of panes, by id */
  choose(chosen: ChosenIndicators, heights: Readonly<Record<string, number>>): void {
    this.#heights = heights;
    this.#show(
      chosen.filter(({ isHidden }) => !isHidden),
      this.#shown.peek(),
    );
  }

  /** Begins with the candles of another series. */
  begin(columns: CandleColumns, sizeMs: number): void {
    this.#columns = columns;
    this.#sizeMs = sizeMs;
    this.#isWhole = false;
    const chosen = this.#shown.peek().map((one) => one.chosen);
    this.#show(chosen, []);
  }

  /** Computes the rows that have changed; see `Indicator.update`. */
  update(columns: CandleColumns, changedFrom?: number): void {
    this.#columns = columns;
    for (const { indicator } of this.#shown.peek()) indicator.update(columns, changedFrom);
    this.#settle();
  }

  /** @param isWhole whether there are no candles before the first one. @returns whether that is new */
  setWhole(isWhole: boolean): boolean {
    const isNew = isWhole !== this.#isWhole;
    this.#isWhole = isWhole;
    if (isNew) this.#settle();
    return isNew;
  }

  /** The number of candles that are needed before the first one in sight; 0 where there are no more. */
  get leadRows(): number {
    return Math.max(0, ...this.#shown.peek().map(({ indicator }) => this.#firstRowOf(indicator)));
  }

  /** @param heightPx of the chart without its time axis, CSS px */
  layOut(heightPx: number): void {
    this.#heightPx = heightPx;
    const ids = this.#shown.peek().flatMap(({ kind, chosen }) => (kind.pane === "own" ? [chosen.id] : []));
    const next = layOutPanes(ids, this.#heights, heightPx);
    if (JSON.stringify(next) !== JSON.stringify(this.#layout.peek())) this.#layout.value = next;
  }

  /** Whether older candles would complete an indicator: the day of the newest candle begins before the first one. */
  get lacksDayStart(): boolean {
    const [first, last] = [this.#columns.startMs[0], this.#columns.startMs.at(-1)];
    if (first === undefined || last === undefined || this.#sizeMs >= DAY_MS || first % DAY_MS === 0) return false;
    const isSameDay = Math.floor(first / DAY_MS) === Math.floor(last / DAY_MS);
    return isSameDay && this.#shown.peek().some(({ chosen }) => chosen.kind === "vwap");
  }

  #show(chosen: ChosenIndicators, before: readonly ShownIndicator[]): void {
    this.#shown.value = chosen.map((one) => {
      const same = before.find((shown) => shown.chosen.id === one.id && shown.label === indicatorLabel(one));
      const made = same?.indicator ?? INDICATORS[one.kind].make(one.settings, this.#sizeMs);
      if (!same) made.update(this.#columns, 0);
      return shownIndicator(one, made, this.#firstRowOf(made));
    });
    this.layOut(this.#heightPx);
  }

  #settle(): void {
    for (const { lines, indicator } of this.#shown.peek()) {
      const firstRow = this.#firstRowOf(indicator);
      for (const { values } of lines) values.firstRow = firstRow;
    }
  }

  #firstRowOf(indicator: Indicator): number {
    return this.#isWhole ? 0 : indicator.settledRow();
  }
}

function shownIndicator(chosen: ChosenIndicator, indicator: Indicator, firstRow: number): ShownIndicator {
  const kind: IndicatorKind = INDICATORS[chosen.kind];
  const colours = chosen.colours.values();
  const lines = Object.entries(indicator.lines).map(([name, values]) => ({
    name,
    colour: kind.lines[name] === "line" ? (colours.next().value ?? "accent") : null,
    values: new SettledValues(values, firstRow),
  }));
  return { chosen, label: indicatorLabel(chosen), kind, indicator, lines };
}
