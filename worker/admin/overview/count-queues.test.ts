import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { auditLog, users } from "../../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../../dev/sample-images.ts";
import type { Stack } from "../../../dev/stack.ts";
import type { Client, Reply } from "../../../dev/test/test-client.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { startFreshApi } from "../../../dev/test/test-stack.ts";
import { actOn, approve, askForWithdrawal, oddPayment, sentImage } from "../../../dev/test/test-withdrawals.ts";
import { WITHDRAWAL_VIEWS } from "../../contract/withdrawal-lists.ts";

setDefaultTimeout(600_000);

/** Uses a stack of its own, so that only what the test creates is waiting. */
let stack: Stack;
beforeAll(async () => {
  stack = await startFreshApi();
}, 600_000);
afterAll(() => stack.stop());

const NONE = { count: 0, late: 0, oldestAt: null };

async function countedBy(admin: Client) {
  const reply = await admin.get("/api/admin/queues");
  expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
  return reply.body;
}

async function queues(admin: Client) {
  return (await countedBy(admin)).queues;
}

test("an admin saves views of the list for themselves, without whom they searched for, and takes them away again", async () => {
  const [admin, colleague] = [await newAdmin(stack), await newAdmin(stack, "Maly", ["support"])];
  const listed = async (who: Client) => {
    const reply = await who.get("/api/admin/views");
    expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
    return reply.body.views.map(({ name, query }: { name: string; query: string }) => [name, query]);
  };
  const save = (who: Client, name: string, query: string) =>
    who.post("/api/admin/views", { list: "withdrawals", name, query });
  const saved = await save(admin, "  Over $1,000 ", "stage=to_decide&user=bopha&status=open&minAmount=1000&item=7");
  expect([saved.status, saved.dbTrips]).toEqual([200, 2]);
  const kept = "minAmount=1000&stage=to_decide&status=open";
  expect(await listed(admin)).toEqual([["Over $1,000", kept]]);
  expect(await listed(colleague)).toEqual([]);
  const twice = await save(admin, "OVER $1,000", "stage=to_pay");
  expect([twice.status, twice.body.code, twice.body.field]).toEqual([409, "label_exists", "name"]);
  expect((await save(colleague, "Over $1,000", "")).status).toBe(200);
  // Each list has names of its own, and a bill or a person that was searched for is not kept.
  const ofDeposits = { list: "deposits", name: "Over $1,000", query: "search=D234&status=paid" };
  const there = await colleague.post("/api/admin/views", ofDeposits);
  expect([there.status, there.body.view]).toEqual([
    200,
    { ...ofDeposits, _id: expect.any(String), query: "status=paid" },
  ]);
  expect((await colleague.post(`/api/admin/views/${there.body.view._id}/remove`, {})).body.view.list).toBe("deposits");
  expect((await colleague.post("/api/admin/views", { ...ofDeposits, list: "users" })).body.code).toBe("invalid_input");
  expect((await save(admin, " ", "")).body).toMatchObject({ code: "invalid_input", field: "name" });
  const { _id } = saved.body.view;
  expect((await colleague.post(`/api/admin/views/${_id}/remove`, {})).status).toBe(404);
  expect((await admin.post(`/api/admin/views/${_id}/remove`, {})).status).toBe(200);
  expect((await admin.post(`/api/admin/views/${_id}/remove`, {})).status).toBe(404);
  // Undone: it is saved again as it was, under the same name.
  for (let place = 0; place < 20; place += 1) {
    expect((await save(admin, place === 0 ? "Over $1,000" : `View ${place}`, kept)).status).toBe(200);
  }
  expect((await save(admin, "One more", kept)).body).toMatchObject({ code: "too_many_open", field: "name" });
  expect(await listed(admin)).toHaveLength(20);
  // Twice at once, as of two tabs: what is removed is removed once, the last place is taken once, and a name is used once.
  const [view] = (await admin.get("/api/admin/views")).body.views;
  const codes = async (replies: Promise<Reply>[]) =>
    (await Promise.all(replies)).map(({ status, body }) => body.code ?? status).sort();
  const remove = () => admin.post(`/api/admin/views/${view._id}/remove`, {});
  expect(await codes([remove(), remove()])).toEqual([200, "not_found"]);
  expect(await codes([save(admin, "This", kept), save(admin, "That", kept)])).toEqual([200, "too_many_open"]);
  expect(await codes([save(colleague, "Same", kept), save(colleague, "SAME", kept)])).toEqual([200, "label_exists"]);
  expect([(await listed(admin)).length, (await listed(colleague)).length]).toEqual([20, 2]);
  const { query, read } = databaseOf(stack);
  const [removals] = await read([
    query
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actor, admin.userId), eq(auditLog.action, "view.removed"))),
  ]);
  expect(removals).toHaveLength(2);
});

test("the queues are counted by stage, with the time of the oldest item", async () => {
  const admin = await newAdmin(stack);
  expect(await queues(admin)).toEqual({
    withdrawals: {
      mine: NONE,
      views: Object.fromEntries(WITHDRAWAL_VIEWS.map((view) => [view, { count: 0, late: 0 }])),
      review: NONE,
      secondApproval: NONE,
      held: NONE,
      blocked: NONE,
      payout: NONE,
      client: NONE,
      claims: NONE,
    },
    identities: NONE,
    exceptions: NONE,
    imports: NONE,
    expiringCards: { count: expect.any(Number), late: 0 },
    atClient: { identities: NONE, exceptions: NONE },
    // Of the whole operation: other tests of the stack may have some.
    incidents: expect.any(Object),
  });
  expect((await countedBy(admin)).arrivals).toEqual({ withdrawals: null, identities: null, exceptions: null });

  const first = await askForWithdrawal(stack, 50);
  const held = await askForWithdrawal(stack, 60);
  const large = await askForWithdrawal(stack, 2_000);
  const paid = await askForWithdrawal(stack, 70);
  const last = await askForWithdrawal(stack, 80);
  const db = databaseOf(stack);
  const changed = db.query.update(users).set({ securityChangedAtMs: Date.now() });
  await db.write([changed.where(eq(users.id, held.trader.userId))]);
  expect((await approve(admin, large.id)).status).toBe(200);
  expect((await approve(admin, paid.id)).status).toBe(200);
  const beforeMs = Date.now();
  expect((await actOn(admin, first.id, "claim", { version: 1 })).status).toBe(200);

  const trader = await newTrader(stack);
  const card = { idCardImage: sentImage("", SAMPLE_IMAGES.jpeg).image };
  expect((await trader.put("/api/user/profile", card)).status).toBe(200);
  await oddPayment(stack, trader, { amount: 20 });

  const { queues: counted, arrivals } = await countedBy(admin);
  expect(arrivals.withdrawals).toBe(last.withdrawal.createdAt);
  for (const at of [arrivals.identities, arrivals.exceptions]) expect(Date.parse(at)).toBeGreaterThanOrEqual(beforeMs);
  expect(counted.withdrawals).toEqual({
    // Not the large one, which this admin has approved already.
    mine: { count: 3, late: 0, oldestAt: first.withdrawal.createdAt },
    views: Object.fromEntries(
      Object.entries({
        waiting: 3,
        mine: 1,
        needs_approval: 2,
        to_decide: 3,
        on_hold: 1,
        client: 0,
        to_pay: 1,
        with_bank: 0,
        approved_by_me: 1,
      }).map(([view, count]) => [view, { count, late: 0 }]),
    ),
    blocked: NONE,
    review: { count: 2, late: 0, oldestAt: first.withdrawal.createdAt },
    held: { count: 1, late: 0, oldestAt: held.withdrawal.createdAt },
    secondApproval: { count: 1, late: 0, oldestAt: large.withdrawal.createdAt },
    payout: { count: 1, late: 0, oldestAt: paid.withdrawal.createdAt },
    client: NONE,
    claims: { count: 1, late: 0, oldestAt: expect.any(String) },
  });
  expect(Date.parse(counted.withdrawals.claims.oldestAt)).toBeGreaterThanOrEqual(beforeMs);
  // Each count equals that of the list which it links to.
  const listed = async (search: string) => {
    const reply = await admin.get(`/api/admin/withdrawals?${search}`);
    expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
    return reply.body.withdrawals.map(({ _id }: { _id: string }) => _id);
  };
  expect(await listed("stage=review")).toEqual([first.id, last.id]);
  expect(await listed("status=pending&stage=review")).toEqual([first.id, last.id]);
  expect(await listed("stage=held")).toEqual([held.id]);
  expect(await listed("status=open&stage=second_approval")).toEqual([large.id]);
  expect(await listed("status=approved&stage=payout")).toEqual([paid.id]);
  expect(await listed("stage=claimed")).toEqual([first.id]);
  for (const view of WITHDRAWAL_VIEWS) {
    const ids = await listed(`status=open&stage=${view}`);
    expect([view, ids.length]).toEqual([view, counted.withdrawals.views[view].count]);
  }
  expect(await listed("status=open&stage=waiting")).toEqual([first.id, paid.id, last.id]);
  const colleague = await newAdmin(stack);
  const ofColleague = await colleague.get("/api/admin/withdrawals?stage=waiting");
  expect(ofColleague.body.withdrawals.map(({ _id }: { _id: string }) => _id)).toEqual([large.id, paid.id, last.id]);
  expect((await queues(colleague)).withdrawals.mine.count).toBe(3);
  expect(await listed("status=open&sort=newest")).toHaveLength(5);
  expect((await admin.get("/api/admin/withdrawals?stage=asleep")).body).toMatchObject({ field: "stage" });
  expect(counted.identities).toEqual({ count: 1, late: 0, oldestAt: expect.any(String) });
  expect(counted.exceptions).toEqual({ count: 1, late: 0, oldestAt: expect.any(String) });

  // A payment whose match this admin has approved waits for the other one alone, in the count and in the list.
  const [{ _id: paymentId, version }] = (await admin.get("/api/admin/exceptions?stage=waiting")).body.exceptions;
  const match = { version, amount: 20, note: "As the bank says" };
  expect((await admin.post(`/api/admin/exceptions/${paymentId}/match`, match)).status).toBe(200);
  for (const [who, count] of [
    [admin, 0],
    [colleague, 1],
  ] as const) {
    expect((await queues(who)).exceptions.count).toBe(count);
    expect((await who.get("/api/admin/exceptions?stage=waiting")).body.exceptions).toHaveLength(count);
  }
});
