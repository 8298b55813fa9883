import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { type Database, openDatabase, type Statement } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { accounts, entries, transfers, users } from "../../db/schema/index.ts";
import { startLibsqlServer } from "../../dev/libsql/server.ts";
import { cents } from "../contract/money.ts";
import { refusedBy } from "../http/database-refusal.ts";
import { checkLedger } from "./check-ledger.ts";
import { accountsOfTrader } from "./ledger-store.ts";
import { type AccountId, postTransfer } from "./post-transfer.ts";

setDefaultTimeout(120_000);

let dataDir: string;
let server: { url: string; stop(): Promise<void> };
let db: Database;
const TRADERS = ["ana", "bo", "cy"];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "tonle-ledger-"));
  server = startLibsqlServer({ port: 0, file: join(dataDir, "ledger.db") });
  await migrateDatabase({ url: server.url });
  db = openDatabase({ url: server.url });
  for (const id of TRADERS) {
    const person = { id, email: `${id}@example.com`, username: id, usernameKey: id, firstName: id, lastName: id };
    await db.write([
      db.query.insert(users).values({ ...person, passwordHash: "-", timeZone: "UTC", createdAtMs: 0 }),
      db.query.insert(accounts).values(accountsOfTrader(id)),
    ]);
  }
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Move = { reference: number; from: AccountId; to: AccountId; amount: number };

const post = ({ reference, from, to, amount }: Move) =>
  postTransfer(
    db.query,
    {
      kind: "deposit",
      reference: `deposit:${reference}`,
      memo: "a test",
      actor: "system",
      entries: [
        { accountId: from, amountCents: cents(-amount) },
        { accountId: to, amountCents: cents(amount) },
      ],
    },
    0,
  );

const account = fc.oneof(
  fc.constantFrom<AccountId>("house:khqr", "house:payout"),
  fc.constantFrom(...TRADERS).map((id): AccountId => `available:${id}`),
  fc.constantFrom(...TRADERS).map((id): AccountId => `held:${id}`),
);
/** Few references, so that retries and collisions are common. */
const move = fc.record({
  reference: fc.integer({ min: 0, max: 400 }),
  from: account,
  to: account,
  amount: fc.integer({ min: 1, max: 50_000 }),
});
type Attempt = Move & { fails: boolean };
const attempt: fc.Arbitrary<Attempt> = fc
  .tuple(move, fc.boolean())
  .map(([one, fails]) => ({ ...one, fails: fails && one.amount % 5 === 0 }));

/** A statement that fails in the middle of a batch, as a lost connection or a bug would. */
const failure = (): Statement => db.query.run(sql`SELECT json_extract('{}', 'injected failure')`);

test("thousands of moves in any order, with retries, collisions and failures, keep every rule", async () => {
  const acknowledged = new Map<number, Move>();
  let base = 0;
  let attempts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 40, maxLength: 120 }), async (moves) => {
      base += 1_000;
      attempts += moves.length;
      await Promise.all(
        moves.map(async (one) => {
          const own = { ...one, reference: base + one.reference };
          const [first, second] = post(own);
          try {
            await db.write(own.fails ? [first, failure(), second] : [first, second]);
            expect(acknowledged.has(own.reference)).toBe(false);
            acknowledged.set(own.reference, own);
          } catch (error) {
            const isExpected = ["insufficient_funds", "transfers.kind", "injected failure"].some((name) =>
              refusedBy(error, name),
            );
            if (!isExpected) throw error;
          }
        }),
      );
      const check = await checkLedger(db);
      expect(check).toMatchObject({ isClean: true, totalCents: 0, differing: [], unbalanced: [], belowFloor: [] });
      expect(check.transfers).toBe(acknowledged.size);
    }),
    { numRuns: 60 },
  );
  expect(attempts).toBeGreaterThan(2_000);
  expect(acknowledged.size).toBeGreaterThan(200);

  const [rows] = await db.read([
    db.query
      .select({ reference: transfers.reference, accountId: entries.accountId, amountCents: entries.amountCents })
      .from(entries)
      .innerJoin(transfers, eq(transfers.id, entries.transferId)),
  ]);
  expect(rows).toHaveLength(acknowledged.size * 2);
  for (const { reference, accountId, amountCents } of rows) {
    const own = acknowledged.get(Number(reference.slice("deposit:".length)));
    expect(own).toBeDefined();
    if (own && own.from !== own.to) expect<string>(accountId).toBe(amountCents < 0 ? own.from : own.to);
    expect(Math.abs(amountCents)).toBe(own?.amount ?? 0);
  }
});

describe("the database refuses, whatever code asks it to", () => {
  const refused: ReadonlyArray<[string, string, () => Statement[]]> = [
    [
      "a balance that changes without an entry",
      "balance_without_entry",
      () => [db.query.update(accounts).set({ balanceCents: 1_000_000 }).where(eq(accounts.id, "available:ana"))],
    ],
    [
      "an account that starts with money",
      "balance_without_entry",
      () => [db.query.insert(accounts).values({ id: "house:new", kind: "khqr", balanceCents: 5 })],
    ],
    ["an entry that is changed", "ledger_append_only", () => [db.query.update(entries).set({ amountCents: 1 })]],
    ["an entry that is removed", "ledger_append_only", () => [db.query.delete(entries)]],
    ["a transfer that is changed", "ledger_append_only", () => [db.query.update(transfers).set({ memo: "x" })]],
    ["a transfer that is removed", "ledger_append_only", () => [db.query.delete(transfers)]],
    ["an account that is removed", "ledger_append_only", () => [db.query.delete(accounts)]],
    [
      "entries that do not sum to zero",
      "transfer_unbalanced",
      () => [
        db.query.insert(entries).values([
          { transferId: "odd", accountId: "house:khqr", amountCents: -100 },
          { transferId: "odd", accountId: "available:ana", amountCents: 101 },
        ]),
        db.query
          .insert(transfers)
          .values({ id: "odd", kind: "deposit", reference: "deposit:odd", memo: "", actor: "system", atMs: 0 }),
      ],
    ],
    [
      "entries without their transfer",
      "FOREIGN KEY",
      () => [db.query.insert(entries).values({ transferId: "none", accountId: "house:khqr", amountCents: -1 })],
    ],
    [
      "one more entry of a transfer that stands",
      "transfer_closed",
      () => [
        db.query.run(
          sql`INSERT INTO entries (transfer_id, account_id, amount_cents) SELECT id, 'house:khqr', 1 FROM transfers LIMIT 1`,
        ),
      ],
    ],
  ];

  test.each(refused)("%s", async (_, guard, statements) => {
    const before = await checkLedger(db);
    const error = await db.write(statements()).then(
      () => null,
      (caught: unknown) => caught,
    );
    expect(refusedBy(error, guard)).toBe(true);
    expect(await checkLedger(db)).toEqual(before);
  });
});
