import { beforeAll, beforeEach, expect, type Mock, setDefaultTimeout, spyOn, test } from "bun:test";
import { identities, images, jobRuns, outbox } from "../../../db/schema/index.ts";
import { behindTriggers, setUpDatabase } from "../../../dev/test/test-database.ts";
import { addPerson } from "../../../dev/test/test-money.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import { recordRun } from "../../platform/job-run-store.ts";
import { watchOverdue } from "./watch-overdue.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();
const START_MS = Date.UTC(2026, 10, 23, 21, 0);
const ADMINS = ["dara", "sophea"];
const IDENTITY = "An identity has waited too long";
const BACKUP = "A backup is missing";
let log: Mock<typeof console.info>;

/** Runs the check. @returns the subjects of its mails, which every admin gets, and the events that need somebody */
async function watchAt(nowMs: number, targetHours = 24) {
  const { db } = database;
  log.mockClear();
  await db.write([db.query.delete(outbox)]);
  const settings = {
    APP_ORIGIN: "https://tonle.test",
    QUEUE_TARGET_HOURS: targetHours,
    UNVERIFIED_PAYOUT: "refused" as const,
    SOLE_APPROVER_PAYOUT: "refused" as const,
  };
  await watchOverdue({ db, settings, now: () => nowMs });
  const [mails] = await db.read([db.query.select().from(outbox)]);
  const subjects = [...new Set(mails.map(({ subject }) => subject))].toSorted();
  expect(mails).toHaveLength(subjects.length * ADMINS.length);
  const events = log.mock.calls
    .map(([line]) => JSON.parse(line))
    .filter(({ alert }) => alert)
    .map(({ event, queue }) => (queue ? `${event} ${queue}` : event));
  return { subjects, events, text: mails.map(({ text }) => text).join() };
}

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

beforeAll(async () => {
  for (const id of ADMINS) await addPerson(database.db, id, "admin");
}, 600_000);

beforeEach(async () => {
  log = spyOn(console, "info").mockImplementation(() => {});
  await emptyQueue();
  await database.db.write([database.db.query.delete(jobRuns)]);
});

test("an item that waits for longer than the target is mailed at once, then each day, and when none does any more", async () => {
  await backUpAt(START_MS + 10 * DAY_MS);
  await sendCard(START_MS);
  expect((await watchAt(START_MS + 24 * HOUR_MS)).subjects).toEqual([]);
  const first = START_MS + 24 * HOUR_MS + MINUTE_MS;
  const { subjects, events, text } = await watchAt(first);
  expect([subjects, events]).toEqual([[IDENTITY], ["queue_over_age identities"]]);
  expect(text).toContain("more than 24 hours ago");
  expect(text).toContain("https://tonle.test/admin/identities");
  expect((await watchAt(first + MINUTE_MS)).subjects).toEqual([]);
  // Another item of the same queue is the same incident.
  await sendCard(START_MS + MINUTE_MS);
  expect((await watchAt(first + 12 * HOUR_MS)).subjects).toEqual([]);
  expect((await watchAt(first + DAY_MS)).subjects).toEqual([IDENTITY]);
  expect((await watchAt(first + DAY_MS + MINUTE_MS)).subjects).toEqual([]);
  await emptyQueue();
  const over = await watchAt(first + DAY_MS + 2 * MINUTE_MS);
  expect([over.subjects, over.events]).toEqual([["No identity waits too long any more"], []]);
  expect((await watchAt(first + DAY_MS + 3 * MINUTE_MS)).subjects).toEqual([]);
  // The next one is an incident of its own.
  await sendCard(START_MS);
  expect((await watchAt(first + DAY_MS + 4 * MINUTE_MS)).subjects).toEqual([IDENTITY]);
});

test("the target is the operator's setting", async () => {
  await backUpAt(START_MS);
  await sendCard(START_MS);
  expect((await watchAt(START_MS + 90 * MINUTE_MS, 2)).subjects).toEqual([]);
  expect((await watchAt(START_MS + 90 * MINUTE_MS, 1)).subjects).toEqual([IDENTITY]);
});

test("a backup that is older than a night is mailed, and one that never was at once", async () => {
  const never = await watchAt(START_MS);
  expect([never.subjects, never.events]).toEqual([[BACKUP], ["backup_missed"]]);
  await backUpAt(START_MS);
  expect((await watchAt(START_MS + MINUTE_MS)).subjects).toEqual(["There is a backup again"]);
  expect((await watchAt(START_MS + 26 * HOUR_MS)).subjects).toEqual([]);
  expect((await watchAt(START_MS + 26 * HOUR_MS + MINUTE_MS)).subjects).toEqual([BACKUP]);
});

test("runs that overlap mail an incident once, at its begin and at its end", async () => {
  const { db } = database;
  const settings = {
    APP_ORIGIN: "https://tonle.test",
    QUEUE_TARGET_HOURS: 24,
    UNVERIFIED_PAYOUT: "refused" as const,
    SOLE_APPROVER_PAYOUT: "refused" as const,
  };
  const twice = async (nowMs: number) => {
    await db.write([db.query.delete(outbox)]);
    await Promise.all([1, 2].map(() => watchOverdue({ db, settings, now: () => nowMs })));
    return (await db.read([db.query.select().from(outbox)]))[0].length;
  };
  expect(await twice(START_MS)).toBe(ADMINS.length);
  await backUpAt(START_MS);
  expect(await twice(START_MS)).toBe(ADMINS.length);
});
