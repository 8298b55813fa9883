import { fc } from "../property.ts";
import { type Exact, exact, minus, plus, shortest, times } from "./exact.ts";

/** A closed trade of a test. Times are what a clock showed, as if it were UTC. */
export type WrittenTrade = {
  id: string;
  symbol: string;
  side: "Buy" | "Sell";
  quantity: Exact;
  entry: Exact;
  exit: Exact;
  stop: Exact | null;
  opened: number;
  closed: number;
  profit: Exact;
  fee: Exact;
  swap: Exact;
};
export type WrittenPosition = Pick<WrittenTrade, "id" | "symbol" | "side" | "quantity" | "entry" | "opened"> & {
  fee: Exact;
};

/** One purchase or sale. @property fee below zero where it costs */
export type WrittenFill = {
  id: string;
  symbol: string;
  side: "Buy" | "Sell";
  quantity: Exact;
  price: Exact;
  at: number;
  fee: Exact;
  isClosing: boolean;
};

/** Fills with the trades and positions that they are. */
export type WrittenAccount = { fills: WrittenFill[]; trades: WrittenTrade[]; open: WrittenPosition[] };

const FROM = Date.UTC(2021, 0, 4);
const DAYS = 5 * 365;
const side = fc.constantFrom("Buy" as const, "Sell" as const);
const number = (most: number, scales: readonly number[], least = 1) =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.constantFrom(...scales))
    .map(([units, scale]) => exact(units, scale));
const price = (scales: readonly number[]) => number(99_999_999, scales);
const money = number(9_999_999, [2], -9_999_999);

/**
 * @param stepMs  to which a format writes its times
 * @param scales of prices
 */
export type Forms = { symbols: readonly string[]; stepMs: number; scales?: readonly number[] };

const SCALES = [0, 1, 2, 3, 5, 8];
const moment = (stepMs: number) =>
  fc.integer({ min: 0, max: (DAYS * 86_400_000) / stepMs }).map((step) => FROM + step * stepMs);
const span = (stepMs: number) => fc.integer({ min: 1, max: 432_000_000 / stepMs }).map((steps) => steps * stepMs);

/** Closed trades, of which the last one decides all forms: a 25th of a month, and numbers with clear marks. */
export function closedTrades({ symbols, stepMs, scales = SCALES }: Forms): fc.Arbitrary<WrittenTrade[]> {
  const trade = fc.record({
    symbol: fc.constantFrom(...symbols),
    side,
    quantity: number(999_999, [0, 1, 2, 3]),
    entry: price(scales),
    exit: price(scales),
    stop: fc.option(price(scales)),
    opened: moment(stepMs),
    length: span(stepMs),
    profit: money,
    fee: money,
    swap: money,
  });
  return fc.array(trade, { maxLength: 8 }).map((trades) => {
    const written = trades.map(({ length, ...rest }, i) => ({
      ...rest,
      id: String(71_400_001 + i),
      closed: rest.opened + length,
    }));
    return [...written, decidingTrade(symbols[0] ?? "A")];
  });
}

function decidingTrade(symbol: string): WrittenTrade {
  const [opened, closed] = [Date.UTC(2025, 9, 25, 9), Date.UTC(2025, 9, 25, 14, 30)];
  const [entry, exit, quantity] = [exact(123_425, 2), exact(123_475, 2), exact(25, 2)];
  const sums = { profit: exact(1_234_567, 2), fee: exact(-25, 2), swap: exact(-75, 2) };
  return {
    id: "71499999",
    symbol,
    side: "Buy",
    quantity,
    entry,
    exit,
    stop: exact(120_025, 2),
    opened,
    closed,
    ...sums,
  };
}

export function openPositions({ symbols, stepMs, scales = SCALES }: Forms): fc.Arbitrary<WrittenPosition[]> {
  const position = fc.record({
    symbol: fc.constantFrom(...symbols),
    side,
    quantity: number(999_999, [0, 2]),
    entry: price(scales),
    opened: moment(stepMs),
  });
  return fc
    .array(position, { maxLength: 3 })
    .map((open) => open.map((written, i) => ({ ...written, id: String(72_400_001 + i), fee: exact(0, 0) })));
}

/**
 * Round trips, one after the other in each symbol: an opening, closings of parts, and in the last one perhaps a rest that stays open. A fee is so much
 * a unit, so that each part's is exact.
 * @param multiplierOf the value of a price of 1 of one unit
 */
export function accounts(
  { symbols, stepMs, scales = SCALES }: Forms,
  multiplierOf: (symbol: string) => Exact = () => exact(1, 0),
): fc.Arbitrary<WrittenAccount> {
  const trip = fc.record({
    side,
    scale: fc.constantFrom(0, 1, 3),
    parts: fc.array(
      fc.record({ units: fc.integer({ min: 1, max: 9_999 }), exit: price(scales), after: span(stepMs) }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    entry: price(scales),
    rest: fc.integer({ min: 0, max: 99 }),
    feeOfUnit: number(999, [3], -99),
    after: span(stepMs),
  });
  const ofSymbol = fc.record({ from: moment(stepMs), trips: fc.array(trip, { maxLength: 3 }) });
  return fc.tuple(...symbols.map(() => ofSymbol)).map((all) => {
    const account: WrittenAccount = { fills: [], trades: [], open: [] };
    for (const [i, { from, trips }] of all.entries()) {
      const symbol = symbols[i] ?? "";
      let at = from;
      for (const [j, { side, scale, parts, entry, rest, feeOfUnit, after }] of trips.entries()) {
        at += after;
        const opened = at;
        const left = j === trips.length - 1 ? rest : 0;
        const whole = exact(
          parts.reduce((sum, { units }) => sum + units, left),
          scale,
        );
        const fill = (rest: Pick<WrittenFill, "side" | "quantity" | "price" | "at" | "isClosing">) =>
          account.fills.push({
            id: `${i}-${account.fills.length}`,
            symbol,
            fee: minus(times(feeOfUnit, rest.quantity)),
            ...rest,
          });
        fill({ side, quantity: whole, price: entry, at, isClosing: false });
        for (const { units, exit, after } of parts) {
          at += after;
          const quantity = exact(units, scale);
          fill({ side: side === "Buy" ? "Sell" : "Buy", quantity, price: exit, at, isClosing: true });
          const gain = times(plus(exit, minus(entry)), quantity, multiplierOf(symbol));
          const fee = times(exact(-2, 0), feeOfUnit, quantity);
          const sums = { profit: side === "Buy" ? gain : minus(gain), fee, swap: exact(0, 0) };
          account.trades.push({ id: "", symbol, side, quantity, entry, exit, stop: null, opened, closed: at, ...sums });
        }
        if (left === 0) continue;
        const quantity = exact(left, scale);
        account.open.push({ id: "", symbol, side, quantity, entry, opened, fee: minus(times(feeOfUnit, quantity)) });
      }
    }
    // As an export has them: by time over all symbols.
    account.fills.sort((a, b) => a.at - b.at);
    return account;
  });
}

type Row = Record<string, string | number | null>;

/** What a statement is to say of trades, in the order of their content. @property ids whether the file names its trades */
export function expectedTrades(trades: readonly WrittenTrade[], { ids = false } = {}): Row[] {
  const rows = trades.map((trade) => ({
    ...(ids ? { ticket: trade.id } : {}),
    symbol: trade.symbol,
    direction: trade.side,
    quantity: shortest(trade.quantity),
    entryPrice: shortest(trade.entry),
    exitPrice: shortest(trade.exit),
    stopPrice: trade.stop && shortest(trade.stop),
    opened: trade.opened,
    closed: trade.closed,
    profit: shortest(trade.profit),
    fees: shortest(trade.fee),
    swap: shortest(trade.swap),
  }));
  return inOrder(rows);
}

export function expectedOpen(open: readonly WrittenPosition[]): Row[] {
  return inOrder(
    open.map(({ symbol, side, quantity, entry, opened, fee }) => ({
      symbol,
      direction: side,
      quantity: shortest(quantity),
      entryPrice: shortest(entry),
      opened,
      fees: shortest(fee),
    })),
  );
}

/** Rows of a statement in the same order and with the same fields as what is expected of them. */
export function seen(rows: readonly object[], like: readonly Row[]): Row[] {
  const fields = Object.keys(like[0] ?? {});
  // Of the fields of a trade and a position.
  return inOrder(
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) as Row),
  );
}

function inOrder(rows: readonly Row[]): Row[] {
  const key = (row: Row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
