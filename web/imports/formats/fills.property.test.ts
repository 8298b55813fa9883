import { describe, expect, test } from "bun:test";
import { decimal } from "../../../worker/contract/broker/decimal.ts";
import * as broker from "../../test/file-writers/broker-files.ts";
import * as crypto from "../../test/file-writers/crypto-files.ts";
import { exact, minus, plus } from "../../test/file-writers/exact.ts";
import {
  accounts,
  expectedOpen,
  expectedTrades,
  seen,
  type WrittenAccount,
} from "../../test/file-writers/written-trades.ts";
import { fc } from "../../test/property.ts";
import { readFile } from "../read-file.ts";
import type { Answers, Statement } from "../statement/statement.ts";

const RUNS = { numRuns: 100 };

/** An account without fills has no file. */
const isFilled = ({ fills }: WrittenAccount) => fills.length > 0;

function expectSame(statement: Statement, { trades, open }: Pick<WrittenAccount, "trades" | "open">): void {
  expect(statement).toMatchObject({ faults: [], questions: [] });
  const expected = [expectedTrades(trades), expectedOpen(open)] as const;
  expect(seen(statement.trades, expected[0])).toEqual(expected[0]);
  expect(seen(statement.open, expected[1])).toEqual(expected[1]);
}

describe("fills that an independent writer writes are the trades and positions that they were", () => {
  test("Binance spot", () => {
    const account = accounts({ symbols: ["SOLUSDT", "PEPEUSDT"], stepMs: 1_000 }).filter(isFilled);
    fc.assert(
      fc.property(account, crypto.cryptoStyles, (written, style) => {
        const statement = readFile(crypto.binanceSpotFile(written.fills, style));
        expect(statement).toMatchObject({ format: "binance_spot", currency: "USDT", isUtc: true });
        expectSame(statement, written);
      }),
      RUNS,
    );
  });

  test("Binance futures of both generations, as CSV and XLSX", () => {
    const account = accounts({ symbols: ["BTCUSDT", "ETHUSDT"], stepMs: 1_000 }).filter(isFilled);
    const realized = exact(125, 2);
    fc.assert(
      fc.property(account, crypto.cryptoStyles, (written, style) => {
        const file = crypto.binanceFuturesFile(written.fills, style, ({ isClosing }) =>
          isClosing ? realized : exact(0, 0),
        );
        const statement = readFile(file);
        expect(statement).toMatchObject({ format: "binance_futures", currency: "USDT", isUtc: true });
        expectSame(statement, written);
      }),
      RUNS,
    );
  });

  test("Kraken, whose pairs have two names", () => {
    const account = accounts({ symbols: crypto.KRAKEN_SYMBOLS, stepMs: 1 }).filter(isFilled);
    fc.assert(
      fc.property(account, crypto.cryptoStyles, (written, style) => {
        const statement = readFile(crypto.krakenFile(written.fills, style));
        expect(statement).toMatchObject({ format: "kraken", currency: "USD", isUtc: true });
        expectSame(statement, written);
      }),
      RUNS,
    );
  });

  const brokerAccount = accounts({ symbols: broker.BROKER_SYMBOLS, stepMs: 1_000 }, broker.multiplierOf).filter(
    isFilled,
  );

  test("Interactive Brokers, Flex queries", () => {
    fc.assert(
      fc.property(brokerAccount, broker.flexStyles, (written, style) => {
        const statement = readFile(broker.flexFile(written.fills, style));
        expect(statement).toMatchObject({ format: "ibkr_flex", currency: "USD", account: "U0000001" });
        expectSame(statement, written);
      }),
      RUNS,
    );
  });

  test("Interactive Brokers, activity statements in three languages", () => {
    fc.assert(
      fc.property(brokerAccount, broker.activityStyles, (written, style) => {
        const statement = readFile(broker.activityFile(written.fills, style));
        expect(statement).toMatchObject({
          format: "ibkr_activity",
          currency: "USD",
          account: "U1234567",
          isDemo: false,
        });
        expectSame(statement, written);
      }),
      RUNS,
    );
  });

  test("TradingView's paper trading, with the value of a point as answered", () => {
    const symbols = ["CME_MINI:ES1!", "OANDA:XAUUSD"];
    const account = accounts({ symbols, stepMs: 60_000 }, () => exact(50, 0)).filter(isFilled);
    const pointValues = Object.fromEntries(symbols.map((symbol) => [symbol, decimal("50")]));
    fc.assert(
      fc.property(account, broker.paperStyles, (written, style) => {
        const dateOrder = style.moments.startsWith("M") ? "month_first" : "day_first";
        const statement = readFile(broker.paperFile(written.fills, style), { pointValues, dateOrder });
        expect(statement).toMatchObject({ format: "tradingview_paper", currency: "USD", isDemo: true });
        expectSame(statement, written);
      }),
      RUNS,
    );
  });

  test("TradingView's strategy reports of three generations, as CSV and as a sheet of several", () => {
    const account = accounts({ symbols: ["BTCUSDT"], stepMs: 60_000 }).filter(
      ({ trades, open }) => trades.length + open.length > 0,
    );
    const answers: Answers = { symbol: "BTCUSDT" };
    fc.assert(
      fc.property(account, broker.strategyStyles, ({ trades, open }, style) => {
        const named = trades.map((trade, i) => ({ ...trade, id: String(i + 1), profit: cut(trade.profit) }));
        const held = open.map((position, i) => ({ ...position, id: String(trades.length + i + 1), fee: exact(0, 0) }));
        const statement = readFile(broker.strategyFile({ trades: named, open: held }, style), answers);
        expect(statement).toMatchObject({ format: "tradingview_strategy", currency: "USDT", isDemo: true });
        // The written profit is net; only the newest generation says the commission in it.
        const saysCosts = style.generation === 2026;
        const expected = named.map((trade) => ({
          ...trade,
          fee: saysCosts ? trade.fee : exact(0, 0),
          profit: saysCosts ? plus(trade.profit, minus(trade.fee)) : trade.profit,
        }));
        expectSame(statement, { trades: expected, open: held });
      }),
      RUNS,
    );
  });
});

/** To cents, as reports say results. */
function cut({ units, scale }: { units: bigint; scale: number }) {
  return scale <= 2 ? { units, scale } : { units: units / 10n ** BigInt(scale - 2), scale: 2 };
}
