import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import {
  deliveries,
  identities,
  images,
  incidents,
  incidentTells,
  jobRuns,
  notifications,
  onCallOverrides,
  onCallRotaMembers,
  onCallRotas,
  outbox,
  pushSubscriptions,
  telegramLinks,
  withdrawalPauses,
} from "../../../db/schema/index.ts";
import { behindTriggers, setUpDatabase } from "../../../dev/test/test-database.ts";
import { addPerson } from "../../../dev/test/test-money.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import { acknowledgeIncident, seeIncident } from "../../platform/incidents/incident-store.ts";
import { recordRun } from "../../platform/job-run-store.ts";
import { mondayAt } from "./rota-rules.ts";
import { insertOverride, insertRota } from "./rota-store.ts";
import type { Health } from "./seen-causes.ts";
import { tellIncidents } from "./tell-incidents.ts";
import { watchIncidents } from "./watch-incidents.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();
/** A Wednesday. */
const START_MS = Date.UTC(2026, 11, 9, 5, 0);
const ZONE = "Asia/Phnom_Penh";
const ADMINS = ["dara", "maly", "sophea"];
const IDENTITY = "An identity has waited too long";
const PAUSED = "An admin has paused withdrawals";
const SETTINGS = {
  APP_ORIGIN: "https://tonle.test",
  QUEUE_TARGET_HOURS: 24,
  SECOND_ADMIN_ABOVE_USD: 1_000,
  ADMIN_ALONE_MAX_USD: "" as const,
  WITHDRAWAL_SECOND_FACTOR: "optional" as const,
  UNVERIFIED_PAYOUT: "refused" as const,
  SOLE_APPROVER_PAYOUT: "refused" as const,
  OPERATION_TIME_ZONE: ZONE,
  ON_CALL_REPEAT_MINUTES: 15,
};

let health: Health;

/** One run of the cron. @returns the mails that it queued, as "recipient: subject" */
async function runAt(nowMs: number, settings: Partial<typeof SETTINGS> = {}): Promise<string[]> {
  const { db } = database;
  const [before] = await db.read([db.query.select({ id: outbox.id }).from(outbox)]);
  const services = { db, settings: { ...SETTINGS, ...settings }, now: () => nowMs };
  await watchIncidents({ ...services, health: async () => health });
  await tellIncidents(services);
  const [mails] = await db.read([db.query.select().from(outbox)]);
  const known = new Set(before.map(({ id }) => id));
  return mails
    .filter(({ id }) => !known.has(id))
    .map(({ recipient, subject }) => `${recipient.replace("@example.com", "")}: ${subject}`)
    .sort();
}

const rowsOf = async () => (await database.db.read([database.db.query.select().from(incidents)]))[0];
const tellsOf = async () => (await database.db.read([database.db.query.select().from(incidentTells)]))[0];
const everybody = (subject: string) => ADMINS.map((id) => `${id}: ${subject}`);
const backUpAt = (nowMs: number) => database.db.write([recordRun(database.db.query, "backup", nowMs)]);

/** A trader sends an ID card, which waits for an admin. */
async function sendCard(sentAtMs: number): Promise<void> {
  const { db } = database;
  const userId = crypto.randomUUID();
  const filename = `${userId}.png`;
  await addPerson(db, userId);
  const size = { sizeBytes: 1, widthPx: 1, heightPx: 1 };
  const image = { filename, userId, purpose: "id_card" as const, objectKey: userId, contentType: "image/png" as const };
  await db.write([
    db.query.insert(images).values({ ...image, ...size, uploadedBy: userId, createdAtMs: sentAtMs }),
    db.query.insert(identities).values({ userId, status: "pending", image: filename, submittedAtMs: sentAtMs }),
  ]);
}

const emptyQueue = () =>
  behindTriggers(database.db, ["identities_never_deleted"], [database.db.query.delete(identities)]);

/** Puts admins on call, a week each, the first one now. */
const putOnCall = (...userIds: string[]) =>
  database.db.write(
    insertRota(
      database.db.query,
      { seenId: 0, firstMonday: mondayAt(START_MS, ZONE), userIds, setBy: "dara" },
      START_MS,
    ),
  );

async function acknowledge(id: number, adminId: string, nowMs: number): Promise<void> {
  const { query, write } = database.db;
  await write(acknowledgeIncident(query, id, adminId, { isEnded: false }, nowMs));
}

/** The admin pauses withdrawals. */
const pause = () =>
  database.db.write([
    database.db.query
      .insert(withdrawalPauses)
      .values({ id: "a pause", reason: "A call", pausedBy: "dara", sinceMs: 0 }),
  ]);
const endPause = () =>
  behindTriggers(database.db, ["withdrawal_pauses_never_deleted"], [database.db.query.delete(withdrawalPauses)]);

beforeAll(async () => {
  for (const id of ADMINS) await addPerson(database.db, id, "admin");
}, 600_000);

beforeEach(async () => {
  spyOn(console, "info").mockImplementation(() => {});
  health = { services: [], feed: null };
  const { query } = database.db;
  await emptyQueue();
  await endPause();
  await behindTriggers(
    database.db,
    [
      "incident_tells_kept",
      "incidents_kept",
      "on_call_rota_members_kept",
      "on_call_rotas_kept",
      "on_call_overrides_kept",
    ],
    [
      query.delete(incidentTells),
      query.delete(incidents),
      query.delete(onCallRotaMembers),
      query.delete(onCallRotas),
      query.delete(onCallOverrides),
      query.delete(deliveries),
      query.delete(notifications),
      query.delete(pushSubscriptions),
      query.delete(telegramLinks),
      query.delete(outbox),
      query.delete(jobRuns),
    ],
  );
  await backUpAt(START_MS + 30 * DAY_MS);
});

test("who is on call is told first, and everybody after two repeats, until an admin acknowledges it", async () => {
  await putOnCall("sophea", "maly");
  await pause();
  const atMinute = (minute: number) => runAt(START_MS + minute * MINUTE_MS);
  expect(await atMinute(0)).toEqual([`sophea: ${PAUSED}`]);
  for (let minute = 1; minute < 15; minute += 1) expect(await atMinute(minute)).toEqual([]);
  expect(await atMinute(15)).toEqual([`sophea: ${PAUSED}`]);
  expect(await atMinute(29)).toEqual([]);
  expect(await atMinute(30)).toEqual([`sophea: ${PAUSED}`]);
  expect(await atMinute(45)).toEqual(everybody(PAUSED));
  expect(await atMinute(60)).toEqual(everybody(PAUSED));
  const [incident] = await rowsOf();
  await acknowledge(incident?.id ?? 0, "maly", START_MS + 61 * MINUTE_MS);
  for (const minute of [75, 90, 600]) expect(await atMinute(minute)).toEqual([]);
  expect((await rowsOf())[0]).toMatchObject({ acknowledgedBy: "maly", tells: 5, tellDueAtMs: null, endedAtMs: null });
  await endPause();
  expect(await atMinute(601)).toEqual(everybody("Withdrawals are resumed"));
  expect((await rowsOf())[0]?.endedAtMs).toBe(START_MS + 601 * MINUTE_MS);
});

test("the operator's setting says how often it is told again", async () => {
  await putOnCall("sophea");
  await pause();
  await runAt(START_MS, { ON_CALL_REPEAT_MINUTES: 2 });
  expect(await runAt(START_MS + MINUTE_MS, { ON_CALL_REPEAT_MINUTES: 2 })).toEqual([]);
  expect(await runAt(START_MS + 2 * MINUTE_MS, { ON_CALL_REPEAT_MINUTES: 2 })).toEqual([`sophea: ${PAUSED}`]);
});

test("without anybody on the rota every admin is told at once", async () => {
  await pause();
  expect(await runAt(START_MS)).toEqual(everybody(PAUSED));
  const [mail] = (await database.db.read([database.db.query.select().from(outbox)]))[0];
  const [incident] = await rowsOf();
  expect(mail?.text).toContain("https://tonle.test/admin\n");
  expect(mail?.text).toContain(`https://tonle.test/admin/on-call?item=${incident?.id}`);
  expect(mail?.text).toContain("every 15 minutes");
});

test("who stands in is told, and an admin who lost the role is not", async () => {
  const { query, write } = database.db;
  await putOnCall("sophea", "maly");
  const override = { userId: "dara", fromMs: START_MS, toMs: START_MS + HOUR_MS, setBy: "dara" };
  await write([insertOverride(query, override, START_MS)]);
  await pause();
  expect(await runAt(START_MS)).toEqual([`dara: ${PAUSED}`]);
  await write([query.run(sql`UPDATE on_call_overrides SET removed_at_ms = ${START_MS}`)]);
  const setRole = (role: string) =>
    behindTriggers(database.db, ["users_role"], [query.run(sql`UPDATE users SET role = ${role} WHERE id = 'sophea'`)]);
  await setRole("trader");
  expect(await runAt(START_MS + 15 * MINUTE_MS)).toEqual([`maly: ${PAUSED}`]);
  await setRole("admin");
});

test("incidents that are due together are one mail, those about money first", async () => {
  await putOnCall("sophea");
  await sendCard(START_MS - 25 * HOUR_MS);
  await pause();
  expect(await runAt(START_MS)).toEqual([`sophea: ${PAUSED}; ${IDENTITY}`]);
  await emptyQueue();
  expect(await runAt(START_MS + MINUTE_MS)).toEqual(["sophea: No identity waits too long any more"]);
  expect(await runAt(START_MS + 15 * MINUTE_MS)).toEqual([`sophea: ${PAUSED}`]);
});

describe("what is overdue", () => {
  test("is one incident a queue, ends with its last late item, and the next is another one", async () => {
    await putOnCall("sophea");
    await sendCard(START_MS);
    expect(await runAt(START_MS + 24 * HOUR_MS)).toEqual([]);
    const late = START_MS + 24 * HOUR_MS + MINUTE_MS;
    expect(await runAt(late)).toEqual([`sophea: ${IDENTITY}`]);
    const [mail] = (await database.db.read([database.db.query.select().from(outbox)]))[0];
    expect(mail?.text).toContain("more than 24 hours ago");
    expect(mail?.text).toContain("https://tonle.test/admin/identities");
    await sendCard(START_MS + MINUTE_MS);
    expect(await runAt(late + 2 * MINUTE_MS)).toEqual([]);
    expect(await rowsOf()).toHaveLength(1);
    await emptyQueue();
    expect(await runAt(late + 3 * MINUTE_MS)).toEqual(["sophea: No identity waits too long any more"]);
    await sendCard(START_MS);
    expect(await runAt(late + 4 * MINUTE_MS)).toEqual([`sophea: ${IDENTITY}`]);
    expect((await rowsOf()).map(({ cause }) => cause)).toEqual([
      "queue_over_age:identities",
      "queue_over_age:identities",
    ]);
  });

  test("follows the target age of the operator", async () => {
    await sendCard(START_MS);
    expect(await runAt(START_MS + 90 * MINUTE_MS, { QUEUE_TARGET_HOURS: 2 })).toEqual([]);
    expect(await runAt(START_MS + 90 * MINUTE_MS, { QUEUE_TARGET_HOURS: 1 })).toEqual(everybody(IDENTITY));
  });

  test("is a backup that is older than a night or failed", async () => {
    await putOnCall("sophea");
    await backUpAt(START_MS);
    expect(await runAt(START_MS + 26 * HOUR_MS)).toEqual([]);
    expect(await runAt(START_MS + 26 * HOUR_MS + MINUTE_MS)).toEqual(["sophea: A backup is missing"]);
    await database.db.write([recordRun(database.db.query, "backup_failed", START_MS + 27 * HOUR_MS)]);
    expect(await runAt(START_MS + 26 * HOUR_MS + 2 * MINUTE_MS)).toEqual(["sophea: A backup failed"]);
    await backUpAt(START_MS + 28 * HOUR_MS);
    expect(await runAt(START_MS + 28 * HOUR_MS)).toEqual([
      "sophea: The backup is made",
      "sophea: There is a backup again",
    ]);
  });
});

describe("services and prices", () => {
  const service = (name: "mail" | "jobs", state: "up" | "down") => ({
    service: name,
    state,
    lastSuccessAt: null,
    lastFailureAt: null,
    calls: 1,
    failures: 1,
    errorRate: 1,
  });
  const feedAt = (heardAtMs: number, isWanted = true) => ({
    upstream: "Coinbase",
    isWanted,
    isConnected: true,
    heardAt: new Date(heardAtMs).toISOString(),
    prices: [],
    isSimulated: true,
  });

  test("a service that is down for a quarter of an hour is told, and one that comes back before is not", async () => {
    await putOnCall("sophea");
    const down = { services: [service("mail", "down"), service("jobs", "down")], feed: null };
    health = down;
    for (const minute of [0, 5, 14]) expect(await runAt(START_MS + minute * MINUTE_MS)).toEqual([]);
    health = { services: [service("mail", "up")], feed: null };
    expect(await runAt(START_MS + 14.5 * MINUTE_MS)).toEqual([]);
    health = down;
    expect(await runAt(START_MS + 20 * MINUTE_MS)).toEqual([]);
    expect(await runAt(START_MS + 35 * MINUTE_MS)).toEqual(["sophea: The e-mail service does not answer"]);
    // Nothing is known: it neither ends nor begins anew.
    health = { services: null, feed: null };
    expect(await runAt(START_MS + 36 * MINUTE_MS)).toEqual([]);
    health = { services: [service("mail", "up")], feed: null };
    expect(await runAt(START_MS + 37 * MINUTE_MS)).toEqual(["sophea: The e-mail service answers again"]);
    expect((await rowsOf()).map(({ cause, tells }) => [cause, tells])).toEqual([
      ["provider_down:mail", 0],
      ["provider_down:mail", 1],
    ]);
  });

  test("prices that are wanted and have stopped are told after five minutes", async () => {
    await putOnCall("sophea");
    health = { services: [], feed: feedAt(START_MS, false) };
    expect(await runAt(START_MS + HOUR_MS)).toEqual([]);
    expect(await rowsOf()).toEqual([]);
    health = { services: [], feed: feedAt(START_MS) };
    for (const minute of [1, 3, 7]) expect(await runAt(START_MS + minute * MINUTE_MS)).toEqual([]);
    expect(await runAt(START_MS + 8 * MINUTE_MS)).toEqual(["sophea: Prices have stopped"]);
    health = { services: [], feed: feedAt(START_MS + 9 * MINUTE_MS) };
    expect(await runAt(START_MS + 9 * MINUTE_MS)).toEqual(["sophea: Prices are back"]);
  });
});

test("a job is told when it fails again, and has ended ten minutes after its last failure", async () => {
  const { query, write } = database.db;
  const fail = (atMs: number) => write([seeIncident(query, { kind: "job_failed", about: "tape" }, atMs)]);
  await putOnCall("sophea");
  await fail(START_MS);
  expect(await runAt(START_MS + MINUTE_MS)).toEqual([]);
  await fail(START_MS + 5 * MINUTE_MS);
  expect(await runAt(START_MS + 6 * MINUTE_MS)).toEqual([`sophea: The job "tape" failed`]);
  expect(await runAt(START_MS + 15 * MINUTE_MS)).toEqual([]);
  expect(await runAt(START_MS + 16 * MINUTE_MS)).toEqual([`sophea: The job "tape" runs again`]);
  expect((await rowsOf())[0]).toMatchObject({ cause: "job_failed:tape", endedAtMs: START_MS + 16 * MINUTE_MS });
});

test("runs that overlap open, tell and end an incident once", async () => {
  await pause();
  const twice = async (nowMs: number) => (await Promise.all([runAt(nowMs), runAt(nowMs)])).flat();
  await twice(START_MS);
  const [mails] = await database.db.read([database.db.query.select().from(outbox)]);
  expect(mails).toHaveLength(ADMINS.length);
  expect((await rowsOf()).map(({ tells }) => tells)).toEqual([1]);
  await endPause();
  await twice(START_MS + MINUTE_MS);
  const [after] = await database.db.read([database.db.query.select().from(outbox)]);
  expect(after).toHaveLength(2 * ADMINS.length);
});

describe("an admin with channels of their own", () => {
  const connect = () =>
    database.db.write([
      database.db.query
        .insert(telegramLinks)
        .values({ userId: "sophea", chatId: "7", name: "@sophea", linkedAtMs: 0, heardAtMs: 0 }),
    ]);
  const callOf = async () =>
    (await database.db.read([database.db.query.select().from(notifications)]))[0].find(
      ({ event }) => event === "incident",
    );

  test("is called by them, and not mailed when it was shown", async () => {
    const { query, write } = database.db;
    await putOnCall("sophea");
    await connect();
    await pause();
    expect(await runAt(START_MS)).toEqual([]);
    const call = await callOf();
    expect(call).toMatchObject({ userId: "sophea", event: "incident", channelDueAtMs: START_MS, mailDueAtMs: null });
    const sent = { userId: "sophea", channel: "telegram" as const, createdAtMs: START_MS, sentAtMs: START_MS + 1_000 };
    await write([
      query.insert(deliveries).values({ ...sent, notificationId: call?.id ?? 0, shownAtMs: START_MS + 2_000 }),
    ]);
    expect(await runAt(START_MS + 3 * MINUTE_MS)).toEqual([]);
    expect(await tellsOf()).toMatchObject([{ channel: "telegram", confirmedAtMs: START_MS + 2_000, mailId: null }]);
  });

  test("is mailed two minutes later when nothing was shown, once", async () => {
    await putOnCall("sophea");
    await connect();
    await pause();
    expect(await runAt(START_MS)).toEqual([]);
    expect(await runAt(START_MS + MINUTE_MS)).toEqual([]);
    expect(await runAt(START_MS + 2 * MINUTE_MS)).toEqual([`sophea: ${PAUSED}`]);
    expect(await runAt(START_MS + 3 * MINUTE_MS)).toEqual([]);
    const { query, write } = database.db;
    await write([query.run(sql`UPDATE outbox SET sent_at_ms = ${START_MS + 4 * MINUTE_MS}`)]);
    await runAt(START_MS + 5 * MINUTE_MS);
    expect(await tellsOf()).toMatchObject([{ channel: "email", confirmedAtMs: START_MS + 4 * MINUTE_MS }]);
  });

  test("is mailed at once when no channel is left, and not at all when somebody has acknowledged it", async () => {
    const { query, write } = database.db;
    await putOnCall("sophea");
    await connect();
    await pause();
    await runAt(START_MS);
    await write([query.update(notifications).set({ channelDueAtMs: null })]);
    expect(await runAt(START_MS + MINUTE_MS)).toEqual([`sophea: ${PAUSED}`]);
    await runAt(START_MS + 15 * MINUTE_MS);
    const [incident] = await rowsOf();
    await acknowledge(incident?.id ?? 0, "sophea", START_MS + 15 * MINUTE_MS + 1_000);
    expect(await runAt(START_MS + 20 * MINUTE_MS)).toEqual([]);
  });
});

describe("the database refuses", () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => "accepted",
      (error: unknown) => String(error instanceof Error ? `${error.message} ${error.cause ?? ""}` : error),
    );
  const run = (statement: ReturnType<typeof sql>) => refusal(database.db.write([database.db.query.run(statement)]));

  test("a second open incident of a cause, a second acknowledgement, and one by a trader", async () => {
    await addPerson(database.db, `trader ${crypto.randomUUID()}`);
    await pause();
    await runAt(START_MS);
    const open = sql`INSERT INTO incidents (cause, opened_at_ms, seen_at_ms) VALUES ('withdrawals_paused', 1, 1)`;
    expect(await run(open)).toContain("UNIQUE");
    const trader = sql`(SELECT id FROM users WHERE role = 'trader' LIMIT 1)`;
    const by = (who: ReturnType<typeof sql>) =>
      sql`UPDATE incidents SET acknowledged_at_ms = 5, acknowledged_by = ${who}, tell_due_at_ms = NULL`;
    expect(await run(by(trader))).toContain("not_an_admin");
    expect(await run(by(sql`'dara'`))).toBe("accepted");
    expect(await run(by(sql`'maly'`))).toContain("incident_fixed");
    expect(await run(sql`UPDATE incidents SET tell_due_at_ms = 9`)).toContain("incidents_told_while_open");
    expect(await run(sql`UPDATE incidents SET cause = 'tape_differs'`)).toContain("incident_fixed");
    expect(await run(sql`DELETE FROM incidents`)).toContain("incident_fixed");
    expect(await run(sql`DELETE FROM incident_tells`)).toContain("incident_fixed");
    expect(await run(sql`UPDATE incidents SET ended_at_ms = 6`)).toBe("accepted");
    expect(await run(sql`UPDATE incidents SET ended_at_ms = 7`)).toContain("incident_fixed");
  });

  test("a rota of others than admins, and changes of what was on it", async () => {
    const trader = `trader ${crypto.randomUUID()}`;
    await addPerson(database.db, trader);
    expect(await refusal(putOnCall("sophea", trader))).toContain("not_an_admin");
    await putOnCall("sophea");
    expect(await refusal(putOnCall("maly"))).toContain("version_conflict");
    expect(await run(sql`UPDATE on_call_rota_members SET user_id = 'maly'`)).toContain("on_call_fixed");
    expect(await run(sql`DELETE FROM on_call_rotas`)).toContain("on_call_fixed");
    const { query, write } = database.db;
    const override = (userId: string, toMs: number) =>
      refusal(write([insertOverride(query, { userId, fromMs: 5, toMs, setBy: "dara" }, 1)]));
    expect(await override(trader, 9)).toContain("not_an_admin");
    expect(await override("maly", 5)).toContain("on_call_overrides_span");
    expect(await override("maly", 9)).toBe("accepted");
    expect(await run(sql`UPDATE on_call_overrides SET removed_at_ms = 6`)).toBe("accepted");
    expect(await run(sql`UPDATE on_call_overrides SET removed_at_ms = NULL`)).toContain("on_call_fixed");
  });
});

test("an incident of a kind that only a later version knows is left as it is", async () => {
  const { query, write } = database.db;
  const later = { cause: "moon_is_full", openedAtMs: 1, seenAtMs: 1, tellDueAtMs: 1 };
  await write([query.insert(incidents).values(later)]);
  expect(await runAt(START_MS)).toEqual([]);
  const [rows] = await database.db.read([query.select().from(incidents).where(eq(incidents.cause, later.cause))]);
  expect(rows).toMatchObject([{ tells: 0, endedAtMs: null }]);
});
