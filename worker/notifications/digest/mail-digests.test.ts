import { describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import {
  deposits,
  identities,
  images,
  notificationSettings,
  outbox,
  priceAlerts,
  users,
} from "../../../db/schema/index.ts";
import { setUpDatabase } from "../../../dev/test/test-database.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import { readUnsubscribeToken } from "../mail-links/unsubscribe-link.ts";
import { mailDigests } from "./mail-digests.ts";

setDefaultTimeout(600_000);
const database = setUpDatabase();
const settings = { APP_ORIGIN: "https://tonle.example", COOKIE_SECRET: new Uint8Array(32) };

/** Saturday noon in New York. The next daily digest is due on Sunday at eight, the weekly one at ten. */
const SATURDAY_MS = Date.parse("2026-11-28T17:00:00Z");
const EIGHT_MS = Date.parse("2026-11-29T13:00:00Z");
const TEN_MS = Date.parse("2026-11-29T15:00:00Z");

let people = 0;

/** A person who has just chosen a digest, and has an open alert. */
async function newPerson(
  digest: "daily" | "weekly",
  { chosen = {}, more = {}, isQuiet = false }: { chosen?: object; more?: object; isQuiet?: boolean } = {},
): Promise<string> {
  people += 1;
  const id = `digest-${people}`;
  const { query, write } = database.db;
  const names = { email: `${id}@example.com`, username: id, usernameKey: id, firstName: "Bopha", lastName: "Keo" };
  await write([
    query
      .insert(users)
      .values({ id, ...names, passwordHash: "-", timeZone: "America/New_York", createdAtMs: 0, ...more }),
    query.insert(notificationSettings).values({ userId: id, digest, digestDueAtMs: SATURDAY_MS, ...chosen }),
    ...(isQuiet ? [] : [query.insert(priceAlerts).values(alertOf(id))]),
  ]);
  return id;
}

const alertOf = (userId: string) => ({
  ...{ userId, symbol: "BTCUSDm", repeat: '{"type":"once"}', note: "", isAlsoInQuietHours: false },
  condition: '{"type":"level","direction":"rises","price":6820000}',
  ...{ state: "on" as const, createdAtMs: 0, changedAtMs: 0 },
});

const run = (nowMs: number, db: Database = database.db) => mailDigests({ db, settings, now: () => nowMs });
const mails = async (userId: string) => {
  const { query, read } = database.db;
  const [rows] = await read([
    query
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, `${userId}@example.com`)),
  ]);
  return rows;
};
const subjects = async (userId: string) => (await mails(userId)).map(({ subject }) => subject);
const change = (userId: string, set: Partial<typeof notificationSettings.$inferInsert>) =>
  database.db.write([
    database.db.query.update(notificationSettings).set(set).where(eq(notificationSettings.userId, userId)),
  ]);

describe("a digest", () => {
  test("is sent at its hour, once, however many runs there are at once", async () => {
    const [daily, weekly] = [await newPerson("daily"), await newPerson("weekly")];
    await run(SATURDAY_MS);
    await run(EIGHT_MS - 1);
    expect([await subjects(daily), await subjects(weekly)]).toEqual([[], []]);
    await Promise.all([run(EIGHT_MS), run(EIGHT_MS), run(EIGHT_MS)]);
    await run(TEN_MS - 1);
    expect([await subjects(daily), await subjects(weekly)]).toEqual([["Your day: Nov 28, 2026"], []]);
    await Promise.all([run(TEN_MS), run(TEN_MS), run(TEN_MS)]);
    expect(await subjects(weekly)).toEqual(["Your week: Nov 22, 2026 to Nov 28, 2026"]);
    await run(EIGHT_MS + DAY_MS);
    expect(await subjects(daily)).toEqual(["Your day: Nov 28, 2026", "Your day: Nov 29, 2026"]);
    expect(await subjects(weekly)).toHaveLength(1);
  });

  test("has the link of its kind, and of its account", async () => {
    const person = await newPerson("weekly");
    await run(SATURDAY_MS);
    await run(TEN_MS);
    const [mail] = await mails(person);
    const url = new URL(mail?.unsubscribeUrl ?? "");
    const token = await readUnsubscribeToken(settings, url.searchParams.get("token") ?? "");
    expect([url.origin, url.pathname, token]).toEqual([
      settings.APP_ORIGIN,
      "/unsubscribe",
      { userId: person, kinds: ["weekly"] },
    ]);
    expect(mail?.text).toContain(url.href);
  });

  test("is in the language of the account, and says what is open and what waits", async () => {
    const [english, khmer] = [await newPerson("daily"), await newPerson("daily", { more: { language: "km" } })];
    const { query, write } = database.db;
    for (const userId of [english, khmer]) {
      const deposit = { id: `deposit-${userId}`, userId, amountCents: 5_000, status: "pending" as const };
      const codes = {
        billNumber: `bill-${userId}`,
        qrString: "-",
        md5Hash: `md5-${userId}`,
        expiresAtMs: EIGHT_MS + 1,
      };
      await write([
        query.insert(deposits).values({ ...deposit, ...codes, createdAtMs: EIGHT_MS, updatedAtMs: EIGHT_MS }),
        query.insert(priceAlerts).values({ ...alertOf(userId), condition: '{"type":"line"}' }),
        query
          .update(priceAlerts)
          .set({ state: "paused", version: 2 })
          .where(eq(priceAlerts.condition, '{"type":"line"}')),
      ]);
    }
    await run(SATURDAY_MS);
    await run(EIGHT_MS);
    const [[mail], [translated]] = [await mails(english), await mails(khmer)];
    for (const words of [
      "No trade was closed.",
      "Open price alerts: 2",
      "BTCUSDm: rises to 68,200.00",
      "BTCUSDm: on, paused",
      "Deposit of $50.00: its code can be paid until Nov 29, 2026, 08:00 (America/New_York)",
    ]) {
      expect(mail?.text).toContain(words);
    }
    expect(translated?.subject).toBe("ថ្ងៃរបស់អ្នក៖ 28 វិច្ឆិកា 2026");
    expect(translated?.text).toContain("BTCUSDm: ឡើងដល់ 68,200.00");
  });

  test("without anything to say is not sent, nor is one of a person who turned all mails off; the next one is", async () => {
    const nothing = await newPerson("daily", { isQuiet: true });
    const off = await newPerson("daily", { more: { hasEmailNotifications: false } });
    await run(SATURDAY_MS);
    await run(EIGHT_MS);
    expect([await subjects(nothing), await subjects(off)]).toEqual([[], []]);
    const { query, write } = database.db;
    await write([
      query.insert(priceAlerts).values(alertOf(nothing)),
      query.update(users).set({ hasEmailNotifications: true }).where(eq(users.id, off)),
    ]);
    await run(EIGHT_MS + DAY_MS);
    for (const person of [nothing, off]) expect(await subjects(person)).toEqual(["Your day: Nov 29, 2026"]);
  });

  test("waits for the end of quiet hours, and is still that of its day", async () => {
    const person = await newPerson("daily", { chosen: { quietFromMin: 22 * 60, quietToMin: 9 * 60 + 30 } });
    await run(SATURDAY_MS);
    await run(EIGHT_MS);
    await run(EIGHT_MS + HOUR_MS);
    expect(await subjects(person)).toEqual([]);
    await run(EIGHT_MS + 90 * MINUTE_MS);
    expect(await subjects(person)).toEqual(["Your day: Nov 28, 2026"]);
  });

  test("is the newest one after days without a run", async () => {
    const [daily, weekly] = [await newPerson("daily"), await newPerson("weekly")];
    await run(SATURDAY_MS);
    await run(EIGHT_MS + 17 * DAY_MS);
    expect(await subjects(daily)).toEqual(["Your day: Dec 15, 2026"]);
    expect(await subjects(weekly)).toEqual(["Your week: Dec 6, 2026 to Dec 12, 2026"]);
    await run(EIGHT_MS + 18 * DAY_MS);
    expect(await subjects(daily)).toHaveLength(2);
    expect(await subjects(weekly)).toHaveLength(1);
  });

  test.each(["Asia/Phnom_Penh", "Pacific/Pago_Pago"])(
    "after a move to %s has each day once, at eight there",
    async (timeZone) => {
      const person = await newPerson("daily");
      await run(SATURDAY_MS);
      await run(EIGHT_MS);
      const { query, write } = database.db;
      await write([query.update(users).set({ timeZone }).where(eq(users.id, person))]);
      const sent: string[] = [];
      for (let atMs = EIGHT_MS; atMs < EIGHT_MS + 3 * DAY_MS; atMs += 15 * MINUTE_MS) {
        await run(atMs);
        const all = await subjects(person);
        if (all.length === sent.length) continue;
        sent.push(all.at(-1) ?? "");
        const hour = new Intl.DateTimeFormat("en", { timeZone, hour: "numeric", hourCycle: "h23" });
        if (sent.length > 1) expect(hour.format(atMs)).toBe("08");
      }
      expect(sent.slice(0, 3)).toEqual(["Your day: Nov 28, 2026", "Your day: Nov 29, 2026", "Your day: Nov 30, 2026"]);
    },
  );

  test("that its person chose anew begins with the next one, and one that is off is not sent", async () => {
    const [other, off] = [await newPerson("daily"), await newPerson("daily")];
    await run(SATURDAY_MS);
    await change(other, { digest: "weekly", digestDueAtMs: SATURDAY_MS, digestDay: null });
    await change(off, { digest: "off", digestDueAtMs: null, digestDay: null });
    await run(EIGHT_MS);
    expect([await subjects(other), await subjects(off)]).toEqual([[], []]);
    await run(TEN_MS);
    expect(await subjects(other)).toEqual(["Your week: Nov 22, 2026 to Nov 28, 2026"]);
  });
});

describe("a run that ends anywhere", () => {
  /** Fails at a call of the database: before the database has it, or after, so that its answer is lost. */
  function failingAt(call: number, isDone: boolean): Database {
    let calls = 0;
    const failing =
      <Arguments extends unknown[], Answer>(make: (...given: Arguments) => Promise<Answer>) =>
      async (...given: Arguments): Promise<Answer> => {
        calls += 1;
        if (calls !== call) return make(...given);
        if (isDone) await make(...given);
        throw new Error("killed");
      };
    const { db } = database;
    // The types of both are generic in their statements, which the wrapper hands on as they are.
    return { ...db, read: failing(db.read) as Database["read"], write: failing(db.write) as Database["write"] };
  }

  test.each([
    [1, false],
    [1, true],
    [2, false],
    [2, true],
    [3, false],
    [3, true],
  ])("at call %i, with its answer lost %p, sends each digest once", async (call, isDone) => {
    const person = await newPerson("daily");
    const log = spyOn(console, "error").mockImplementation(() => {});
    for (let nowMs = SATURDAY_MS; nowMs <= EIGHT_MS + DAY_MS; nowMs += 30 * MINUTE_MS) {
      // What a run leaves that ends early is the next one's.
      await run(nowMs, failingAt(call, isDone)).catch(() => {});
      await run(nowMs);
    }
    log.mockRestore();
    expect(await subjects(person)).toEqual(["Your day: Nov 28, 2026", "Your day: Nov 29, 2026"]);
  });

  test("and one that its person changes meanwhile is not sent", async () => {
    const person = await newPerson("daily");
    await run(SATURDAY_MS);
    const { db } = database;
    let reads = 0;
    const read: Database["read"] = async (statements) => {
      const rows = await db.read(statements);
      reads += 1;
      if (reads === 2) await change(person, { digest: "off", digestDueAtMs: null, digestDay: null });
      return rows;
    };
    await run(EIGHT_MS, { ...db, read });
    expect(await subjects(person)).toEqual([]);
  });
});

test("an ID card that is not checked yet is something that waits", async () => {
  const person = await newPerson("daily", { isQuiet: true });
  const { query, write } = database.db;
  const size = { sizeBytes: 1, widthPx: 1, heightPx: 1 };
  const image = { filename: "card.png", objectKey: "card", contentType: "image/png" as const, ...size };
  await write([
    query.insert(images).values({ ...image, userId: person, purpose: "id_card", uploadedBy: person, createdAtMs: 0 }),
    query.insert(identities).values({ userId: person, status: "pending", image: "card.png", submittedAtMs: 0 }),
  ]);
  await run(SATURDAY_MS);
  await run(EIGHT_MS);
  const [mail] = await mails(person);
  expect(mail?.text).toContain("Identity: your ID card is being checked");
});
