import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { alertFirings, notifications, priceAlerts, users } from "../../db/schema/index.ts";
import { addAlerts, alertTerms, firingOf } from "../../dev/test/test-alerts.ts";
import { addPerson, databaseOf } from "../../dev/test/test-money.ts";
import { apiStack } from "../../dev/test/test-stack.ts";
import { NOTIFICATIONS } from "../contract/notifications.ts";
import { DAY_MS, HOUR_MS } from "../contract/time.ts";
import { guardNameOf } from "../platform/database-refusal.ts";
import { alertsOf, recordArmed, recordExpired, recordFirings, unarmedOwners } from "./alert-arming.ts";
import { deleteOldAlerts } from "./alert-store.ts";
import { armAlerts } from "./arm-alerts.ts";

setDefaultTimeout(600_000);

let db: Database;
beforeAll(async () => {
  db = databaseOf(await apiStack());
}, 600_000);

const again = { repeat: { type: "again", retreat: 100_000 } } as const;

/** A person without a session: the trigger book hears nothing of what a test writes. */
async function newOwner(): Promise<string> {
  const id = crypto.randomUUID();
  await addPerson(db, id);
  return id;
}
async function withAlert(changes: Parameters<typeof alertTerms>[0] = {}): Promise<[owner: string, id: number]> {
  const owner = await newOwner();
  const [id = 0] = await addAlerts(db, owner, [alertTerms(changes)]);
  return [owner, id];
}
const alertRow = async (id: number) =>
  (await db.read([db.query.select().from(priceAlerts).where(eq(priceAlerts.id, id))]))[0][0];
const firingsOf = async (id: number) =>
  (await db.read([db.query.select().from(alertFirings).where(eq(alertFirings.alertId, id))]))[0];
const toldOf = async (owner: string) =>
  (await db.read([db.query.select().from(notifications).where(eq(notifications.userId, owner))]))[0];
/** Changes an alert as its person does. */
const change = (id: number, version: number, set: Partial<typeof priceAlerts.$inferInsert> = {}) =>
  db.write([
    db.query
      .update(priceAlerts)
      .set({ version, ...set })
      .where(eq(priceAlerts.id, id)),
  ]);

describe("the book", () => {
  test("reads alerts that are on, and is asked for those that it has not armed in their version", async () => {
    const [owner, id] = await withAlert(again);
    await addAlerts(db, owner, [alertTerms()]);
    const [first, second] = await alertsOf(db, owner);
    const { condition, repeat, symbol, expiresAt } = alertTerms(again);
    expect(first).toEqual({ id, version: 1, symbol, condition, repeat, expiresAt, armedVersion: null, armedSeq: null });
    const isUnarmed = async () => (await unarmedOwners(db, 100_000)).includes(owner);
    expect(await isUnarmed()).toBe(true);
    const armed = [first, second].map((alert) => ({ id: alert?.id ?? 0, version: 1, armedSeq: 40 }));
    for (let i = 0; i < 2; i++) await recordArmed(db, owner, armed);
    expect(await isUnarmed()).toBe(false);
    expect((await alertsOf(db, owner)).map(({ armedVersion, armedSeq }) => [armedVersion, armedSeq])).toEqual([
      [1, 40],
      [1, 40],
    ]);
    await change(second?.id ?? 0, 2, { state: "paused" });
    expect((await alertsOf(db, owner)).map((alert) => alert.id)).toEqual([id]);
    await change(id, 2, { note: "moved" });
    expect(await isUnarmed()).toBe(true);
    // Of the version before, and of another person.
    await recordArmed(db, owner, [{ id, version: 1, armedSeq: 50 }]);
    await recordArmed(db, await newOwner(), [{ id, version: 2, armedSeq: 50 }]);
    expect(await isUnarmed()).toBe(true);
    await recordArmed(db, owner, [{ id, version: 2, armedSeq: 60 }]);
    // Armed again after it fired, and a repeat of what was sent before that.
    await recordArmed(db, owner, [{ id, version: 2, armedSeq: 90 }]);
    await recordArmed(db, owner, [{ id, version: 2, armedSeq: 60 }]);
    expect(await alertRow(id)).toMatchObject({ armedVersion: 2, armedSeq: 90 });
  });

  test("records a firing once, with one notification, however often it is sent", async () => {
    const [owner, id] = await withAlert({ note: "mine", isAlsoInQuietHours: true });
    const firing = firingOf(owner, id, { seq: 11, at: 1_700_000_000_000 });
    const [one, two] = await Promise.all([recordFirings(db, [firing]), recordFirings(db, [firing, firing])]);
    const three = await recordFirings(db, [firing]);
    expect(one).toHaveLength(1);
    expect(new Set([...one, ...two, ...three]).size).toBe(1);
    expect(await firingsOf(id)).toHaveLength(1);
    expect(await alertRow(id)).toMatchObject({ state: "fired", version: 1, firings: 1, lastFiringId: one[0] });
    const told = await toldOf(owner);
    expect(told).toMatchObject([{ event: "alert_fired", subject: String(one[0]), createdAtMs: 1_700_000_000_000 }]);
    const { quote, value2 } = firing;
    expect(JSON.parse(told[0]?.detail ?? "")).toEqual({
      alert: id,
      symbol: "BTCUSDm",
      condition: alertTerms().condition,
      value2,
      quote: { bid: quote.bid, ask: quote.ask, at: quote.at },
      note: "mine",
      isAlsoInQuietHours: true,
    });
  });

  test("records several owners in one write, each firing of an alert that tells again, and the first of one that tells once", async () => {
    const [[one, a], [two, b]] = await Promise.all([withAlert(again), withAlert()]);
    const sent = [10, 11, 12].flatMap((seq) => [firingOf(one, a, { seq }), firingOf(two, b, { seq })]);
    expect(await recordFirings(db, sent)).toHaveLength(4);
    expect((await firingsOf(a)).map(({ quoteSeq }) => quoteSeq)).toEqual([10, 11, 12]);
    expect((await firingsOf(b)).map(({ quoteSeq }) => quoteSeq)).toEqual([10]);
    expect(await alertRow(a)).toMatchObject({ state: "on", firings: 3 });
    expect([(await toldOf(one)).length, (await toldOf(two)).length]).toEqual([3, 1]);
  });

  test("records nothing of an alert that was changed, paused, removed or is another's, and the rest all the same", async () => {
    const owner = await newOwner();
    const [changed = 0, paused = 0, removed = 0, right = 0] = await addAlerts(
      db,
      owner,
      Array.from({ length: 4 }, () => alertTerms()),
    );
    await change(changed, 2, { note: "moved" });
    await change(paused, 2, { state: "paused" });
    await change(removed, 2, { state: "removed" });
    const sent = [changed, paused, removed, right, 2 ** 40].map((id) => firingOf(owner, id, { seq: 5 }));
    const ofAnother = firingOf(await newOwner(), changed, { seq: 6, version: 2 });
    expect(await recordFirings(db, [...sent, ofAnother])).toHaveLength(1);
    expect((await firingsOf(right)).length).toBe(1);
    expect(await toldOf(owner)).toHaveLength(1);
    // The new version's own firing counts.
    expect(await recordFirings(db, [firingOf(owner, changed, { seq: 7, version: 2 })])).toHaveLength(1);
  });

  test("records that an alert has expired, and a firing from before that came later", async () => {
    const endsAtMs = Date.now() + HOUR_MS;
    const [owner, id] = await withAlert({ expiresAt: endsAtMs });
    const [other, otherId] = await withAlert({ expiresAt: endsAtMs });
    const expired = [
      { id, version: 1, owner },
      { id: otherId, version: 2, owner: other },
    ];
    for (let i = 0; i < 2; i++) await recordExpired(db, expired);
    expect(await alertRow(id)).toMatchObject({ state: "expired", changedAtMs: endsAtMs });
    expect(await alertRow(otherId)).toMatchObject({ state: "on" });
    expect(await recordFirings(db, [firingOf(owner, id, { seq: 5, at: endsAtMs })])).toEqual([]);
    expect(await recordFirings(db, [firingOf(owner, id, { seq: 4, at: endsAtMs - 1 })])).toHaveLength(1);
    expect(await alertRow(id)).toMatchObject({ state: "fired" });
  });

  test("records 500 firings in one write", async () => {
    const owner = await newOwner();
    const ids = await addAlerts(
      db,
      owner,
      Array.from({ length: 500 }, () => alertTerms()),
    );
    const recorded = await recordFirings(
      db,
      ids.map((id) => firingOf(owner, id, { seq: 9 })),
    );
    expect(recorded).toHaveLength(500);
    expect(await toldOf(owner)).toHaveLength(500);
  });
});

describe("the cron", () => {
  test("has the book watch what it was not told of, and fails only after it asked for everybody", async () => {
    const owners = await Promise.all([withAlert(), withAlert(), withAlert()]);
    const asked = new Set<string>();
    const [[failing]] = owners;
    const book = {
      alertsChanged: async (owner: string) => {
        asked.add(owner);
        if (owner === failing) throw new Error("the book is away");
        await recordArmed(
          db,
          owner,
          (await alertsOf(db, owner)).map(({ id, version }) => ({ id, version, armedSeq: 3 })),
        );
      },
      forgetAlerts: async () => {},
    };
    await expect(armAlerts({ db, book, now: Date.now })).rejects.toThrow("the book is away");
    expect(owners.every(([owner]) => asked.has(owner))).toBe(true);
    const still = await unarmedOwners(db, 100_000);
    expect(owners.map(([owner]) => still.includes(owner))).toEqual([true, false, false]);
  });

  test("expires what nothing was quoted for, a little after its end", async () => {
    const nowMs = Date.now();
    const [, late] = await withAlert({ expiresAt: nowMs - HOUR_MS });
    const [, paused] = await withAlert({ expiresAt: nowMs - HOUR_MS });
    const [, soon] = await withAlert({ expiresAt: nowMs - 1 });
    await change(paused, 2, { state: "paused" });
    const book = { alertsChanged: async () => {}, forgetAlerts: async () => {} };
    await armAlerts({ db, book, now: () => nowMs });
    const rows = await Promise.all([late, paused, soon].map(alertRow));
    expect(rows.map((row) => row?.state)).toEqual(["expired", "expired", "on"]);
  });

  test("deletes alerts that ended thirty days ago, and firings of ninety", async () => {
    const nowMs = Date.now();
    const owner = await newOwner();
    const longAgo = nowMs - 31 * DAY_MS;
    const [fired = 0, kept = 0, open = 0, removed = 0] = await addAlerts(
      db,
      owner,
      Array.from({ length: 4 }, () => alertTerms()),
      longAgo,
    );
    await recordFirings(db, [firingOf(owner, fired, { seq: 1, at: longAgo })]);
    await recordFirings(db, [firingOf(owner, kept, { seq: 1, at: nowMs - 29 * DAY_MS })]);
    await change(removed, 2, { state: "removed", changedAtMs: longAgo });
    await db.write([...deleteOldAlerts(db.query, nowMs)]);
    const rows = await Promise.all([fired, kept, open, removed].map(alertRow));
    expect(rows.map((row) => row?.state)).toEqual([undefined, "fired", "on", undefined]);
    expect(await firingsOf(fired)).toHaveLength(1);
    await db.write([...deleteOldAlerts(db.query, longAgo + NOTIFICATIONS.keptDays * DAY_MS + 1)]);
    expect(await firingsOf(fired)).toEqual([]);
  });
});

describe("the database refuses", () => {
  const refused = (work: Promise<unknown>) => work.then(() => null, guardNameOf);

  test.each<[string, Partial<typeof priceAlerts.$inferInsert>]>([
    ["other terms in the same version", { note: "x" }],
    ["another state in the same version", { state: "paused" }],
    ["a version that is skipped", { version: 3 }],
    ["a version that goes back", { version: 0 }],
    ["another owner", { version: 2, userId: "x" }],
    ["a count of firings without one", { firings: 1, lastFiringId: 1 }],
  ])("%s of an alert", async (_, set) => {
    const [, id] = await withAlert();
    expect(await refused(db.write([db.query.update(priceAlerts).set(set).where(eq(priceAlerts.id, id))]))).toBe(
      "price_alert_fixed",
    );
  });

  test("an alert that begins in the middle, or goes on after it was removed or deleted", async () => {
    const [owner, id] = await withAlert();
    const row = await alertRow(id);
    if (!row) throw new Error("no alert");
    const { id: _, ...columns } = row;
    const insert = (set: object) => db.write([db.query.insert(priceAlerts).values({ ...columns, ...set })]);
    expect(await refused(insert({ version: 2 }))).toBe("price_alert_fixed");
    expect(await refused(insert({ state: "fired" }))).toBe("price_alert_fixed");
    expect(await refused(insert({ state: "new" }))).toBe("price_alert_fixed");
    expect(await refused(db.write([db.query.delete(priceAlerts).where(eq(priceAlerts.id, id))]))).toBe(
      "price_alert_fixed",
    );
    await recordArmed(db, owner, [{ id, version: 1, armedSeq: 9 }]);
    expect(await refused(change(id, 1, { armedSeq: 8 }))).toBe("price_alert_fixed");
    expect(await refused(change(id, 2, { armedVersion: 3 }))).toBe("price_alerts_armed");
    expect(await refused(change(id, 2, { state: "gone" as "on" }))).toBe("price_alerts_state");
    await change(id, 2, { state: "removed" });
    expect(await refused(change(id, 3, { state: "on" }))).toBe("price_alert_fixed");
  });

  test("a firing of nobody's alert, and a change of what was told", async () => {
    const [owner, id] = await withAlert();
    const row = { userId: owner, version: 1, quoteSeq: 5, terms: "{}", facts: "{}", firedAtMs: 1 };
    const insert = (set: object) =>
      refused(db.write([db.query.insert(alertFirings).values({ ...row, alertId: id, ...set })]));
    expect(await insert({ alertId: 2 ** 40 })).toBe("alert_firing_without_alert");
    expect(await insert({ version: 2 })).toBe("alert_firing_without_alert");
    expect(await insert({ userId: await newOwner() })).toBe("alert_firing_without_alert");
    await recordFirings(db, [firingOf(owner, id, { seq: 5 })]);
    const set = db.query.update(alertFirings).set({ terms: "[]" }).where(eq(alertFirings.alertId, id));
    expect(await refused(db.write([set]))).toBe("alert_firing_fixed");
  });

  test("an alert of a person who closed their account", async () => {
    const owner = await newOwner();
    await db.write([db.query.update(users).set({ closedAtMs: 5 }).where(eq(users.id, owner))]);
    expect(await refused(addAlerts(db, owner, [alertTerms()]))).toBe("account_closed");
  });
});
