import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import {
  imports,
  tradeDays,
  tradeHours,
  tradeQuarters,
  tradeSymbols,
  trades,
  tradeTotals,
  users,
} from "../../db/schema/index.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { ZONES } from "../../dev/test/test-zones.ts";
import { fc } from "../../web/test/property.ts";
import { cents } from "../contract/money.ts";
import { dayAt, hourOfQuarter, offsetQuartersAt, offsetSpans, quarterOf } from "../contract/trade-calendar.ts";
import { insertAccounts, selectPayments } from "../ledger/ledger-store.ts";
import { postTransfer } from "../ledger/transfer-store.ts";
import type { ClosedTrade } from "../performance/closed-trade.ts";
import { maxDrawdown, maxDrawdownPercent } from "../performance/drawdown.ts";
import { milliR } from "../performance/r-multiple.ts";
import { longestStreaks } from "../performance/streaks.ts";
import { totalsOf } from "../performance/trade-totals.ts";
import { countImport, countOrdered, rebuildDays } from "./trade-aggregate-store.ts";

setDefaultTimeout(600_000);

const ADMIN = "admin";

const database = setUpDatabase();
let db: Database;
beforeAll(async () => {
  db = database.db;
  await addUser(ADMIN);
});

async function addUser(id: string): Promise<void> {
  const person = { id, email: `${id}@example.com`, username: id, usernameKey: id, firstName: id, lastName: id };
  await db.write([db.query.insert(users).values({ ...person, passwordHash: "-", timeZone: "UTC", createdAtMs: 0 })]);
}

const tradeOf = fc.record({
  symbol: fc.constantFrom("BTCUSDm", "XAUUSDm", "US500"),
  direction: fc.constantFrom("Buy" as const, "Sell" as const),
  // Few prices and many equal results: stops at the entry, and equal falls and streaks.
  entryPrice: fc.integer({ min: 100, max: 109 }),
  exitPrice: fc.integer({ min: 100, max: 109 }),
  stopPrice: fc.option(fc.integer({ min: 100, max: 109 })),
  profitCents: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -50_000, max: 50_000 })),
  // Some are closed at the same time, as in terminals with a resolution of seconds.
  closedAtMs: fc.oneof(
    fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2026, 11, 31) }),
    fc.integer({ min: 0, max: 5 }).map((second) => Date.UTC(2025, 5, 1) + second * 1000),
  ),
  heldMs: fc.integer({ min: 0, max: 1e8 }),
});
const file = fc.array(tradeOf, { maxLength: 25 });

const filesInAnyOrder = fc.array(file, { minLength: 1, maxLength: 4 });
/** Each begins after the previous one has ended. */
const filesOneAfterTheOther = filesInAnyOrder.map((files) => {
  const years = files.map((rows, i) =>
    rows.map((row) => ({ ...row, closedAtMs: row.closedAtMs + i * 4 * 365 * 86_400_000 })),
  );
  return years;
});

type Row = ClosedTrade & { id: number };

function inOrder(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.closedAtMs - b.closedAtMs || a.id - b.id);
}

const spansOf = (rows: readonly { closedAtMs: number }[], timeZone: string) => {
  const quarters = rows.map(({ closedAtMs }) => quarterOf(closedAtMs));
  return quarters.length === 0 ? [] : offsetSpans(Math.min(...quarters), Math.max(...quarters) + 1, timeZone);
};

/** The totals of trades of money, with the names of their columns. */
function centsOf(rows: readonly Row[]) {
  const { resultUnits, grossProfitUnits, grossLossUnits, ...same } = totalsOf(rows);
  return { ...same, profitCents: resultUnits, grossProfitCents: grossProfitUnits, grossLossCents: grossLossUnits };
}

/** Compares every stored aggregate with the pure formulas over the current trades. */
async function expectTotals(userId: string, timeZone: string): Promise<void> {
  const { query } = db;
  const [rows, quarters, days, hours, symbols, [whole], payments] = await db.read([
    query.select().from(trades).where(eq(trades.userId, userId)),
    query.select().from(tradeQuarters).where(eq(tradeQuarters.userId, userId)),
    query.select().from(tradeDays).where(eq(tradeDays.userId, userId)),
    query.select().from(tradeHours).where(eq(tradeHours.userId, userId)),
    query.select().from(tradeSymbols).where(eq(tradeSymbols.userId, userId)),
    query.select().from(tradeTotals).where(eq(tradeTotals.userId, userId)),
    selectPayments(query, sql`${userId}`),
  ]);
  const ordered = inOrder(rows.map(({ profitCents, ...row }) => ({ ...row, resultUnits: profitCents })));
  const groupsOf = <Key>(key: (row: Row) => Key) => Object.fromEntries(Map.groupBy(ordered, key));
  const kept = <T extends { userId: string }>(list: readonly T[], key: keyof T): Record<string, object> =>
    Object.fromEntries(list.map(({ userId: _, ...row }) => [String(row[key as keyof typeof row]), row]));
  const expected = (groups: Record<string, Row[]>, key: string, read: (text: string) => unknown) =>
    Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, { [key]: read(name), ...centsOf(group) }]));

  expect(kept(quarters, "quarter")).toEqual(
    expected(
      groupsOf((row) => quarterOf(row.closedAtMs)),
      "quarter",
      Number,
    ),
  );
  expect(kept(days, "day")).toEqual(
    expected(
      groupsOf((row) => dayAt(row.closedAtMs, timeZone)),
      "day",
      Number,
    ),
  );
  const formatMoment = ({ closedAtMs }: Row) =>
    hourOfQuarter(quarterOf(closedAtMs), offsetQuartersAt(closedAtMs, timeZone));
  expect(kept(hours, "hour")).toEqual(expected(groupsOf(formatMoment), "hour", Number));
  expect(kept(symbols, "symbol")).toEqual(
    expected(
      groupsOf((row) => row.symbol),
      "symbol",
      String,
    ),
  );

  const profits = ordered.map(({ resultUnits }) => resultUnits);
  const drawdown = maxDrawdown(profits);
  const streaks = longestStreaks(profits);
  const idAt = (place: number | undefined) => (place === undefined ? null : (ordered[place]?.id ?? null));
  const risks = ordered.map(milliR).filter((value) => value !== null);
  const { maxDrawdownShare, accountPeakCents: _accountPeakCents, ...exact } = whole ?? {};
  const percent = maxDrawdownPercent(ordered, payments);
  if (percent === null) expect(maxDrawdownShare).toBe(null);
  else expect((maxDrawdownShare ?? 0) * 100).toBeCloseTo(percent, 9);
  expect(exact).toEqual({
    userId,
    ...centsOf(ordered),
    maxDrawdownCents: drawdown.units,
    maxDrawdownPeakCents: drawdown.peakUnits,
    longestWinStreak: streaks.wins,
    longestLossStreak: streaks.losses,
    maxDrawdownFirstId: idAt(drawdown.fall?.first),
    maxDrawdownLastId: idAt(drawdown.fall?.last),
    longestWinFirstId: idAt(streaks.winning?.first),
    longestWinLastId: idAt(streaks.winning?.last),
    longestLossFirstId: idAt(streaks.losing?.first),
    longestLossLastId: idAt(streaks.losing?.last),
    ...runningState(ordered),
    riskedTrades: risks.length,
    riskedMilliR: risks.reduce((sum, value) => sum + value, 0),
  });
}

/** The state after the last trade. */
function runningState(ordered: readonly Row[]) {
  let total = 0;
  const state = {
    peakCents: 0,
    winStreak: 0,
    lossStreak: 0,
    lastClosedAtMs: 0,
    // The type of an id that does not exist yet.
    winStreakFirstId: null as number | null,
    lossStreakFirstId: null as number | null,
    fallFirstId: null as number | null,
  };
  for (const { id, resultUnits, closedAtMs } of ordered) {
    total += resultUnits;
    state.fallFirstId = total >= state.peakCents ? null : (state.fallFirstId ?? id);
    state.peakCents = Math.max(state.peakCents, total);
    state.winStreakFirstId = resultUnits > 0 ? (state.winStreakFirstId ?? id) : null;
    state.lossStreakFirstId = resultUnits < 0 ? (state.lossStreakFirstId ?? id) : null;
    state.winStreak = resultUnits > 0 ? state.winStreak + 1 : 0;
    state.lossStreak = resultUnits < 0 ? state.lossStreak + 1 : 0;
    state.lastClosedAtMs = closedAtMs;
  }
  return state;
}

/** Deposits with some withdrawals of a part of them, among the times of the trades and at one of them. */
const payment = fc.record({
  atMs: fc.oneof(
    fc.constant(Date.UTC(2025, 5, 1)),
    fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2034, 0, 1) }),
  ),
  amountCents: fc.integer({ min: 1_000, max: 100_000 }),
  withdrawnAfterMs: fc.option(fc.integer({ min: 1, max: 365 * 86_400_000 })),
});

async function pay(userId: string, given: typeof payment extends fc.Arbitrary<infer T> ? readonly T[] : never) {
  const { query } = db;
  await db.write([insertAccounts(query, userId)]);
  for (const { atMs, amountCents, withdrawnAfterMs } of given) {
    const id = crypto.randomUUID();
    const own = `available:${userId}` as const;
    await db.write([
      ...postTransfer(
        query,
        {
          kind: "deposit",
          reference: `deposit:${id}`,
          memo: "",
          actor: "system",
          entries: [
            { accountId: "house:khqr", amountCents: cents(-amountCents) },
            { accountId: own, amountCents: cents(amountCents) },
          ],
        },
        atMs,
      ),
      ...(withdrawnAfterMs === null
        ? []
        : postTransfer(
            query,
            {
              kind: "withdrawal",
              reference: `withdrawal:${id}:complete`,
              memo: "",
              actor: "system",
              entries: [
                { accountId: own, amountCents: cents(-Math.floor(amountCents / 4)) },
                { accountId: "house:payout", amountCents: cents(Math.floor(amountCents / 4)) },
              ],
            },
            atMs + withdrawnAfterMs,
          )),
    ]);
  }
}

let people = 0;

test("stored aggregates equal the formulas over the trades, through imports, a reversal and a change of zone", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(filesInAnyOrder, filesOneAfterTheOther),
      fc.constantFrom(...ZONES),
      fc.constantFrom(...ZONES),
      fc.array(payment, { maxLength: 6 }),
      async (files, zone, laterZone, payments) => {
        people += 1;
        const userId = `trader-${people}`;
        await addUser(userId);
        await pay(userId, payments);
        const { query } = db;
        const written: string[] = [];
        let lastMs = 0;
        for (const [i, rows] of files.entries()) {
          const importId = `${userId}-${i}`;
          const head = { id: importId, userId, status: "staged" as const, fileName: "x", format: "csv" as const };
          const values = rows.map(({ heldMs, ...row }, n) => ({
            ...row,
            userId,
            importId,
            ticket: `${i}-${n}`,
            lotMicros: 10_000,
            openedAtMs: row.closedAtMs - heldMs,
          }));
          const isAppended = Math.min(...rows.map(({ closedAtMs }) => closedAtMs)) > lastMs;
          lastMs = Math.max(lastMs, ...rows.map(({ closedAtMs }) => closedAtMs));
          const profitCents = rows.reduce((sum, row) => sum + row.profitCents, 0);
          await db.write([
            query
              .insert(imports)
              .values({ ...head, timeZone: "UTC", rowCount: rows.length, createdBy: ADMIN, createdAtMs: 0 }),
            ...(values.length > 0 ? [query.insert(trades).values(values)] : []),
            ...countImport(query, { importId, userId, sign: 1, spans: spansOf(rows, zone) }),
            ...countOrdered(query, userId, isAppended ? importId : null),
            // The rules of money do not matter here.
            query.run(sql`DROP TRIGGER IF EXISTS imports_state_machine`),
            query
              .update(imports)
              .set({ status: "committed", tradeCount: rows.length, profitCents })
              .where(eq(imports.id, importId)),
          ]);
          written.push(importId);
          await expectTotals(userId, zone);
        }
        const gone = written[0] ?? "";
        const own = and(eq(trades.importId, gone), eq(trades.userId, userId));
        await db.write([
          ...countImport(query, { importId: gone, userId, sign: -1, spans: spansOf(files[0] ?? [], zone) }),
          query.delete(trades).where(own),
          ...countOrdered(query, userId, null),
        ]);
        await expectTotals(userId, zone);
        await db.write(rebuildDays(query, userId, spansOf(files.flat(), laterZone)));
        await expectTotals(userId, laterZone);
      },
    ),
    { numRuns: 25 },
  );
});
