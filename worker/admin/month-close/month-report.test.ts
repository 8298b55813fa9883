import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { approvals } from "../../../db/schema/index.ts";
import { setUpDatabase } from "../../../dev/test/test-database.ts";
import { addPerson } from "../../../dev/test/test-money.ts";
import { fc } from "../../../web/test/property.ts";
import { AT_THE_BANK } from "../../bank-statements/open-money-store.ts";
import { insertAct, insertBankAccount } from "../../books/book-store.ts";
import { cents } from "../../contract/money.ts";
import { type AccountId, postTransfer, type Transfer } from "../../ledger/transfer-store.ts";
import { insertClose, sealClose } from "../../month-close/month-close-store.ts";
import { type MonthSpan, monthsFrom, SEAL_WAIT_MS, spanOf } from "../../month-close/month-rules.ts";
import { monthNow, selectMonthFacts } from "./month-facts.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();
const ZONE = "Asia/Phnom_Penh";
const TRADERS = ["ana", "bopha"] as const;
let db: Database;
beforeAll(async () => {
  db = database.db;
  for (const id of TRADERS) await addPerson(db, id);
  for (const id of ["admin1", "admin2"]) await addPerson(db, id, "admin");
  await db.write([
    insertBankAccount(db.query, { id: "aba", name: "ABA", currency: "USD", openedBy: "admin1", openedAtMs: 1 }),
    insertBankAccount(db.query, { id: "wing", name: "Wing", currency: "KHR", openedBy: "admin1", openedAtMs: 1 }),
  ]);
});

const reportOf = async (span: MonthSpan) => {
  const rows = await db.read(selectMonthFacts(db.query, sql`'an admin'`, span));
  return monthNow(rows, span, { timeZone: ZONE, nowMs: span.untilMs + SEAL_WAIT_MS });
};

/** The statements of a month, with a line for each transfer that moves money at the bank. */
async function importStatements({ month, firstDay, lastDay, fromMs, untilMs }: MonthSpan) {
  const accounts = sql`(SELECT id, currency FROM bank_accounts)`;
  const moved = sql`(
    SELECT transfers.id, accounts.currency, CAST(${firstDay} + (transfers.at_ms - ${fromMs}) / 86400000 AS INTEGER) AS day, -sum(amount_cents) AS cents
    FROM transfers JOIN entries ON transfer_id = transfers.id JOIN accounts ON accounts.id = account_id
    WHERE ${AT_THE_BANK} AND at_ms >= ${fromMs} AND at_ms < ${untilMs} GROUP BY 1, 2 HAVING cents <> 0)`;
  const write = (statement: SQL) => db.query.run(statement);
  await db.write([
    write(sql`
      INSERT INTO bank_statements (id, account_id, profile, file_name, digest, first_day, last_day, covered_to, line_count, known_count,
        repeated_count, imported_by, imported_at_ms)
      SELECT ${month} || id, id, 'aba', 'f', ${month}, ${firstDay}, ${lastDay}, ${lastDay}, 1, 0, 0, 'admin1', ${untilMs} FROM ${accounts}`),
    write(sql`
      INSERT INTO statement_lines (id, statement_id, account_id, line, position, line_key, day, amount_cents, currency)
      SELECT moved.id, ${month} || account.id, account.id, 1, 1, moved.id, day, cents, moved.currency
      FROM ${moved} AS moved JOIN ${accounts} AS account ON account.currency = moved.currency`),
    write(sql`INSERT INTO line_match_transfers (match_id, transfer_id) SELECT id, id FROM ${moved}`),
    write(
      sql`INSERT INTO line_matches (id, line_id, why, matched_at_ms) SELECT id, id, 'bank_id', ${untilMs} FROM ${moved}`,
    ),
  ]);
}

async function seal(span: MonthSpan) {
  await importStatements(span);
  const { text: report, digest, holds } = await reportOf(span);
  expect(holds).toEqual([]);
  const atMs = span.untilMs + SEAL_WAIT_MS;
  const approve = (adminId: string) =>
    db.query
      .insert(approvals)
      .values({ subject: `month:${span.month}`, act: "approve", detail: digest, adminId, atMs });
  await db.write([
    insertClose(db.query, {
      ...{ ...span, id: span.month, report, digest },
      ...{ preparedBy: "admin1", preparedAtMs: atMs },
    }),
    approve("admin1"),
    approve("admin2"),
    ...sealClose(db.query, span.month, "admin2", atMs),
  ]);
}

/** A movement of a month. @property place of its moment in the month, 0 to 1: both ends occur */
type Move = { kind: Transfer["kind"] | "request"; trader: (typeof TRADERS)[number]; amount: number; place: number };
const moves = fc.array(
  fc.record<Move>({
    kind: fc.constantFrom("deposit", "request", "withdrawal", "trades", "adjustment", "fee"),
    trader: fc.constantFrom(...TRADERS),
    amount: fc.integer({ min: 1, max: 100_000 }),
    place: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  }),
  { maxLength: 12 },
);

let count = 0;
/** The statements of a movement; what the accounts do not have is refused by them, and left out. */
function statementsOf({ kind, trader, amount, place }: Move, { fromMs, untilMs }: MonthSpan) {
  count += 1;
  const atMs = Math.min(untilMs - 1, fromMs + Math.floor(place * (untilMs - fromMs)));
  const [available, held] = [`available:${trader}`, `held:${trader}`] as const;
  const post = (
    posted: Transfer["kind"],
    reference: Transfer["reference"],
    from: AccountId,
    to: AccountId,
    rate = null as number | null,
  ) => {
    const side = (accountId: AccountId, sum: number) => ({ accountId, amountCents: cents(sum), rateHundredths: rate });
    const entries = [side(from, -amount), side(to, amount)];
    return postTransfer(db.query, { kind: posted, reference, memo: "m", actor: "admin2", entries }, atMs);
  };
  if (kind === "deposit") return [...post("deposit", `deposit:${count}`, "house:khqr", available)];
  if (kind === "request") return [...post("withdrawal", `withdrawal:${count}:request`, available, held)];
  if (kind === "withdrawal") return [...post("withdrawal", `withdrawal:${count}:complete`, held, "house:payout")];
  if (kind === "trades") return [...post("trades", `import:${count}:commit`, "house:trading", available)];
  // An act of two operators, in dollars or in riel.
  const [from, to, rate]: [AccountId, AccountId, number | null] =
    kind === "fee" ? ["house:fees:khr", "house:bank:wing", 410_000] : ["house:khqr", "house:bank:aba", null];
  const id = `act-${count}`;
  const approve = (adminId: string) =>
    db.query.insert(approvals).values({ subject: `book:${id}`, act: "approve", detail: String(amount), adminId, atMs });
  return [
    insertAct(db.query, {
      ...{ id, kind: kind === "fee" ? ("fee" as const) : ("adjustment" as const), recordId: null, userId: null },
      ...{ fromAccount: from, toAccount: to, amountCents: amount, rateHundredths: rate, evidence: null },
      ...{ bankReference: kind === "fee" ? id : null, reason: "r", proposedBy: "admin1", proposedAtMs: atMs },
    }),
    approve("admin1"),
    approve("admin2"),
    ...post(kind === "fee" ? "fee" : "adjustment", `book:${id}`, from, to, rate),
  ];
}

/** Everything that was moved, read one entry after the other. */
async function allEntries() {
  const [rows] = await db.read([
    db.query.all<{
      account: string;
      kind: string;
      transfer: string;
      cents: number;
      atMs: number;
      currency: string;
    }>(sql`
      SELECT accounts.id AS account, transfers.kind, transfers.id AS transfer, amount_cents AS cents, at_ms AS atMs, currency
      FROM entries JOIN transfers ON transfers.id = transfer_id JOIN accounts ON accounts.id = account_id`),
  ]);
  return rows;
}

test("opening and flows come to the closing, as a naive reading of all entries has them, and a month begins where the one before ended", async () => {
  let month = "2020-01";
  await fc.assert(
    fc.asyncProperty(moves, moves, async (some, more) => {
      const [first, second] = [spanOf(month, ZONE), spanOf(monthsFrom(month, 1), ZONE)];
      for (const [span, list] of [
        [first, some],
        [second, more],
      ] as const) {
        for (const move of list) await db.write(statementsOf(move, span)).catch(() => {});
      }
      const all = await allEntries();
      for (const span of [first, second]) {
        const { report, holds } = await reportOf(span);
        expect(holds.filter(({ kind }) => kind === "does_not_add_up")).toEqual([]);
        for (const { currency, clients, accounts } of report.currencies) {
          const own = all.filter((entry) => entry.currency === currency);
          const isClient = ({ account }: { account: string }) => /^(available|held):/.test(account);
          const sumOf = (rows: typeof own) => rows.reduce((sum, { cents: one }) => sum + one, 0);
          const before = own.filter(({ atMs }) => atMs < span.fromMs);
          const within = own.filter(({ atMs }) => atMs >= span.fromMs && atMs < span.untilMs);
          expect([clients.openingCents, clients.closingCents]).toEqual([
            sumOf(before.filter(isClient)),
            sumOf([...before, ...within].filter(isClient)),
          ]);
          for (const { account, openingCents, changeCents, closingCents } of accounts) {
            const its = (entry: { account: string }) =>
              account.includes(":") ? entry.account === account : entry.account.startsWith(`${account}:`);
            expect([account, openingCents, changeCents, closingCents]).toEqual([
              ...[account, sumOf(before.filter(its)), sumOf(within.filter(its))],
              sumOf([...before, ...within].filter(its)),
            ]);
          }
          const byTransfer = [...Map.groupBy(within, ({ transfer }) => transfer).values()];
          const counted = byTransfer.filter((rows) => !rows.every(isClient));
          for (const { kind, count: times, movedCents, clientCents } of clients.flows) {
            const its = counted.filter(([one]) => one?.kind === kind);
            expect([kind, times, movedCents, clientCents]).toEqual([
              ...[kind, its.length, sumOf(its.flat().filter((entry) => entry.cents > 0))],
              sumOf(its.flat().filter(isClient)),
            ]);
          }
          expect(clients.flows.reduce((sum, flow) => sum + flow.count, 0)).toBe(counted.length);
        }
      }
      await seal(first);
      // The sealed month is where the next one begins.
      const next = await reportOf(second);
      const sealedBefore = next.report.before;
      expect(sealedBefore).not.toBeNull();
      await seal(second);
      month = monthsFrom(month, 2);
    }),
    { numRuns: 12 },
  );
});
