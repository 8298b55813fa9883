import { writtenNumber } from "../../../worker/contract/files/number-marks.ts";
import type { Row } from "../../../worker/contract/files/row.ts";
import { readTime } from "../../../worker/contract/files/time-forms.ts";
import type { Source } from "../statement/statement.ts";

/** A table of an unknown form. @property heads the names of its columns, empty where a file has none; as many as its widest row has cells */
export type SourceTable = { heads: string[]; rows: readonly Row[] };

/** A head stands near the top: below it, a row of texts is one of a total or a comment. */
const LOOKED_AT = 40;
const NAMES_MIN = 3;

/**
 * The table of a file: its widest row without numbers and times is the head. Rows above it are of the account.
 * @returns null of a file without rows, such as one of elements
 */
export function tableOf(source: Source): SourceTable | null {
  if (source.kind === "xml" || source.rows.length === 0) return null;
  const { rows } = source;
  let [headAt, names] = [-1, NAMES_MIN - 1];
  for (const [at, { cells }] of rows.slice(0, LOOKED_AT).entries()) {
    const filled = cells.filter((cell) => cell !== "");
    if (filled.length <= names || filled.some(isValue)) continue;
    [headAt, names] = [at, filled.length];
  }
  const below = rows.slice(headAt + 1);
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const heads = rows[headAt]?.cells ?? [];
  return { heads: Array.from({ length: Math.max(width, heads.length) }, (_, at) => heads[at] ?? ""), rows: below };
}

function isValue(cell: string): boolean {
  return /\d/.test(cell) && (writtenNumber(cell) !== null || readTime(cell, "day_first") !== null);
}
