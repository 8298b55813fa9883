import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { paymentExceptions } from "../../db/schema/index.ts";
import { actsByStatements, type CreditOrder, creditFaults, creditOrder, runOrder } from "../../dev/credit-orders.ts";
import { behindTriggers, setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import { fc } from "../../web/test/property.ts";
import { cents } from "../contract/money.ts";
import { markUpTo } from "../ledger/account-mark-store.ts";
import { checkLedger } from "../ledger/check-ledger.ts";
import { checkNewEntries } from "../ledger/check-new-entries.ts";
import { describeFaults } from "../ledger/ledger-faults.ts";
import { postTransfer } from "../ledger/transfer-store.ts";

setDefaultTimeout(600_000);

const NOW = 1_000_000_000;
const database = setUpDatabase();
let db: Database;
beforeAll(async () => {
  db = database.db;
  await addPerson(db, "ana");
  for (const id of ["admin1", "admin2"]) await addPerson(db, id, "admin");
});

const inTurn = (steps: ReadonlyArray<CreditOrder[number]["step"]>): CreditOrder =>
  steps.map((step) => ({ step, isRace: false }));

test("a payment that was matched is not credited again by marking its deposit paid", async () => {
  const order = inTurn([
    { act: "pay", amountCents: 4_500 },
    { act: "report", pick: 0 },
    { act: "mark", pick: 0, isInvented: true },
    { act: "match", pick: 0 },
    { act: "mark", pick: 0, isInvented: true },
  ]);
  const { state, done } = await runOrder(db, actsByStatements(db), "ana", order, NOW);
  expect(done).toEqual(["pay", "report", "match"]);
  expect(await creditFaults(db, [state])).toEqual([]);
});

test("the database alone credits at most what came in, in any order and with two at once", async () => {
  await fc.assert(
    fc.asyncProperty(creditOrder, async (order) => {
      const { state } = await runOrder(db, actsByStatements(db), "ana", order, NOW);
      expect(await creditFaults(db, [state])).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(await checkLedger(db)).toMatchObject({ isClean: true, creditedTwice: [], creditedSeveralTimes: [] });
});

// The last: it leaves the ledger so.
test("both checks of the ledger find a deposit that was credited a second time", async () => {
  const order = inTurn([
    { act: "pay", amountCents: 5_000 },
    { act: "report", pick: 0 },
    { act: "pay", amountCents: 4_500 },
    { act: "report", pick: 1 },
  ]);
  const { state } = await runOrder(db, actsByStatements(db), "ana", order, NOW);
  const newest = await checkNewEntries(db);
  expect(newest.creditedTwice).toEqual([]);
  await db.write([markUpTo(db.query, newest.lastEntryId)]);
  const [[waiting]] = await db.read([
    db.query.select().from(paymentExceptions).where(eq(paymentExceptions.depositId, state.depositId)),
  ]);
  const transfer = {
    kind: "deposit" as const,
    reference: `exception:${waiting?.id}` as const,
    memo: "a change by hand",
    actor: "admin1",
    entries: [
      { accountId: "house:khqr" as const, amountCents: cents(-4_500) },
      { accountId: "available:ana" as const, amountCents: cents(4_500) },
    ],
  };
  await behindTriggers(db, ["transfers_credit_once"], postTransfer(db.query, transfer, NOW));
  const creditedTwice = [{ billNumber: state.depositId, credits: 2, creditedCents: 9_500, paidCents: 5_000 }];
  const whole = await checkLedger(db);
  expect(whole).toMatchObject({ isClean: false, creditedTwice });
  expect(describeFaults(whole)).toContain(
    `deposit ${state.depositId}: credited 2 times, 9500 cents in all, its record says 5000 cents`,
  );
  expect((await checkNewEntries(db)).creditedTwice).toEqual(creditedTwice);
});
