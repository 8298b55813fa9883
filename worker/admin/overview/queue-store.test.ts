import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, type SQL, sql } from "drizzle-orm";
import { approvals, clientQuestions, identities, users, withdrawals } from "../../../db/schema/index.ts";
import { behindTriggers, setUpDatabase } from "../../../dev/test/test-database.ts";
import { addPerson } from "../../../dev/test/test-money.ts";
import type { WorkingHours } from "../../contract/operation/working-hours.ts";
import { HOUR_MS } from "../../contract/time.ts";
import { WITHDRAWAL_VIEWS, type WithdrawalView } from "../../contract/withdrawal-lists.ts";
import { stageOf } from "../withdrawals/withdrawal-admin-rules.ts";
import { type LISTED_STAGES, selectAdminWithdrawalPage } from "../withdrawals/withdrawal-admin-store.ts";
import { type QueueRules, selectQueues, type WithdrawalStage } from "./queue-store.ts";
import { type Aging, queuesView } from "./queues-view.ts";

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
  /** The views of dara's that it is in, besides `waiting`. */
  views: readonly Exclude<WithdrawalView, "waiting">[];
};
const APPROVED = { status: "approved", approvedAtMs: NOW_MS - HOUR_MS } as const;
const CASES: Record<string, Case> = {
  fresh: { stage: "review", waitsFor: BOTH, views: ["needs_approval", "to_decide"] },
  asked: { isAsked: true, stage: "client", waitsFor: [], views: ["client"] },
  "asked while held": {
    row: { approvableAtMs: NOW_MS + 1 },
    isAsked: true,
    stage: "client",
    waitsFor: [],
    views: ["client"],
  },
  held: { row: { approvableAtMs: NOW_MS + 1 }, stage: "held", waitsFor: [], views: ["on_hold"] },
  "held and unverified": {
    row: { approvableAtMs: NOW_MS + 1 },
    isUnverified: true,
    stage: "held",
    waitsFor: [],
    views: ["on_hold"],
  },
  released: {
    row: { approvableAtMs: NOW_MS },
    stage: "review",
    waitsFor: BOTH,
    views: ["needs_approval", "to_decide"],
  },
  unverified: { isUnverified: true, stage: "blocked", waitsFor: [], views: ["on_hold"] },
  frozen: { isFrozen: true, stage: "blocked", waitsFor: [], views: ["on_hold"] },
  "frozen after the approval": { row: APPROVED, isFrozen: true, stage: "blocked", waitsFor: [], views: ["on_hold"] },
  "unverified after the approval": {
    row: APPROVED,
    isUnverified: true,
    stage: "payout",
    waitsFor: BOTH,
    views: ["to_pay"],
  },
  "approved once": {
    row: { approvalsNeeded: 2 },
    approvedBy: "dara",
    stage: "second_approval",
    waitsFor: ["maly"],
    views: ["to_decide", "approved_by_me"],
  },
  "to be paid": { row: APPROVED, stage: "payout", waitsFor: BOTH, views: ["to_pay"] },
  "approved by one": { row: APPROVED, payableBy: ["dara"], stage: "payout", waitsFor: ["maly"], views: ["to_pay"] },
  "approved by both": { row: APPROVED, payableBy: BOTH, stage: "payout", waitsFor: BOTH, views: ["to_pay"] },
  "paid by its only approver": {
    row: { ...APPROVED, payerId: "dara", paymentStartedAtMs: NOW_MS - 1 },
    payableBy: ["dara"],
    stage: "payout",
    waitsFor: ["dara"],
    views: ["with_bank", "mine"],
  },
  "completed once": {
    row: { ...APPROVED, approvalsNeeded: 2 },
    approvedBy: "maly",
    stage: "second_approval",
    waitsFor: ["dara"],
    views: ["to_pay"],
  },
  claimed: {
    row: { claimedBy: "dara", claimedUntilMs: NOW_MS + 1 },
    stage: "review",
    waitsFor: ["dara"],
    views: ["needs_approval", "to_decide", "mine"],
  },
  "claim over": {
    row: { claimedBy: "dara", claimedUntilMs: NOW_MS },
    stage: "review",
    waitsFor: BOTH,
    views: ["needs_approval", "to_decide"],
  },
  "being paid": {
    row: { ...APPROVED, payerId: "maly", paymentStartedAtMs: NOW_MS - 1 },
    stage: "payout",
    waitsFor: ["maly"],
    views: ["with_bank"],
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

const REFUSED: QueueRules = {
  nowMs: NOW_MS,
  firstTargetHours: 24,
  unverifiedPayout: "refused",
  soleApproverPayout: "refused" as const,
};
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

const AROUND_THE_CLOCK = {
  targetHours: { withdrawals: 24, identities: 24, exceptions: 24, imports: 24 },
  workingHours: null,
  timeZone: "Asia/Phnom_Penh",
  nowMs: NOW_MS,
};

async function counted(admin: AdminId, rules = REFUSED, aging: Aging = AROUND_THE_CLOCK) {
  const { query, read } = database.db;
  return queuesView(await read(selectQueues(query, callerOf(admin), rules)), aging).withdrawals;
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

test("each view has exactly the requests of its list, and five of them have each open request once", async () => {
  const { views } = await counted("dara");
  for (const view of WITHDRAWAL_VIEWS) {
    if (view === "waiting") continue;
    const expected = IDS.filter((id) => CASES[id]?.views.includes(view));
    expect([view, await listed("dara", view)]).toEqual([view, expected]);
    expect([view, views[view].count]).toEqual([view, expected.length]);
  }
  const whole = (["to_decide", "on_hold", "client", "to_pay", "with_bank"] as const).map((view) => views[view].count);
  expect(whole.reduce((sum, count) => sum + count)).toBe(IDS.length);
});

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

test("what waits for a decision waits for nobody who may not decide, and is counted as open for them all the same", async () => {
  const { query, read } = database.db;
  const support = sql<string>`(SELECT 'somebody without the role')`;
  const counts = queuesView(await read(selectQueues(query, support, REFUSED)), AROUND_THE_CLOCK);
  const { views, mine } = counts.withdrawals;
  expect([mine.count, views.waiting.count, views.needs_approval.count, counts.identities.count]).toEqual([0, 0, 0, 0]);
  expect(views.to_decide).toEqual((await counted("dara")).views.to_decide);
});

describe("what is past its target", () => {
  const OFFICE = { days: [1, 2, 3, 4, 5], from: 8 * 60, to: 17 * 60, holidays: [] };
  // It is Saturday, 09:00 in Phnom Penh.
  const aging = (withdrawals: number, workingHours: WorkingHours | null): Aging => ({
    ...AROUND_THE_CLOCK,
    targetHours: { ...AROUND_THE_CLOCK.targetHours, withdrawals },
    workingHours,
  });
  const rules = (firstTargetHours: number) => ({ ...REFUSED, firstTargetHours });

  /** Makes all requests as old as that, those asked about answered after so long. */
  async function old(hours: number, answeredAfterHours?: number) {
    const { query } = database.db;
    await behindTriggers(
      database.db,
      ["withdrawals_terms_fixed", "client_questions_fixed", "client_questions_forward"],
      [
        query.update(withdrawals).set({ createdAtMs: NOW_MS - hours * HOUR_MS }),
        query.update(clientQuestions).set({
          askedAtMs: NOW_MS - hours * HOUR_MS,
          answeredAtMs: answeredAfterHours === undefined ? null : NOW_MS - (hours - answeredAfterHours) * HOUR_MS,
        }),
      ],
    );
  }

  test("is counted in each view by the time that was worked, and not while it is held or at its client", async () => {
    await old(20);
    // Since Friday, 13:00: four hours of it were worked.
    const late = async (hours: number, workingHours: WorkingHours | null) => {
      const { views } = await counted("dara", rules(hours), aging(hours, workingHours));
      return WITHDRAWAL_VIEWS.flatMap((view) => (views[view].late > 0 ? [[view, views[view].late]] : []));
    };
    expect(await late(4, OFFICE)).toEqual([]);
    expect(await late(20, null)).toEqual([]);
    const { views } = await counted("dara", rules(4), aging(4, null));
    const all = WITHDRAWAL_VIEWS.filter((view) => view !== "on_hold" && view !== "client");
    const expected = all.map((view) => [view, views[view].count]);
    expect(await late(4, null)).toEqual(expected);
    expect(await late(3, OFFICE)).toEqual(expected);
  });

  test("has the client's time taken out as it was worked: an answer at night takes nothing away", async () => {
    const lateAndOldest = async (hours: number) => {
      const { views, review, held } = await counted("dara", rules(hours), aging(hours, OFFICE));
      return [views.to_decide.late + views.to_pay.late, review.oldestAt, held.count] as const;
    };
    // Asked at once, on Friday at 13:00, and answered at 16:00: one of its four hours is the operation's.
    await old(20, 3);
    const asked = Object.keys(CASES).filter((id) => CASES[id]?.isAsked).length;
    const [withoutAsked] = await lateAndOldest(3);
    const [all] = await lateAndOldest(0);
    // One of them is held besides.
    expect(all - withoutAsked).toBe(asked - 1);
    // Asked when it closed on Friday, and answered the next morning: all four hours are the operation's.
    await behindTriggers(
      database.db,
      ["client_questions_fixed", "client_questions_forward"],
      [
        database.db.query
          .update(clientQuestions)
          .set({ askedAtMs: NOW_MS - 16 * HOUR_MS, answeredAtMs: NOW_MS - HOUR_MS }),
      ],
    );
    expect((await lateAndOldest(3))[0]).toBe(all);
    expect((await lateAndOldest(3))[1]).toBe(new Date(NOW_MS - 20 * HOUR_MS).toISOString());
  });
});
