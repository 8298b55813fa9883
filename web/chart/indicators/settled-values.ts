import type { Column } from "./indicator.ts";

/** The values of a line from a row on; before it there is none. */
export class SettledValues {
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
