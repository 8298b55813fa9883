import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import type { GuardName } from "../../db/guard-names.ts";
import {
  accounts,
  approvals,
  bookActs,
  deposits,
  entries,
  paymentExceptions,
  transfers,
  withdrawals,
} from "../../db/schema/index.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson, creditTrader } from "../../dev/test/test-money.ts";
import { fc } from "../../web/test/property.ts";
import { BOOKS } from "../contract/books.ts";
import { cents } from "../contract/money.ts";
import { DAY_MS } from "../contract/time.ts";
import { insertDeposit } from "../deposits/deposit-store.ts";
import { checkLedger } from "../ledger/check-ledger.ts";
import { type AccountId, type ExceptionKind, postTransfer } from "../ledger/transfer-store.ts";
import { guardNameOf } from "../platform/database-refusal.ts";
import { cancelAct, insertAct, insertBankAccount } from "./book-store.ts";

/** The guards of the books, tested with statements that no verb would send. */

setDefaultTimeout(600_000);

const database = setUpDatabase();
const NOW = 100 * DAY_MS;
let db: Database;
let depositId = "";

beforeAll(async () => {
  db = database.db;
  for (const id of ["admin1", "admin2", "admin3"]) await addPerson(db, id, "admin");
  await addPerson(db, "ana");
  depositId = await creditTrader(db, "ana", 500);
  await db.write([
    insertBankAccount(db.query, { id: "aba", name: "ABA Bank", currency: "USD", openedBy: "admin1", openedAtMs: NOW }),
    insertBankAccount(db.query, { id: "wing", name: "Wing", currency: "KHR", openedBy: "admin1", openedAtMs: NOW }),
  ]);
});

type Act = Parameters<typeof insertAct>[1];
const act = (id: string, more: Partial<Act> = {}): Act => ({
  id,
  kind: "adjustment",
  recordId: null,
  userId: null,
  fromAccount: "house:khqr",
  toAccount: "house:bank:aba",
  amountCents: 2_500,
  rateHundredths: null,
  bankReference: null,
  evidence: null,
  reason: "a test",
  proposedBy: "admin1",
  proposedAtMs: NOW,
  ...more,
});
const reversal = (id: string, more: Partial<Act> = {}) =>
  act(id, {
    kind: "deposit_reversed",
    recordId: depositId,
    userId: "ana",
    fromAccount: "available:ana",
    toAccount: "house:khqr",
    amountCents: 50_000,
    bankReference: id,
    ...more,
  });
const correction = (id: string, more: Partial<Act> = {}) =>
  act(id, {
    kind: "correction",
    userId: "ana",
    fromAccount: "house:suspense",
    toAccount: "available:ana",
    evidence: "e",
    ...more,
  });
const propose = (proposed: Act, by: readonly string[] = ["admin1", "admin2"]) => [
  insertAct(db.query, proposed),
  ...by.map((adminId) =>
    db.query.insert(approvals).values({
      subject: `book:${proposed.id}`,
      act: "approve",
      adminId,
      detail: String(proposed.amountCents),
      atMs: NOW,
    }),
  ),
];
type Entry = { accountId: AccountId; amountCents: number; rateHundredths?: number | null };
const post = (
  { id, kind, fromAccount, toAccount, amountCents, rateHundredths }: Act,
  written: readonly Entry[] = [
    { accountId: fromAccount, amountCents: -amountCents, rateHundredths },
    { accountId: toAccount, amountCents, rateHundredths },
  ],
  more: { actor?: string; kind?: Parameters<typeof postTransfer>[1]["kind"]; reference?: `book:${string}` } = {},
) =>
  postTransfer(
    db.query,
    {
      kind,
      reference: `book:${id}`,
      memo: "a test",
      actor: "admin2",
      entries: written.map((entry) => ({ ...entry, amountCents: cents(entry.amountCents) })),
      ...more,
    },
    NOW,
  );
/** A payment of 7 dollars or riel that waits for a decision. */
const odd = (id: string, more: Partial<typeof paymentExceptions.$inferInsert> = {}) => [
  insertDeposit(db.query, sql`${"ana"}`, {
    ...{ id: `d ${id}`, billNumber: id, qrString: id, md5Hash: id, amountCents: 2_000, status: "pending" },
    ...{ createdAtMs: NOW, updatedAtMs: NOW, expiresAtMs: NOW },
  }),
  db.query.insert(paymentExceptions).values({
    ...{
      id,
      depositId: `d ${id}`,
      settlementHash: `h ${id}`,
      reason: "wrong_amount",
      paidAmount: 7,
      paidCurrency: "USD",
    },
    ...{ receivedCents: 700, createdAtMs: NOW, ...more },
  }),
];
const moveOdd = (id: string, kind: ExceptionKind, written: readonly Entry[]) => [
  db.query.insert(entries).values(written.map((entry) => ({ ...entry, transferId: `${kind}:${id}` }))),
  db.query
    .insert(transfers)
    .values({ id: `${kind}:${id}`, kind, reference: `exception:${id}`, memo: "a test", actor: "admin1", atMs: NOW }),
];
const offSuspense: readonly Entry[] = [
  { accountId: "house:suspense", amountCents: -700 },
  { accountId: "available:ana", amountCents: 700 },
];
const dismissed = (id: string) =>
  db.query
    .update(paymentExceptions)
    .set({ status: "dismissed", version: 2, decidedBy: "admin1", decidedAtMs: NOW, note: "a test" })
    .where(eq(paymentExceptions.id, id));
const openReceivable = () =>
  db.query.insert(accounts).values({ id: "receivable:ana", userId: "ana", kind: "receivable" }).onConflictDoNothing();

/** A write that the database refuses: its name, the guard, and the statements. */
const refused: ReadonlyArray<[string, GuardName, () => Statement[]]> = [
  ["a transfer of an act that nobody proposed", "transfer_without_act", () => [...post(act("none"))]],
  [
    "a transfer of another kind than its act",
    "transfer_without_act",
    () => {
      const one = act("k");
      return [...propose(one), ...post(one, undefined, { kind: "fee" })];
    },
  ],
  [
    "an act that one operator approved",
    "approvals_missing",
    () => {
      const one = act("a1");
      return [...propose(one, ["admin2"]), ...post(one)];
    },
  ],
  [
    "an act that is posted by who did not approve it",
    "approvals_missing",
    () => {
      const one = act("a2");
      return [...propose(one), ...post(one, undefined, { actor: "admin3" })];
    },
  ],
  [
    "an act that was cancelled",
    "transfer_without_act",
    () => {
      const one = act("c1");
      return [...propose(one), cancelAct(db.query, "c1", "admin3", NOW), ...post(one)];
    },
  ],
  [
    "an act that is posted twice",
    "transfer_without_act",
    () => {
      const one = act("t1");
      return [...propose(one), ...post(one), ...post(one)];
    },
  ],
  [
    "an approval of one's own money",
    "own_account",
    () => propose(correction("o1", { userId: "admin2", toAccount: "available:admin2" })),
  ],
  [
    "a proposal about one's own money",
    "own_account",
    () => propose(correction("o2", { userId: "admin1", toAccount: "available:admin1" })),
  ],
  ["a proposal by a trader", "not_an_admin", () => [insertAct(db.query, act("p1", { proposedBy: "ana" }))]],
  [
    "an act that is posted from the start",
    "wrong_state",
    () => [db.query.insert(bookActs).values({ ...act("s1"), postedBy: "admin1", postedAtMs: NOW })],
  ],
  [
    "an act that says it is posted without its transfer",
    "act_without_transfer",
    () => [
      ...propose(act("s2")),
      db.query.update(bookActs).set({ postedBy: "admin2", postedAtMs: NOW }).where(eq(bookActs.id, "s2")),
    ],
  ],
  [
    "an act whose sum changes",
    "act_terms_fixed",
    () => [...propose(act("s3")), db.query.update(bookActs).set({ amountCents: 1 }).where(eq(bookActs.id, "s3"))],
  ],
  ["an act that is removed", "ledger_append_only", () => [...propose(act("s4")), db.query.delete(bookActs)]],
  [
    "an adjustment that touches a trader's money",
    "act_terms",
    () => propose(act("j1", { toAccount: "available:ana" })),
  ],
  ["an adjustment of one account", "act_terms", () => propose(act("j2", { toAccount: "house:khqr" }))],
  [
    "an adjustment between two currencies",
    "entry_rate",
    () => propose(act("j3", { toAccount: "house:bank:wing", rateHundredths: 400_000 })),
  ],
  [
    "an adjustment in riel without a rate",
    "entry_rate",
    () => propose(act("j4", { fromAccount: "house:suspense:khr", toAccount: "house:bank:wing" })),
  ],
  ["a correction without evidence", "act_terms", () => propose(correction("e1", { evidence: null }))],
  [
    "corrections above the cap together",
    "act_over_cap",
    () => {
      const [first, second] = [
        correction("e3", { amountCents: 60_000 }),
        correction("e4", { amountCents: BOOKS.correctionCentsMax - 59_999 }),
      ];
      return [...propose(first), ...propose(second), ...post(first), ...post(second)];
    },
  ],
  [
    "a correction from another account of the house",
    "act_terms",
    () => propose(correction("e5", { fromAccount: "house:trading" })),
  ],
  [
    "a correction below zero",
    "insufficient_funds",
    () => {
      const one = correction("e6", { fromAccount: "available:ana", toAccount: "house:suspense", amountCents: 60_000 });
      return [...propose(one), ...post(one)];
    },
  ],
  [
    "a fee without the bank's reference",
    "act_terms",
    () => propose(act("f2", { kind: "fee", fromAccount: "house:fees" })),
  ],
  [
    "a reference of the bank that was used, in another spelling",
    "settlement_used",
    () => [
      ...propose(reversal("FT 9")),
      ...propose(act("f3", { kind: "fee", fromAccount: "house:fees", bankReference: "ft9" })),
    ],
  ],
  [
    "a second act about a deposit",
    "UNIQUE book_acts.kind, book_acts.record_id",
    () => [...propose(reversal("r1")), ...propose(reversal("r2"))],
  ],
  ["a reversal of another sum than was paid", "act_terms", () => propose(reversal("r3", { amountCents: 49_999 }))],
  [
    "a reversal that leaves the trader money and is owed",
    "transfer_accounts",
    () => {
      const one = reversal("r4");
      return [
        openReceivable(),
        ...propose(one),
        ...post(one, [
          { accountId: "available:ana", amountCents: -49_000 },
          { accountId: "receivable:ana", amountCents: -1_000 },
          { accountId: "house:khqr", amountCents: 50_000 },
        ]),
      ];
    },
  ],
  [
    "a receivable above zero",
    "receivable_overpaid",
    () => {
      const one = act("v1", {
        kind: "receivable_collected",
        userId: "ana",
        fromAccount: "available:ana",
        toAccount: "receivable:ana",
      });
      return [openReceivable(), ...propose(one), ...post(one)];
    },
  ],
  [
    "a deposit that is marked reversed without an act",
    "record_without_act",
    () => [db.query.update(deposits).set({ reversedAtMs: NOW }).where(eq(deposits.id, depositId))],
  ],
  [
    "a transfer of another kind that touches the books",
    "transfer_accounts",
    () => [
      ...postTransfer(
        db.query,
        {
          kind: "trades",
          reference: "import:x:commit",
          memo: "a test",
          actor: "admin1",
          entries: [
            { accountId: "house:suspense", amountCents: cents(-5) },
            { accountId: "available:ana", amountCents: cents(5) },
          ],
        },
        NOW,
      ),
    ],
  ],
  [
    "entries that sum to zero over two currencies",
    "transfer_unbalanced",
    () => {
      const one = act("x1");
      return [
        // The batch is refused, so the guard is there again afterwards.
        db.query.run(sql`DROP TRIGGER transfers_of_books`),
        ...propose(one),
        ...post(one, [
          { accountId: "house:khqr", amountCents: -2_500 },
          { accountId: "house:bank:wing", amountCents: 2_500, rateHundredths: 400_000 },
        ]),
      ];
    },
  ],
  [
    "a payment that is on suspense with another sum than came",
    "received_differs",
    () => odd("x2", { receivedCents: 699 }),
  ],
  [
    "a payment that is on suspense in a currency that the books do not have",
    "received_differs",
    () => odd("x3", { paidCurrency: "EUR" }),
  ],
  ["a payment of another code on suspense", "received_differs", () => odd("x4", { reason: "settlement_used" })],
  [
    "a payment that goes onto suspense before its decision, but after it was recorded",
    "received_differs",
    () => [
      ...odd("x5", { receivedCents: null }),
      db.query.update(paymentExceptions).set({ receivedCents: 700 }).where(eq(paymentExceptions.id, "x5")),
    ],
  ],
  [
    "a receipt that is posted a second time",
    "UNIQUE transfers.kind, transfers.reference",
    () => [
      ...odd("x6"),
      db.query.insert(entries).values([
        { transferId: "again", accountId: "house:khqr", amountCents: -700 },
        { transferId: "again", accountId: "house:suspense", amountCents: 700 },
      ]),
      db.query.insert(transfers).values({
        ...{ id: "exception_received:x6", kind: "exception_received", reference: "exception:x6" },
        ...{ memo: "a test", actor: "admin1", atMs: NOW },
      }),
    ],
  ],
  [
    "a credit of a payment that nobody decided about",
    "transfer_without_exception",
    () => [...odd("x7"), ...moveOdd("x7", "exception_credited", offSuspense)],
  ],
  [
    "a payment that leaves suspense a second time",
    "transfer_without_exception",
    () => [...odd("x8"), dismissed("x8"), ...moveOdd("x8", "exception_refunded", offSuspense)],
  ],
  [
    "a dismissed payment that leaves suspense to a trader",
    "transfer_accounts",
    () => [
      ...odd("x9"),
      // The batch is refused, so the trigger is there again afterwards.
      db.query.run(sql`DROP TRIGGER payment_exceptions_settle`),
      dismissed("x9"),
      ...moveOdd("x9", "exception_released", offSuspense),
    ],
  ],
  [
    "an entry in riel without its rate",
    "entry_rate",
    () => [db.query.insert(entries).values({ transferId: "x", accountId: "house:bank:wing", amountCents: 5 })],
  ],
  [
    "an entry in dollars with a rate",
    "entry_rate",
    () => [
      db.query
        .insert(entries)
        .values({ transferId: "x", accountId: "house:khqr", amountCents: 5, rateHundredths: 400_000 }),
    ],
  ],
  [
    "a bank account of an odd id",
    "bank_account_terms",
    () => [insertBankAccount(db.query, { id: "A B", name: "A", currency: "USD", openedBy: "admin1", openedAtMs: NOW })],
  ],
  [
    "a bank account that a trader opens",
    "not_an_admin",
    () => [insertBankAccount(db.query, { id: "mine", name: "A", currency: "USD", openedBy: "ana", openedAtMs: NOW })],
  ],
  [
    "a ledger account of a bank account that there is not",
    "accounts_owner",
    () => [db.query.insert(accounts).values({ id: "house:bank:none", kind: "bank" })],
  ],
  [
    "a trader's account in riel",
    "accounts_currency",
    () => [
      db.query.insert(accounts).values({ id: "receivable:ana", userId: "ana", kind: "receivable", currency: "KHR" }),
    ],
  ],
  [
    "a receivable of nobody",
    "accounts_owner",
    () => [db.query.insert(accounts).values({ id: "receivable:x", kind: "receivable" })],
  ],
];

const guardOf = async (statements: readonly Statement[]) => {
  const before = await checkLedger(db);
  const error = await db.write(statements).then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(await checkLedger(db)).toEqual(before);
  return error === null ? null : guardNameOf(error);
};

test.each(refused)("the database refuses %s", async (_, guard, statements) => {
  expect(await guardOf(statements())).toBe(guard);
});

const feeOf = (id: string, more: Partial<Act>) =>
  act(id, { kind: "fee", fromAccount: "house:fees", bankReference: id, ...more });
const inRiel = { fromAccount: "house:fees:khr", toAccount: "house:bank:wing" } as const;

test.each<[string, (id: string, limit: number) => Act, number, GuardName]>([
  ["one correction", (id, amountCents) => correction(id, { amountCents }), BOOKS.correctionCentsMax, "act_over_cap"],
  ["a fee", (id, amountCents) => feeOf(id, { amountCents }), BOOKS.feeCentsMax, "act_over_cap"],
  [
    "a fee in riel",
    (id, amountCents) => feeOf(id, { ...inRiel, amountCents, rateHundredths: BOOKS.rateHundredthsFirst }),
    BOOKS.feeRielHundredthsMax,
    "act_over_cap",
  ],
  [
    "the rate of a riel",
    (id, rateHundredths) => feeOf(id, { ...inRiel, rateHundredths }),
    BOOKS.rateHundredthsMax,
    "entry_rate",
  ],
])("what %s may be at most is the same in the database as in the code", async (name, of, limit, guard) => {
  expect(await guardOf(propose(of(`${name} over`, limit + 1)))).toBe(guard);
  expect(await guardOf(propose(of(`${name} at`, limit)))).toBeNull();
});

test("entries that differ from their act in any way are refused", async () => {
  const account = fc.constantFrom<AccountId>(
    "house:khqr",
    "house:bank:aba",
    "house:suspense",
    "house:payout",
    "available:ana",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(account, fc.integer({ min: -3_000, max: 3_000 })), { minLength: 1, maxLength: 3 }),
      async (parts) => {
        // They sum to zero, so that only the act can refuse them.
        const sum = parts.reduce((total, [, moved]) => total + moved, 0);
        const written = [...parts, ["house:khqr", -sum] as const]
          .filter(([, moved]) => moved !== 0)
          .map(([accountId, amountCents]) => ({ accountId, amountCents }));
        const isAct =
          written.length === 2 &&
          written.some(({ accountId, amountCents }) => accountId === "house:bank:aba" && amountCents === 2_500) &&
          written.some(({ accountId, amountCents }) => accountId === "house:khqr" && amountCents === -2_500);
        if (isAct || written.length < 2) return;
        const one = act("any");
        const guard = await guardOf([...propose(one), ...post(one, written)]);
        expect(["transfer_accounts", "insufficient_funds"]).toContain(String(guard));
      },
    ),
    { numRuns: 150 },
  );
});

test("a withdrawal of a trader who owes is neither approved nor begun to be paid", async () => {
  await addPerson(db, "bopha");
  const paid = await creditTrader(db, "bopha", 50);
  const id = crypto.randomUUID();
  const held = { id, userId: "bopha", amountCents: 2_000, status: "pending" as const, approvalsNeeded: 1 };
  const one = reversal("owes", { recordId: paid, userId: "bopha", fromAccount: "available:bopha", amountCents: 5_000 });
  await db.write([
    ...postTransfer(
      db.query,
      {
        kind: "withdrawal",
        reference: `withdrawal:${id}:request`,
        memo: "a test",
        actor: "bopha",
        entries: [
          { accountId: "available:bopha", amountCents: cents(-2_000) },
          { accountId: "held:bopha", amountCents: cents(2_000) },
        ],
      },
      NOW,
    ),
    db.query.insert(withdrawals).values({
      ...held,
      paymentMethod: "Bank Transfer",
      bankName: "ABA Bank",
      accountId: "1",
      requestMessage: "Rent",
      createdAtMs: NOW,
      updatedAtMs: NOW,
    }),
    db.query.insert(accounts).values({ id: "receivable:bopha", userId: "bopha", kind: "receivable" }),
    ...propose(one),
    ...post(one, [
      { accountId: "available:bopha", amountCents: -3_000 },
      { accountId: "receivable:bopha", amountCents: -2_000 },
      { accountId: "house:khqr", amountCents: 5_000 },
    ]),
  ]);
  expect((await checkLedger(db)).isClean).toBe(true);
  const [[row], [told]] = await db
    .read([
      db.query.select().from(deposits).where(eq(deposits.id, paid)),
      db.query.run(sql`SELECT event, detail FROM notifications WHERE user_id = 'bopha' AND event = 'deposit_reversed'`),
    ] as const)
    .then(([found, notified]) => [found, notified.rows] as const);
  expect(row).toMatchObject({ status: "paid", reversedAtMs: NOW });
  expect(told).toMatchObject({ event: "deposit_reversed", detail: '{"cents":5000}' });
  const approve = db.query
    .update(withdrawals)
    .set({ status: "approved", approvedAtMs: NOW, decidedBy: "admin1", version: 2, updatedAtMs: NOW })
    .where(eq(withdrawals.id, id));
  expect(await guardOf([approve])).toBe("owner_owes");
  expect(await db.read([db.query.select().from(transfers).where(eq(transfers.reference, "book:owes"))])).toMatchObject([
    [{ kind: "deposit_reversed" }],
  ]);
});
