import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { outbox } from "../db/schema/index.ts";
import type { Stack } from "../dev/stack.ts";
import { Client } from "../dev/test/test-client.ts";
import { mailsTo } from "../dev/test/test-mails.ts";
import { databaseOf } from "../dev/test/test-money.ts";
import { newPerson, newTrader } from "../dev/test/test-people.ts";
import { startFreshApi } from "../dev/test/test-stack.ts";
import { outage } from "../dev/test/test-stand-ins.ts";
import { waitUntil } from "../dev/test/wait-until.ts";

setDefaultTimeout(600_000);

const BUSY = "Service temporarily unavailable. Please try again.";

describe("while the database is down", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startFreshApi();
  }, 600_000);
  afterEach(() => outage(stack.urls.libsql, "off"));
  afterAll(() => stack.stop());

  test.each(["refuse", "hang"])("(%s) every kind of call answers 503, and works again afterwards", async (mode) => {
    const trader = await newTrader(stack);
    const person = newPerson();
    await outage(stack.urls.libsql, mode);
    const replies = await Promise.all([
      trader.get("/api/health"),
      trader.get("/api/auth/check"),
      trader.get("/api/user/balance"),
      trader.get("/api/deposit/history"),
      trader.post("/api/auth/login", { email: trader.email, password: trader.password }),
      trader.post("/api/deposit/generate-khqr", { amount: 10 }),
      new Client(stack.origin).post("/api/auth/signup", person),
    ]);
    for (const { status, body, headers } of replies) {
      expect([status, body.code, body.message]).toEqual([503, "service_down", BUSY]);
      expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    expect(trader.cookies.has("session")).toBe(true);

    await outage(stack.urls.libsql, "off");
    expect((await trader.get("/api/auth/check")).status).toBe(200);
    expect((await trader.get("/api/deposit/history")).body.deposits).toEqual([]);
    expect((await new Client(stack.origin).post("/api/auth/signup", person)).status).toBe(201);
  });
});

// Each uses a stack of its own, so that the waits for the retry alarm are concurrent.
describe("while the mail service is down", () => {
  test.concurrent.each(["refuse", "html", "429"])(
    "(%s) sign-up and password resets still work, and each mail is sent once within a minute, without the cron",
    async (mode) => {
      const stack = await startFreshApi();
      try {
        const person = newPerson();
        const client = new Client(stack.origin);
        await outage(stack.urls.mail, mode);
        expect((await client.post("/api/auth/signup", person)).status).toBe(201);
        expect((await client.post("/api/auth/forgot-password", { email: person.email })).status).toBe(200);
        const db = databaseOf(stack);
        await triedAgain(db, person.email, 2);
        await outage(stack.urls.mail, "off");
        const subjectsSoFar = async () => (await mailsTo(stack, person.email)).map(({ subject }) => subject);
        await waitUntil("both mails have come", async () => (await subjectsSoFar()).length >= 2);
        // The service and the outbox both recorded them as sent, so no later attempt sends them twice.
        await db.write([db.query.update(outbox).set({ nextAttemptAtMs: 0 }).where(isNull(outbox.sentAtMs))]);
        await Promise.all([stack.wrangler.runCron(), stack.wrangler.runCron()]);
        const subjects = await subjectsSoFar();
        expect(subjects).toHaveLength(2);
        expect(subjects).toContain("Choose a new Tonle password");
        const code = /^(\w{6}) is your Tonle code$/m.exec(subjects.join("\n"))?.[1];
        expect((await client.post("/api/auth/verify-email", { code })).status).toBe(200);
      } finally {
        await stack.stop();
      }
    },
  );
});

/** Waits until this many mails to an address were tried twice: by the request and by the alarm. */
async function triedAgain(db: Database, recipient: string, count: number): Promise<void> {
  const tried = db.query
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.recipient, recipient), gt(outbox.attempts, 1)));
  await waitUntil(`${count} mails were tried again`, async () => (await db.read([tried]))[0].length === count);
}
