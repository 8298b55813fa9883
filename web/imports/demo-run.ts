import type { Row } from "../../worker/contract/files/row.ts";
import type { Source } from "./statement/statement.ts";

/** What names the account in each line of our own export of a demo run: `Demo run 3`. */
const CELL = /^demo run \d+$/i;
/** Columns that only this export has. */
const HEADS = [/^account$/i, /^closed by$/i, /^overnight \(usd\)$/i];

/** The line at which a file says that it is our own export of a demo run, however much of it is left; null of any other. */
export function demoRunLine(source: Source): number | null {
  if (source.kind === "xml") return null;
  return source.rows.find(isOfDemoRun)?.line ?? null;
}

function isOfDemoRun({ cells }: Row): boolean {
  return cells.some((cell) => CELL.test(cell)) || HEADS.every((head) => cells.some((cell) => head.test(cell)));
}
