import { describe, expect, test } from "bun:test";
import { exact } from "../../test/file-writers/exact.ts";
import * as mapped from "../../test/file-writers/mapped-files.ts";
import { tableStyles } from "../../test/file-writers/own-csv-file.ts";
import {
  accounts,
  closedTrades,
  expectedOpen,
  expectedTrades,
  seen,
  type WrittenFill,
} from "../../test/file-writers/written-trades.ts";
import { fc } from "../../test/property.ts";
import { readFile } from "../read-file.ts";
import type { Mapping } from "../statement/mapping.ts";
import { UnmappedFile } from "./unmapped-file.ts";

const RUNS = { numRuns: 100 };
const MINUTE_MS = 60_000;
const styles = tableStyles(["utf-8", "utf-8-mark", "utf-16le"]);

function proposalFor(bytes: Uint8Array): Mapping {
  try {
    readFile(bytes);
  } catch (error) {
    if (error instanceof UnmappedFile) return error.table.proposal;
    throw error;
  }
  throw new Error("the file is of a known format");
}

/** Two fills without a result that decide the forms of all columns. */
function decidingFills(): WrittenFill[] {
  const fill = { symbol: "DECIDES", quantity: exact(25, 2), price: exact(123_425, 2), fee: exact(-25, 2) };
  const [first, last] = [Date.UTC(2026, 9, 25, 10), Date.UTC(2026, 9, 25, 11)];
  return [
    { ...fill, id: "a", side: "Buy", at: first, isClosing: false },
    { ...fill, id: "b", side: "Sell", at: last, isClosing: true },
  ];
}

describe("tables of no known format are read by the mapping that their heads propose", () => {
  test("fills in eight languages", () => {
    const account = accounts({ symbols: ["SAN", "AAPL"], stepMs: MINUTE_MS });
    fc.assert(
      fc.property(account, fc.constantFrom(...mapped.TABLE_LANGUAGES), styles, (written, language, style) => {
        const file = mapped.mappedFillsFile([...written.fills, ...decidingFills()], language, style);
        const mapping = { ...proposalFor(file), pricesAreOfUnits: true, costsArePositive: true };
        const statement = readFile(file, { mapping });
        expect(statement).toMatchObject({ format: "mapped", currency: "EUR", faults: [], questions: [] });
        const expected = [expectedTrades(written.trades), expectedOpen(written.open)] as const;
        const own = statement.trades.filter(({ symbol }) => symbol !== "DECIDES");
        expect(seen(own, expected[0])).toEqual(expected[0]);
        expect(seen(statement.open, expected[1])).toEqual(expected[1]);
      }),
      RUNS,
    );
  });

  test("closed trades in any style of a spreadsheet", () => {
    const trades = closedTrades({ symbols: ["US500", "Börse"], stepMs: MINUTE_MS });
    fc.assert(
      fc.property(trades, styles, (written, style) => {
        const file = mapped.mappedTradesFile(written, style);
        const mapping = { ...proposalFor(file), costsArePositive: false };
        const statement = readFile(file, { mapping, currency: "USD" });
        expect(statement).toMatchObject({ format: "mapped", faults: [], questions: [] });
        const expected = expectedTrades(written, { ids: true });
        expect(seen(statement.trades, expected)).toEqual(expected);
      }),
      RUNS,
    );
  });
});
