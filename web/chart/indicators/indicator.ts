/**
 * Candles in columns, oldest first: `startMs` in epoch ms, prices in the symbol's quote currency, `volume` in the units
 * of the source. A chart's `CandleColumns` is one. All columns have the same length.
 */
export type Bars = Readonly<Record<"startMs" | "open" | "high" | "low" | "close" | "volume", readonly number[]>>;

/** The number of a row; NaN where there is no such row. */
export const numberAt = (values: ArrayLike<number>, row: number): number => values[row] ?? Number.NaN;

/** A column of numbers that grows by doubling, so that a new row rarely allocates. */
export class Column {
  /** The numbers by row, with room for further ones. A longer array replaces it when the column grows. */
  values = new Float64Array(1_024).fill(Number.NaN);
  readonly firstRow: number;

  /** @param firstRow the first row that has a value; earlier ones may keep what is needed to compute it */
  constructor(firstRow = 0) {
    this.firstRow = firstRow;
  }

  /** Returns the value of a row; NaN where there is none. */
  at(row: number): number {
    return row < this.firstRow ? Number.NaN : numberAt(this.values, row);
  }

  /** Writes the value of a row. */
  set(row: number, value: number): void {
    if (row >= this.values.length) {
      const larger = new Float64Array(2 * row).fill(Number.NaN);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[row] = value;
  }
}

/** A number that the trader may set. */
export type Setting = {
  standard: number;
  min: number;
  max: number;
  /** The digits after the decimal point: 0 for whole numbers. */
  decimals: number;
};

/** The setting of a number of candles. The maximum bounds the time of a tick, which reads a whole period. */
export const periodSetting = (standard: number, max = 500): Setting => ({ standard, min: 1, max, decimals: 0 });

/** The values of an indicator for one list of candles. */
export type Indicator<Line extends string = string> = {
  /** The values of each line of the kind by row, as far as there are candles; NaN where a row has none. */
  readonly lines: Readonly<Record<Line, Pick<Column, "at">>>;
  /**
   * The first row whose values stay the same when older candles are added in front, within the bound of its kind: of most
   * kinds exactly, of averages see `BEGINNING_WEIGHT_MAX`.
   */
  settledRow(): number;
  /**
   * Computes the rows that changed. Without `changedFrom`, these are the last row of the previous call and all after it,
   * which covers any number of ticks. Its time depends on the changed rows and the periods, not on the other rows.
   * @param changedFrom the first row whose candle differs, after a correction; 0 when rows were added in front or when
   *   all candles were replaced
   */
  update(bars: Bars, changedFrom?: number): void;
};

/** A kind of indicator: what a chart must know to offer, draw and compute it. */
export type IndicatorKind<Name extends string = string, Line extends string = string> = {
  /** Where it is drawn: over the candles, over the volume, or in a pane of its own. */
  readonly pane: "price" | "volume" | "own";
  readonly settings: Readonly<Record<Name, Setting>>;
  /** How each line is drawn. */
  readonly lines: Readonly<Record<Line, "line" | "histogram">>;
  /** The ends of the scale when they are fixed. */
  readonly scale?: readonly [min: number, max: number];
  /** Values of the scale at which a horizontal line is drawn. */
  readonly levels?: readonly number[];
  /**
   * Makes an indicator without rows.
   * @param settings may be incomplete or out of bounds, see {@link fitSettings}
   * @param sizeMs the interval of the candles
   */
  make(settings: StoredSettings, sizeMs: number): Indicator<Line>;
};

/** Settings by name, as a browser or an account stored them. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** Returns each setting within its bounds and decimals; one that is missing or no number has its standard value. */
export function fitSettings<Name extends string>(
  settings: Readonly<Record<Name, Setting>>,
  stored: StoredSettings,
): Record<Name, number> {
  const fitted = Object.entries<Setting>(settings).map(([name, { standard, min, max, decimals }]) => {
    const value = stored[name];
    const number = typeof value === "number" && !Number.isNaN(value) ? value : standard;
    return [name, Number(Math.min(max, Math.max(min, number)).toFixed(decimals))];
  });
  // fromEntries loses the names, which are those of `settings`.
  return Object.fromEntries(fitted) as Record<Name, number>;
}

/**
 * Defines a kind of indicator by a formula for one row. The formula may read candles up to the row and its own columns
 * before it, and writes all its columns at the row. Hence computing from a changed row on performs the same operations
 * as computing all rows, and the values are equal to the last bit.
 */
export function defineIndicator<Name extends string, Line extends string>({
  start,
  ...kind
}: Omit<IndicatorKind<Name, Line>, "make"> & {
  /** Makes the columns of an indicator and the function that computes one row of them. */
  start: (
    settings: Readonly<Record<Name, number>>,
    sizeMs: number,
  ) => {
    lines: Record<Line, Column>;
    /** Without it, 0: each value is computed from a fixed number of candles. */
    settledRow?: () => number;
    compute: (bars: Bars, row: number) => void;
  };
}): IndicatorKind<Name, Line> {
  return {
    ...kind,
    make(settings, sizeMs) {
      const { lines, settledRow = () => 0, compute } = start(fitSettings(kind.settings, settings), sizeMs);
      let computed = 0;
      return {
        lines,
        settledRow,
        update(bars, changedFrom = computed) {
          const rows = bars.startMs.length;
          for (let row = Math.max(0, Math.min(changedFrom, computed - 1)); row < rows; row += 1) compute(bars, row);
          computed = rows;
        },
      };
    },
  };
}
