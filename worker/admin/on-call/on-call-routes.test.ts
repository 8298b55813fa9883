import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { like } from "drizzle-orm";
import { auditLog } from "../../../db/schema/index.ts";
import type { Stack } from "../../../dev/stack.ts";
import { mailsTo, nextMail } from "../../../dev/test/test-mails.ts";
import { databaseOf } from "../../../dev/test/test-money.ts";
import { type Admin, newAdmin, newTrader } from "../../../dev/test/test-people.ts";
import { startFreshApi } from "../../../dev/test/test-stack.ts";
import { waitUntil } from "../../../dev/test/wait-until.ts";
import { recordRun } from "../../platform/job-run-store.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let dara: Admin;
let maly: Admin;
beforeAll(async () => {
  stack = await startFreshApi();
  const db = databaseOf(stack);
  await db.write([recordRun(db.query, "backup", Date.now())]);
  [dara, maly] = await Promise.all([newAdmin(stack, "Dara"), newAdmin(stack, "Maly")]);
}, 600_000);
afterAll(() => stack.stop());

const onCall = async () => {
  const reply = await dara.get("/api/admin/on-call");
  expect([reply.status, reply.dbTrips]).toEqual([200, 1]);
  return reply.body.onCall;
};
const setRota = (admins: string[], version: number, admin = dara) =>
  admin.post("/api/admin/on-call/rota", { admins, version });
const listOf = async (status: string) =>
  (await dara.get(`/api/admin/on-call/incidents?status=${status}`)).body.incidents;

test("without a rota every admin is on call, and an order puts its first one on call for this week", async () => {
  const before = await onCall();
  expect(before.spans).toMatchObject([{ who: null, override: null }]);
  expect(before.rota).toMatchObject({ version: 0, setBy: null, admins: [] });
  expect(before.repeatMinutes).toBe(15);
  expect((await setRota([maly.userId, dara.userId], 0)).status).toBe(200);
  const after = await onCall();
  expect(after.spans.slice(0, 3).map((span: { who: { _id: string } }) => span.who._id)).toEqual([
    maly.userId,
    dara.userId,
    maly.userId,
  ]);
  expect(after.rota.admins.map(({ _id }: { _id: string }) => _id)).toEqual([maly.userId, dara.userId]);
});

test("two admins who change the same rota: the second one is told that it is another one", async () => {
  const { version } = (await onCall()).rota;
  const both = await Promise.all([
    setRota([dara.userId], version, dara),
    setRota([maly.userId, dara.userId], version, maly),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: "wrong_state" });
  const { rota } = await onCall();
  expect((await setRota([maly.userId, dara.userId], rota.version)).status).toBe(200);
});

test("a rota of somebody who is no admin, or of one person twice, is refused", async () => {
  const trader = await newTrader(stack);
  const { version } = (await onCall()).rota;
  for (const admins of [[trader.userId], [dara.userId, dara.userId]]) {
    const refused = await setRota(admins, version);
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, "invalid_input", "admins"]);
  }
});

test("an admin stands in for a span, which can be taken back, also twice", async () => {
  const set = (from: number, to: number, admin = dara.userId) =>
    dara.post("/api/admin/on-call/overrides", {
      admin,
      from: new Date(Date.now() + from).toISOString(),
      to: new Date(Date.now() + to).toISOString(),
    });
  expect((await set(-60_000, 3_600_000)).status).toBe(200);
  const { spans, overrides } = await onCall();
  expect(spans[0]).toMatchObject({ who: { _id: dara.userId }, override: overrides[0]._id });
  for (const [from, to, admin] of [
    [60_000, -60_000, dara.userId],
    [-120_000, -60_000, dara.userId],
    [0, 90 * 86_400_000, dara.userId],
    [0, 60_000, "nobody"],
  ] as const) {
    expect((await set(from, to, admin)).status).toBe(400);
  }
  const takeBack = () => maly.post(`/api/admin/on-call/overrides/${overrides[0]._id}/remove`, {});
  expect([(await takeBack()).status, (await takeBack()).status]).toEqual([200, 200]);
  expect((await onCall()).spans[0].who._id).toBe(maly.userId);
});

test("an incident is mailed to who is on call, acknowledged by its link's screen, and ends by itself", async () => {
  await dara.post("/api/admin/pauses", { reason: "A call of the bank" });
  await stack.wrangler.runCron();
  const mail = await nextMail(stack, maly.email);
  expect(mail.subject).toBe("An admin has paused withdrawals");
  const [incident] = await listOf("open");
  expect(mail.text).toContain(`/admin/on-call?item=${incident._id}`);
  expect(incident).toMatchObject({
    cause: { kind: "withdrawals_paused", about: null },
    acknowledged: null,
    endedAt: null,
    tells: [{ number: 1, to: expect.stringContaining("Maly"), channel: "email" }],
  });
  const { queues } = (await dara.get("/api/admin/queues")).body;
  expect(queues.incidents.count).toBe(1);

  const acknowledge = (admin: Admin) => admin.post(`/api/admin/on-call/incidents/${incident._id}/acknowledge`, {});
  const both = await Promise.all([acknowledge(dara), acknowledge(maly)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const names = both.map(({ body }) => body.incident.acknowledged.by);
  expect(new Set(names).size).toBe(1);
  const again = await acknowledge(maly);
  expect([again.status, again.body.incident.acknowledged.by]).toEqual([200, names[0]]);
  expect([await listOf("open"), (await listOf("acknowledged")).length]).toEqual([[], 1]);
  expect((await dara.get("/api/admin/queues")).body.queues.incidents.count).toBe(0);

  const { overview } = (await dara.get("/api/admin/overview")).body;
  for (const admin of [dara, maly]) {
    await admin.post(`/api/admin/pauses/${overview.withdrawalPause._id}/resume`, {});
  }
  await stack.wrangler.runCron();
  await waitUntil("the mail of its end has come", async () =>
    (await mailsTo(stack, maly.email)).some(({ subject }) => subject === "Withdrawals are resumed"),
  );
  const [ended] = await listOf("ended");
  expect(ended).toMatchObject({ _id: incident._id, endedAt: expect.any(String) });
  expect((await dara.get(`/api/admin/on-call/incidents/${incident._id}`)).body.incident).toEqual(ended);
  for (const id of ["0", "x", "999"]) {
    expect((await dara.get(`/api/admin/on-call/incidents/${id}`)).status).toBe(404);
    expect((await dara.post(`/api/admin/on-call/incidents/${id}/acknowledge`, {})).status).toBe(404);
  }
});

test("each act is in the audit log, once", async () => {
  const { query, read } = databaseOf(stack);
  const rows = async (subject: string) =>
    (await read([query.select().from(auditLog).where(like(auditLog.subject, subject))]))[0].map(({ action }) => action);
  expect(await rows("incident:%")).toEqual(["incident.acknowledged"]);
  expect(await rows("on_call:%")).toEqual([
    "on_call.rota_set",
    "on_call.rota_set",
    "on_call.rota_set",
    "on_call.override_set",
    "on_call.override_removed",
  ]);
});
