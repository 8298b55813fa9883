import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { notificationSettings, notifications, outbox, users } from "../../db/schema/index.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { NOTIFICATIONS } from "../contract/notifications.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { guardNameOf } from "../platform/database-refusal.ts";
import { compose } from "../platform/mail/compose-mail.ts";
import { deleteOldMails, finishMail, queueMail } from "../platform/mail/outbox-store.ts";
import { mailNotifications } from "./mail-notifications.ts";

setDefaultTimeout(600_000);
const database = setUpDatabase();

/** A winter evening in New York, where hours are quiet from ten to seven. */
const EVENING_MS = Date.parse("2026-11-29T04:00:00Z");
const MORNING_MS = Date.parse("2026-11-29T12:00:00Z");

let people = 0;
type Chosen = Partial<typeof notificationSettings.$inferInsert>;

async function newPerson(chosen: Chosen | null = null, more: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  people += 1;
  const id = `person-${people}`;
  const { query, write } = database.db;
  const names = { email: `${id}@example.com`, username: id, usernameKey: id, firstName: "Bopha", lastName: "Keo" };
  await write([
    query
      .insert(users)
      .values({ id, ...names, passwordHash: "-", timeZone: "America/New_York", createdAtMs: 0, ...more }),
    ...(chosen ? [query.insert(notificationSettings).values({ userId: id, ...chosen })] : []),
  ]);
  return id;
}

const QUIET = { quietFromMin: 22 * 60, quietToMin: 7 * 60 };
const ALL = { mailsAlerts: true, mailsOrders: true, mailsNews: true };

let subjects = 0;
function tell(userId: string, event: string, detail: object = {}, createdAtMs = EVENING_MS) {
  subjects += 1;
  const row = { userId, event, subject: String(subjects), detail: JSON.stringify(detail), createdAtMs };
  return database.db.write([database.db.query.insert(notifications).values(row)]);
}
const alertDetail = (more: object = {}) => ({
  ...{ alert: 7, symbol: "BTCUSDm", note: "", quote: { bid: 6_820_010, ask: 6_820_020, at: 1 } },
  condition: { type: "level", direction: "rises", price: 6_820_000 },
  ...more,
});

const run = (nowMs: number) =>
  mailNotifications({
    db: database.db,
    settings: { APP_ORIGIN: "https://tonle.example", COOKIE_SECRET: new Uint8Array(32) },
    now: () => nowMs,
  });
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
const subjectsOf = async (userId: string) => (await mails(userId)).map(({ subject }) => subject);
const rowsOf = async (userId: string) => {
  const { query, read } = database.db;
  const [rows] = await read([
    query.select().from(notifications).where(eq(notifications.userId, userId)).orderBy(notifications.id),
  ]);
  return rows;
};

describe("a mail is written from a notification", () => {
  test("of the kinds that its person has on, once, however often the job runs and however many at once", async () => {
    const [usual, all, none] = [await newPerson(), await newPerson(ALL), await newPerson({ mailsMoney: false })];
    for (const person of [usual, all, none]) {
      await tell(person, "deposit_paid", { cents: 10_000 });
      await tell(person, "withdrawal_completed", { cents: 10_000 });
    }
    await Promise.all([run(EVENING_MS), run(EVENING_MS), run(EVENING_MS)]);
    await run(EVENING_MS + MINUTE_MS);
    expect(await subjectsOf(usual)).toEqual(["Deposit of $100.00 paid"]);
    expect(await subjectsOf(all)).toEqual(["Deposit of $100.00 paid"]);
    expect(await subjectsOf(none)).toEqual([]);
    await tell(usual, "alert_fired", alertDetail());
    await tell(all, "alert_fired", alertDetail());
    await run(EVENING_MS + 2 * MINUTE_MS);
    expect(await subjectsOf(usual)).toHaveLength(1);
    expect((await subjectsOf(all)).at(-1)).toBe("BTCUSDm rose to 68,200.00");
    const [named] = await rowsOf(all);
    expect(named).toMatchObject({ mailId: (await mails(all))[0]?.id ?? "", mailDueAtMs: null });
  });

  test("is one for all that is due, in the person's language", async () => {
    const person = await newPerson(ALL, { language: "km" });
    await tell(person, "demo_closed", { rule: "stop_loss", symbol: "ETHUSD", direction: "Buy", cents: -2_438 });
    await tell(person, "product_news", { title: { en: "News", km: "ព័ត៌មាន" }, text: { en: "Text", km: "អត្ថបទ" } });
    for (let i = 0; i < 25; i++) await tell(person, "alert_fired", alertDetail());
    await run(EVENING_MS);
    const [mail, ...others] = await mails(person);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("ការជូនដំណឹង 27");
    expect(mail?.text).toContain("និង 7 ទៀត");
    const everything = await rowsOf(person);
    expect(everything.every(({ mailId, mailDueAtMs }) => mailId === mail?.id && mailDueAtMs === null)).toBe(true);
  });

  test("not after its person has turned it off, all optional mails or that kind", async () => {
    const [one, kind] = [await newPerson(ALL), await newPerson(ALL)];
    await tell(one, "demo_closed", { rule: "stop_loss", cents: 5 });
    await tell(kind, "demo_closed", { rule: "stop_loss", cents: 5 });
    const { query, write } = database.db;
    await write([
      query.update(users).set({ hasEmailNotifications: false }).where(eq(users.id, one)),
      query.update(notificationSettings).set({ mailsOrders: false }).where(eq(notificationSettings.userId, kind)),
    ]);
    await run(EVENING_MS);
    expect([await subjectsOf(one), await subjectsOf(kind)]).toEqual([[], []]);
    expect((await rowsOf(one))[0]?.mailDueAtMs).toBe(null);
  });
});

describe("quiet hours", () => {
  test("hold what may wait until they end, then it is one summary", async () => {
    const person = await newPerson({ ...ALL, ...QUIET });
    await tell(person, "alert_fired", alertDetail());
    await run(EVENING_MS);
    await tell(person, "deposit_paid", { cents: 10_000 }, EVENING_MS + HOUR_MS);
    await run(EVENING_MS + HOUR_MS);
    await run(MORNING_MS - 1);
    expect(await subjectsOf(person)).toEqual([]);
    expect((await rowsOf(person)).map(({ mailDueAtMs }) => mailDueAtMs)).toEqual([MORNING_MS, MORNING_MS]);
    await run(MORNING_MS);
    expect(await subjectsOf(person)).toEqual(["2 notifications"]);
    expect((await mails(person))[0]?.text).toContain("BTCUSDm rose to 68,200.00: 68,200.15");
  });

  test.each([
    ["back", "2026-11-01T03:00:00Z", "2026-11-01T12:00:00Z"],
    ["forward", "2026-03-08T04:00:00Z", "2026-03-08T11:00:00Z"],
  ])(
    "over midnight of a night whose clock goes %s, they end at seven by the new clock",
    async (_, evening, morning) => {
      const person = await newPerson({ ...ALL, ...QUIET });
      await tell(person, "alert_fired", alertDetail(), Date.parse(evening));
      await run(Date.parse(evening));
      await run(Date.parse(morning) - 1);
      expect(await subjectsOf(person)).toEqual([]);
      await run(Date.parse(morning));
      expect(await subjectsOf(person)).toHaveLength(1);
    },
  );

  test.each([true, 1])("let an alert through that says so (%p)", async (isAlsoInQuietHours) => {
    const person = await newPerson({ ...ALL, ...QUIET });
    await tell(person, "alert_fired", alertDetail());
    await tell(person, "alert_fired", alertDetail({ isAlsoInQuietHours, condition: null }));
    await run(EVENING_MS);
    expect(await subjectsOf(person)).toEqual(["BTCUSDm: your alert fired"]);
    await run(MORNING_MS);
    expect(await subjectsOf(person)).toHaveLength(2);
  });

  test("never hold a mail of security or of money that leaves", async () => {
    const person = await newPerson({ ...ALL, ...QUIET });
    const { query, write } = database.db;
    const mail = compose(`${person}@example.com`, "Withdrawal paid", ["It was paid"], "withdrawal_completed");
    const row = { userId: person, event: "withdrawal_completed", subject: "1", createdAtMs: EVENING_MS };
    await write([query.insert(notifications).values(row), queueMail(query, "mail-of-1", mail, EVENING_MS)]);
    expect((await mails(person)).map(({ nextAttemptAtMs }) => nextAttemptAtMs)).toEqual([EVENING_MS]);
    expect((await rowsOf(person))[0]?.mailId).toBe("mail-of-1");
  });
});

describe("in the database", () => {
  test("a mail of a cause takes the place of one written from the row, and belongs to no older notification", async () => {
    const person = await newPerson();
    const { query, write } = database.db;
    const mail = compose(`${person}@example.com`, "Paid", ["Paid"], "deposit_paid");
    await tell(person, "deposit_paid", { cents: 5 }, EVENING_MS - HOUR_MS);
    await write([queueMail(query, "no-cause", mail, EVENING_MS)]);
    expect((await rowsOf(person))[0]?.mailId).toBe(null);
    const row = { userId: person, event: "deposit_paid", subject: "D1", createdAtMs: EVENING_MS };
    await write([query.insert(notifications).values(row), queueMail(query, "of-cause", mail, EVENING_MS)]);
    expect((await rowsOf(person)).map(({ mailId, mailDueAtMs }) => [mailId, mailDueAtMs !== null])).toEqual([
      [null, true],
      ["of-cause", false],
    ]);
  });

  test("a mail is named once, a log-in is confirmed once, and nothing else is confirmed", async () => {
    const person = await newPerson(null);
    await tell(person, "deposit_paid", { cents: 5 });
    const { query, write } = database.db;
    const mine = eq(notifications.userId, person);
    const set = (change: Partial<typeof notifications.$inferInsert>) =>
      write([query.update(notifications).set(change).where(mine)]).then(() => null, guardNameOf);
    expect(await set({ confirmedAtMs: 1 })).toBe("notification_fixed");
    expect(await set({ mailId: "a", mailDueAtMs: null })).toBe(null);
    expect(await set({ mailId: "b" })).toBe("notification_fixed");
    expect(await set({ mailDueAtMs: 5 })).toBe("notification_fixed");
    expect(await set({ readAtMs: 5 })).toBe(null);
    expect(await set({ readAtMs: 6 })).toBe("notification_fixed");
  });

  test.each([
    { quietFromMin: 60, quietToMin: 60 },
    { quietFromMin: 60, quietToMin: null },
    { quietFromMin: 60, quietToMin: 1_440 },
  ])("quiet hours are not %j", async (chosen) => {
    expect(await newPerson(chosen).then(() => null, guardNameOf)).toBe("notification_settings_quiet");
  });

  test("a mail that a notification names is kept as long as that, without its content", async () => {
    const person = await newPerson();
    await tell(person, "deposit_paid", { cents: 5 });
    await run(EVENING_MS);
    const { query, write } = database.db;
    const [mail] = await mails(person);
    const loose = compose(`${person}@example.com`, "A code", ["A code"]);
    await write([
      finishMail(query, mail?.id ?? "", EVENING_MS),
      queueMail(query, "loose", loose, EVENING_MS),
      finishMail(query, "loose", EVENING_MS),
      deleteOldMails(query, EVENING_MS + (NOTIFICATIONS.keptDays - 1) * DAY_MS),
    ]);
    expect((await mails(person)).map(({ id, text, sentAtMs }) => [id, text, sentAtMs])).toEqual([
      [mail?.id ?? "", "", EVENING_MS],
    ]);
  });
});
