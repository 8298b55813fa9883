import { describe, expect, test } from "bun:test";
import { exact } from "../../test/file-writers/exact.ts";
import * as metatrader from "../../test/file-writers/metatrader-files.ts";
import { ownCsvFile, tableStyles } from "../../test/file-writers/own-csv-file.ts";
import {
  closedTrades,
  expectedOpen,
  expectedTrades,
  openPositions,
  seen,
} from "../../test/file-writers/written-trades.ts";
import { fc } from "../../test/property.ts";
import { readFile } from "../read-file.ts";

/** Each file has up to nine trades in a dialect of its own. */
const RUNS = { numRuns: 100 };
const MINUTE_MS = 60_000;

describe("trades that an independent writer writes are read back as they were", () => {
  test("our own CSV, as spreadsheets save it", () => {
    const symbols = ["US500", "Börse.DE", "XAU/USD m"];
    const trades = closedTrades({ symbols, stepMs: MINUTE_MS });
    const styles = tableStyles(["utf-8", "utf-8-mark", "utf-16le", "utf-16be", "windows-1252"]);
    fc.assert(
      fc.property(trades, styles, (written, style) => {
        const statement = readFile(ownCsvFile(written, style));
        expect(statement).toMatchObject({ format: "csv", currency: "USD", faults: [], questions: [] });
        const expected = expectedTrades(written, { ids: true });
        expect(seen(statement.trades, expected)).toEqual(expected);
      }),
      RUNS,
    );
  });

  test("MetaTrader 5 in any language, as HTML, XLSX and CSV", () => {
    const forms = { symbols: ["XAUUSDm", "US500", 'A&B "i"'], stepMs: 1_000 };
    fc.assert(
      fc.property(closedTrades(forms), openPositions(forms), metatrader.mt5Styles, (trades, open, style) => {
        const statement = readFile(metatrader.mt5File({ trades, open }, style));
        expect(statement).toMatchObject({
          format: "mt5",
          account: "40712345",
          currency: "USD",
          faults: [],
          questions: [],
        });
        const expected = [expectedTrades(trades, { ids: true }), expectedOpen(open)] as const;
        expect(seen(statement.trades, expected[0])).toEqual(expected[0]);
        expect(seen(statement.open, expected[1])).toEqual(expected[1]);
      }),
      RUNS,
    );
  });

  test("MetaTrader 4 in any code page, as HTML and CSV", () => {
    const forms = { symbols: ["xauusd", "eurusd", "A&B"], stepMs: MINUTE_MS };
    fc.assert(
      fc.property(closedTrades(forms), openPositions(forms), metatrader.mt4Styles, (written, open, style) => {
        const name = style.saysEncoding && style.as === "html" ? metatrader.CODE_PAGE_NAMES[style.encoding] : undefined;
        const trades = written.map((trade) => ({ ...trade, symbol: name ?? trade.symbol }));
        const statement = readFile(metatrader.mt4File({ trades, open }, style), { currency: "USD" });
        expect(statement).toMatchObject({ format: "mt4", currency: "USD", faults: [], questions: [] });
        const expected = [expectedTrades(trades, { ids: true }), expectedOpen(style.as === "csv" ? [] : open)] as const;
        expect(seen(statement.trades, expected[0])).toEqual(expected[0]);
        expect(seen(statement.open, expected[1])).toEqual(expected[1]);
      }),
      RUNS,
    );
  });

  test("cTrader, which says net results alone", () => {
    const trades = closedTrades({ symbols: ["BTCUSD", "EURUSD"], stepMs: 1 });
    fc.assert(
      fc.property(trades, metatrader.cTraderStyles, (written, style) => {
        const statement = readFile(metatrader.cTraderFile(written, style));
        expect(statement).toMatchObject({ format: "ctrader", currency: "USD", isUtc: true, faults: [] });
        const net = written.map((trade) => ({ ...trade, fee: exact(0, 0), swap: exact(0, 0), stop: null }));
        const expected = expectedTrades(net).map((row) => ({ ...row, opened: null }));
        expect(seen(statement.trades, expected)).toEqual(seen(expected, expected));
      }),
      RUNS,
    );
  });
});
