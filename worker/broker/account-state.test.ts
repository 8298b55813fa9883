import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { addBrokerAccount, importFile, reverseFile, stageFile, tradeRow } from "../../dev/test/test-broker.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { fc } from "../../web/test/property.ts";
import type { ChangedRows, FillRow, TradeRow } from "../contract/broker/broker-shapes.ts";

setDefaultTimeout(600_000);

/**
 * The state of a broker account is a pure function of its committed files in their order: whatever was imported, committed and taken back before,
 * its figures are those that a naive model has of the files that are left.
 */

const AT = Date.UTC(2026, 2, 27, 22);
const HOUR = 3_600_000;

let stack: Stack;
let trader: Trader;
beforeAll(async () => {
  stack = await apiStack();
  trader = await newTrader(stack, "Europe/Athens");
});

type Step<Row> = { rows: Row[]; changed: ChangedRows; end: "commit" | "cancel" } | { reverse: number };
type File<Row> = { id: string; rows: Row[]; changed: ChangedRows };

const once = <Row>(rows: readonly Row[], name: (row: Row) => string) => [
  ...new Map(rows.map((row) => [name(row), row])).values(),
];

// Few tickets, so that files overlap; few moments, so that trades close at the same one, about a change of the clock.
const aTrade = fc
  .record({
    ticket: fc.constantFrom("a", "b", "c", "d", "e", "f"),
    closedAtMs: fc.integer({ min: 0, max: 5 }).map((hour) => AT + hour * 7 * HOUR),
    symbol: fc.constantFrom("EURUSD", "GOLD"),
    direction: fc.constantFrom("Buy" as const, "Sell" as const),
    profit: fc.constantFrom("0", "1.25", "-1.25", "0.000001", "7", "-3.5"),
    fees: fc.constantFrom("0", "-0.5", "0.1"),
    stopPrice: fc.constantFrom(null, "1.0", "1.15", "7"),
  })
  .map((row): TradeRow => tradeRow(row));
const aFill = fc
  .record({
    id: fc.constantFrom("1", "2", "3", "4", "5", "6", "7", "8"),
    atMs: fc.integer({ min: 0, max: 5 }).map((hour) => AT + hour * 7 * HOUR),
    symbol: fc.constantFrom("BTC", "ETH"),
    side: fc.constantFrom("Buy" as const, "Sell" as const),
    quantity: fc.integer({ min: 1, max: 3 }),
    price: fc.integer({ min: 10, max: 14 }),
    position: fc.constantFrom("", "", "SHORT"),
    isClosing: fc.constantFrom(false, false, true),
  })
  .map(({ quantity, price, ...row }): FillRow => {
    // A fee of 1 a unit, of which every part is whole.
    return {
      line: 1,
      multiplier: "2",
      ...row,
      quantity: String(quantity),
      price: String(price),
      fee: String(-quantity),
    };
  });

function stepsOf<Row>(row: fc.Arbitrary<Row>, name: (row: Row) => string): fc.Arbitrary<Step<Row>[]> {
  const file = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 6 }).map((rows) => once(rows, name)),
    changed: fc.constantFrom("keep" as const, "take" as const),
    end: fc.constantFrom("commit" as const, "commit" as const, "commit" as const, "cancel" as const),
  });
  const reverse = fc.record({ reverse: fc.nat(9) });
  return fc.array(fc.oneof({ weight: 3, arbitrary: file }, { weight: 2, arbitrary: reverse }), {
    minLength: 2,
    maxLength: 7,
  });
}

/** The rows that count, in the order of files and rows. */
function effective<Row>(files: readonly File<Row>[], name: (row: Row) => string): Row[] {
  const chosen = new Map<string, { row: Row; place: number }>();
  let place = 0;
  for (const { rows, changed } of files) {
    for (const row of rows) {
      place += 1;
      if (changed === "take" || !chosen.has(name(row))) chosen.set(name(row), { row, place });
    }
  }
  return [...chosen.values()].sort((a, b) => a.place - b.place).map(({ row }) => row);
}

type Closed = { symbol: string; closedAtMs: number; units: number; ticket: string };

const unitsOf = (text: string) => Math.round(Number(text) * 1e6);

/** Runs steps against the account of a number, and checks after each that it is as the model of the files that are left. */
async function run<Row>(
  number: number,
  steps: readonly Step<Row>[],
  kind: "trades" | "fills",
  check: (files: readonly File<Row>[]) => Promise<void>,
) {
  const files: File<Row>[] = [];
  // One of the two, as `kind` says.
  const fileOf = (rows: Row[]) => ({ [kind]: rows }) as unknown as Parameters<typeof stageFile>[2];
  for (const step of steps) {
    if ("reverse" in step) {
      const [gone] = files.splice(step.reverse % Math.max(1, files.length), 1);
      if (!gone) continue;
      expect((await reverseFile(trader, gone.id)).status).toBe(200);
    } else if (step.end === "cancel") {
      const id = await stageFile(trader, number, fileOf(step.rows));
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      expect((await trader.send("DELETE", `/api/broker/imports/${id}`, { headers })).status).toBe(200);
    } else {
      const id = await importFile(trader, number, fileOf(step.rows), step.changed);
      files.push({ id, rows: step.rows, changed: step.changed });
    }
    await check(files);
  }
}

/** Checks every figure of the account against trades in the order of closing. */
async function expectFigures(number: number, closed: readonly Closed[]) {
  const account = `account=broker:${number}`;
  const get = async (path: string) => (await trader.get(`/api/trade/${path}${account}`)).body.data;
  const [kept, filtered, list] = [
    await get("analytics?"),
    await get("analytics?from=1995-01-01T00:00:00Z&"),
    await get("history?limit=200&"),
  ];
  expect({ ...filtered, summary: { ...filtered.summary, runs: null } }).toEqual({
    ...kept,
    summary: { ...kept.summary, runs: null },
  });
  expect(filtered.summary.runs).toEqual(kept.summary.runs);
  const ordered = closed.toSorted((a, b) => a.closedAtMs - b.closedAtMs);
  let [sum, peak, deepest, wins, longest] = [0, 0, 0, 0, 0];
  for (const { units } of ordered) {
    sum += units;
    peak = Math.max(peak, sum);
    deepest = Math.max(deepest, peak - sum);
    wins = units > 0 ? wins + 1 : 0;
    longest = Math.max(longest, wins);
  }
  const { summary } = kept;
  expect([summary.totalTrades, Math.round(summary.totalPnL * 1e6)]).toEqual([ordered.length, sum]);
  expect([Math.round(summary.maxDrawdown.usd * 1e6), summary.longestWinStreak]).toEqual([deepest, longest]);
  const bySymbol = Map.groupBy(ordered, ({ symbol }) => symbol);
  const symbols = kept.bySymbol.map((row: { symbol: string; trades: number; pnl: number }) => [
    row.symbol,
    [row.trades, Math.round(row.pnl * 1e6)],
  ]);
  expect(Object.fromEntries(symbols)).toEqual(
    Object.fromEntries(
      [...bySymbol].map(([symbol, of]) => [symbol, [of.length, of.reduce((all, { units }) => all + units, 0)]]),
    ),
  );
  const shown = list.trades.map((trade: { imported: { ticket: string; result: string } }) => [
    trade.imported.ticket,
    unitsOf(trade.imported.result),
  ]);
  expect(shown).toEqual(ordered.toReversed().map(({ ticket, units }) => [ticket, units]));
}

async function withAccount(use: (number: number) => Promise<void>) {
  const number = await addBrokerAccount(trader);
  try {
    await use(number);
  } finally {
    // Ten are the most, and a failing run is followed by smaller ones.
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    await trader.send("DELETE", `/api/broker/accounts/${number}`, { headers });
  }
}

test("whatever was imported and taken back, trades are those of the files that are left", async () => {
  await fc.assert(
    fc.asyncProperty(
      stepsOf(aTrade, ({ ticket }) => ticket),
      (steps) =>
        withAccount((number) =>
          run(number, steps, "trades", (files) => {
            const rows = effective(files, ({ ticket }) => ticket);
            const closed = rows.map((row) => ({ ...row, units: unitsOf(row.profit) + unitsOf(row.fees) }));
            return expectFigures(number, closed);
          }),
        ),
    ),
    { numRuns: 120 },
  );
});

type Lot = { side: "Buy" | "Sell"; price: number; of: string };

/** Pairs fills unit by unit; the units that one fill closes of another are one trade. */
function pairNaively(fills: readonly FillRow[]): { closed: Closed[]; open: number } {
  const [lots, closed] = [new Map<string, Lot[]>(), new Map<string, Closed>()];
  for (const fill of fills.toSorted((a, b) => a.atMs - b.atMs)) {
    const queue = lots.get(`${fill.symbol} ${fill.position}`) ?? [];
    lots.set(`${fill.symbol} ${fill.position}`, queue);
    for (let unit = 0; unit < Number(fill.quantity); unit++) {
      const lot = queue[0];
      if (!lot || lot.side === fill.side) {
        if (fill.isClosing) continue;
        queue.push({ side: fill.side, price: Number(fill.price), of: fill.id });
        continue;
      }
      queue.shift();
      const ticket = `${lot.of}-${fill.id}`;
      const gain = (Number(fill.price) - lot.price) * (lot.side === "Buy" ? 1 : -1) * 2 - 2;
      const earlier = closed.get(ticket)?.units ?? 0;
      closed.set(ticket, { symbol: fill.symbol, closedAtMs: fill.atMs, ticket, units: earlier + gain * 1e6 });
    }
  }
  return { closed: [...closed.values()], open: [...lots.values()].flat().length };
}

test("whatever was imported and taken back, trades of fills are the pairs of the files that are left", async () => {
  await fc.assert(
    fc.asyncProperty(
      stepsOf(aFill, ({ id }) => id),
      (steps) =>
        withAccount((number) =>
          run(number, steps, "fills", async (files) => {
            const { closed, open } = pairNaively(effective(files, ({ id }) => id));
            await expectFigures(number, closed);
            const account = (await trader.get("/api/broker/accounts")).body.accounts[0];
            const quantities = account.open.map(({ quantity }: { quantity: string }) => Number(quantity));
            expect(quantities.reduce((all: number, one: number) => all + one, 0)).toBe(open);
          }),
        ),
    ),
    { numRuns: 120 },
  );
});
