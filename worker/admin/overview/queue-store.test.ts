import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, type SQL, sql } from "drizzle-orm";
import { approvals, clientQuestions, identities, users, withdrawals } from "../../../db/schema/index.ts";
import { behindTriggers, setUpDatabase } from "../../../dev/test/test-database.ts";
import { addPerson } from "../../../dev/test/test-money.ts";
import { HOUR_MS } from "../../contract/time.ts";
import { stageOf } from "../withdrawals/withdrawal-admin-rules.ts";
import { type LISTED_STAGES, selectAdminWithdrawalPage } from "../withdrawals/withdrawal-admin-store.ts";
import { type QueueRules, selectQueues, type WithdrawalStage } from "./queue-store.ts";
import { queuesView } from "./queues-view.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();
const NOW_MS = Date.UTC(2026, 10, 28, 2);
const ADMINS = ["dara", "maly"] as const;
type AdminId = (typeof ADMINS)[number];
const BOTH: readonly AdminId[] = ADMINS;

/** An open request, whom it waits for, and at which stage it is. */
type Case = {
  row?: Partial<typeof withdrawals.$inferInsert>;
  isUnverified?: true;
  isFrozen?: true;
  /** Its trader was asked something and has not answered. */
  isAsked?: true;
  /** Who has approved the next step. */
  approvedBy?: AdminId;
  /** Who approved the request that is to be paid. */
  payableBy?: readonly AdminId[];
  stage: WithdrawalStage;
  waitsFor: readonly AdminId[];
};
const APPROVED = { status: "approved", approvedAtMs: NOW_MS - HOUR_MS } as const;
const CASES: Record<string, Case> = {
  fresh: { stage: "review", waitsFor: BOTH },
  asked: { isAsked: true, stage: "client", waitsFor: [] },
  "asked while held": { row: { approvableAtMs: NOW_MS + 1 }, isAsked: true, stage: "client", waitsFor: [] },
  held: { row: { approvableAtMs: NOW_MS + 1 }, stage: "held", waitsFor: [] },
  "held and unverified": { row: { approvableAtMs: NOW_MS + 1 }, isUnverified: true, stage: "held", waitsFor: [] },
  released: { row: { approvableAtMs: NOW_MS }, stage: "review", waitsFor: BOTH },
  unverified: { isUnverified: true, stage: "blocked", waitsFor: [] },
  frozen: { isFrozen: true, stage: "blocked", waitsFor: [] },
  "frozen after the approval": { row: APPROVED, isFrozen: true, stage: "blocked", waitsFor: [] },
  "unverified after the approval": { row: APPROVED, isUnverified: true, stage: "payout", waitsFor: BOTH },
  "approved once": { row: { approvalsNeeded: 2 }, approvedBy: "dara", stage: "second_approval", waitsFor: ["maly"] },
  "to be paid": { row: APPROVED, stage: "payout", waitsFor: BOTH },
  "approved by one": { row: APPROVED, payableBy: ["dara"], stage: "payout", waitsFor: ["maly"] },
  "approved by both": { row: APPROVED, payableBy: BOTH, stage: "payout", waitsFor: BOTH },
  "paid by its only approver": {
    row: { ...APPROVED, payerId: "dara", paymentStartedAtMs: NOW_MS - 1 },
    payableBy: ["dara"],
    stage: "payout",
    waitsFor: ["dara"],
  },
  "completed once": {
    row: { ...APPROVED, approvalsNeeded: 2 },
    approvedBy: "maly",
    stage: "second_approval",
    waitsFor: ["dara"],
  },
  claimed: { row: { claimedBy: "dara", claimedUntilMs: NOW_MS + 1 }, stage: "review", waitsFor: ["dara"] },
  "claim over": { row: { claimedBy: "dara", claimedUntilMs: NOW_MS }, stage: "review", waitsFor: BOTH },
  "being paid": {
    row: { ...APPROVED, payerId: "maly", paymentStartedAtMs: NOW_MS - 1 },
    stage: "payout",
    waitsFor: ["maly"],
  },
};
const IDS = Object.keys(CASES);
const traderOf = (id: string) => `trader of ${id}`;

beforeAll(async () => {
  const { db } = database;
  const { query } = db;
  for (const id of ADMINS) await addPerson(db, id, "admin");
  for (const id of IDS) await addPerson(db, traderOf(id));
  const cases = Object.entries(CASES);
  await behindTriggers(
    db,
    ["withdrawals_start_pending", "withdrawals_start_undecided", "identities_start_pending", "approvals_agree"],
    [
      query.insert(identities).values(
        cases
          .filter(([, { isUnverified }]) => !isUnverified)
          .map(([id]) => ({
            userId: traderOf(id),
            status: "verified" as const,
            submittedAtMs: 1,
            decidedBy: "dara",
            decidedAtMs: 2,
          })),
      ),
      ...cases.map(([id, { row }], index) =>
        query.insert(withdrawals).values({
          id,
          userId: traderOf(id),
          amountCents: 5_000,
          status: "pending",
          paymentMethod: "Bank Transfer",
          bankName: "ABA",
          accountId: "000 123 456",
          requestMessage: "",
          approvalsNeeded: 1,
          createdAtMs: NOW_MS - HOUR_MS + index,
          updatedAtMs: NOW_MS - HOUR_MS + index,
          ...row,
        }),
      ),
      query.insert(approvals).values(
        cases.flatMap(([id, { approvedBy, payableBy = [], row }]) => {
          const next = row?.status === "approved" ? ("complete" as const) : ("approve" as const);
          return [
            ...(approvedBy ? [{ act: next, adminId: approvedBy }] : []),
            ...payableBy.map((adminId) => ({ act: "approve" as const, adminId })),
          ].map((approval) => ({ ...approval, subject: `withdrawal:${id}`, detail: "", atMs: NOW_MS }));
        }),
      ),
      ...cases
        .filter(([, { isFrozen }]) => isFrozen)
        .map(([id]) =>
          query
            .update(users)
            .set({ frozenAtMs: 1, frozenReason: "asked", frozenBy: "dara", adminVersion: 2 })
            .where(eq(users.id, traderOf(id))),
        ),
      ...cases
        .filter(([, { isAsked }]) => isAsked)
        .map(([id]) =>
          query.insert(clientQuestions).values({
            id: `about ${id}`,
            userId: traderOf(id),
            subject: `withdrawal:${id}`,
            text: "Whose account is it?",
            language: "en",
            askedBy: "dara",
            askedAtMs: NOW_MS - 1,
          }),
        ),
    ],
  );
}, 600_000);

const REFUSED: QueueRules = { nowMs: NOW_MS, unverifiedPayout: "refused", soleApproverPayout: "refused" as const };
const callerOf = (admin: AdminId): SQL<string> => sql<string>`(SELECT ${admin})`;

/** The rows of a list of open requests, as the admin gets them. */
async function rowsOf(admin: AdminId, stage: (typeof LISTED_STAGES)[number] | undefined, rules: QueueRules) {
  const { query, read } = database.db;
  const page = { limit: 100, sort: "oldest" as const };
  const [select] = selectAdminWithdrawalPage(query, callerOf(admin), { status: "open", stage }, page, rules);
  const [rows] = await read([select]);
  return rows;
}

/** The ids of a stage's list. */
async function listed(admin: AdminId, stage: (typeof LISTED_STAGES)[number], rules = REFUSED): Promise<string[]> {
  return (await rowsOf(admin, stage, rules)).map(({ id }) => id);
}

async function counted(admin: AdminId, rules = REFUSED) {
  const { query, read } = database.db;
  return queuesView(await read(selectQueues(query, callerOf(admin), rules))).withdrawals;
}

test("each open request is at one stage, and its list has exactly those", async () => {
  for (const stage of ["review", "second_approval", "payout", "blocked", "held", "client"] as const) {
    expect([stage, await listed("dara", stage)]).toEqual([stage, IDS.filter((id) => CASES[id]?.stage === stage)]);
  }
});

test.each(["refused", "with_reason"] as const)(
  "each row says the stage that it is counted in, where a payout without an identity is %s",
  async (unverifiedPayout) => {
    const rules: QueueRules = { ...REFUSED, unverifiedPayout };
    const all = await rowsOf("dara", undefined, rules);
    const said = all.map((row): [string, string | null] => [row.id, stageOf(row, rules)]);
    const counted: [string, string | null][] = [];
    for (const stage of ["review", "second_approval", "payout", "blocked", "held", "client"] as const) {
      for (const id of await listed("dara", stage, rules)) counted.push([id, stage]);
    }
    expect(said.toSorted()).toEqual(counted.toSorted());
    expect(said.length).toBe(IDS.length);
  },
);

test.each(ADMINS.map((admin) => [admin]))(
  "what waits for %s is what they can decide, the same in the count and in the list",
  async (admin) => {
    const expected = IDS.filter((id) => CASES[id]?.waitsFor.includes(admin));
    expect(await listed(admin, "waiting")).toEqual(expected);
    const { mine } = await counted(admin);
    expect(mine.count).toBe(expected.length);
    expect(mine.oldestAt).toBe(new Date(NOW_MS - HOUR_MS + IDS.indexOf(expected[0] ?? "")).toISOString());
  },
);

test("where the operator allows a payout with a reason, a missing identity blocks nothing", async () => {
  const rules: QueueRules = { ...REFUSED, unverifiedPayout: "with_reason" };
  expect(await listed("dara", "blocked", rules)).toEqual(["frozen", "frozen after the approval"]);
  expect(await listed("dara", "waiting", rules)).toContain("unverified");
  expect((await counted("dara", rules)).mine.count).toBe((await counted("dara")).mine.count + 1);
});

test("a request that one admin approved alone waits for them too where the operator allows that", async () => {
  const allowed: QueueRules = { ...REFUSED, soleApproverPayout: "allowed" };
  expect(await listed("dara", "waiting", allowed)).toContain("approved by one");
  expect(await listed("dara", "waiting")).not.toContain("approved by one");
});
