import type { Language } from "../contract/languages.ts";
import { CURRENCY } from "../contract/limits.ts";
import { saidIn, type Translated } from "../contract/translated.ts";
import { type CsvColumns, csvFile } from "../platform/csv.ts";
import type { MoneyStatement } from "./money-statement.ts";
import { STATEMENT_TEXT } from "./statement-answers.ts";
import type { Balances } from "./statement-rules.ts";

/** A line of the file: a balance without a change, or a movement. */
type Line = { at: string | null; what: string; reference: string; change: Balances | null; after: Balances };

/** A statement as a CSV file: its opening balance, all movements from the oldest on, and its closing balance. */
export function exportStatement(statement: MoneyStatement, language: Language): Promise<ReadableStream<Uint8Array>> {
  const { opening, movements, closing, from, to, timeZone } = statement;
  const { kinds, ...text } = STATEMENT_TEXT;
  const columns: CsvColumns<Line> = [
    [saidIn(language, text.time), ({ at }) => at, "time"],
    [saidIn(language, text.movement), ({ what }) => what],
    [saidIn(language, text.reference), ({ reference }) => reference],
    [inDollars(text.availableChange), ({ change }) => change && usd(change.available)],
    [inDollars(text.heldChange), ({ change }) => change && usd(change.held)],
    [inDollars(text.available), ({ after }) => usd(after.available)],
    [inDollars(text.held), ({ after }) => usd(after.held)],
  ];
  function inDollars(head: Translated): string {
    return `${saidIn(language, head)} (${CURRENCY})`;
  }
  const balance = (what: string, after: Balances): Line => ({ at: null, what, reference: "", change: null, after });
  const rows = [
    balance(`${saidIn(language, text.opening)}, ${from}`, opening),
    ...movements.map(({ kind, ...line }): Line => ({ ...line, what: saidIn(language, kinds[kind]) })),
    balance(`${saidIn(language, text.closing)}, ${to}`, closing),
  ];
  return csvFile<Line, never>(columns, async () => ({ rows, next: null }), timeZone);
}

function usd(dollars: number): string {
  return dollars.toFixed(2);
}
