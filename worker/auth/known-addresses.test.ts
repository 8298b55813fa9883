import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { counters } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { Client, type Reply } from "../../dev/test/test-client.ts";
import { codeFromMail, mailsTo, nextMail } from "../../dev/test/test-mails.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newPerson, newTrader } from "../../dev/test/test-people.ts";
import { scopeFor } from "../../dev/test/test-scope.ts";
import { apiStack, tripsInLog } from "../../dev/test/test-stack.ts";
import { counterKey, LIMITS } from "../platform/rate-limit.ts";
import { forgotPassword } from "./forgot-password.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let db: Database;
beforeAll(async () => {
  stack = await apiStack();
  db = databaseOf(stack);
}, 600_000);

const anyone = () => new Client(stack.origin);

/** Everything in a response, and the number of its database round trips, which its timing would reveal. */
async function observableParts(reply: Reply) {
  const { requestId: _, ...body } = reply.body;
  return {
    status: reply.status,
    body,
    cookieLengths: reply.headers.getSetCookie().map((cookie) => cookie.length),
    retryAfter: reply.headers.get("Retry-After"),
    serverTiming: reply.headers.get("Server-Timing")?.replace(/[\d.]+/, "0"),
    trips: await tripsInLog(reply),
  };
}

/** Signs up with an address and a new name. */
async function signUp(email: string, client = anyone()): Promise<Reply> {
  return await client.post("/api/auth/signup", { ...newPerson(), email });
}

/** Skips the minute between two codes. */
async function endPause(client: Client): Promise<void> {
  const [, claims = ""] = (client.cookies.get("pending") ?? "").split(".");
  const { sub } = JSON.parse(Buffer.from(claims, "base64url").toString());
  await db.write([db.query.delete(counters).where(eq(counters.key, await counterKey("resendPause", sub)))]);
}

const FORGOT = "/api/auth/forgot-password";

/** Runs batches, and records the SQL of each. */
function record(run: Database["write"], batches: string[][]): Database["write"] {
  return (statements) => {
    // Each is one of Drizzle's query builders, all of which have `toSQL`.
    batches.push(statements.map((one) => (one as unknown as { toSQL(): { sql: string } }).toSQL().sql));
    return run(statements);
  };
}

describe("whether an address has an account is not revealed", () => {
  test("by a sign-up, however often it is repeated", async () => {
    const owner = await newTrader(stack);
    const unknown = await observableParts(await signUp(newPerson().email));
    expect([unknown.status, unknown.trips, unknown.serverTiming]).toEqual([201, 2, "total;dur=0"]);
    for (let i = 0; i <= LIMITS.noticeByAccount.max; i++) {
      expect(await observableParts(await signUp(owner.email))).toEqual(unknown);
    }
    await anyone().post("/api/auth/forgot-password", { email: owner.email });
    const isLast = ({ subject }: { subject: string }) => subject === "Choose a new Tonle password";
    let mails = await mailsTo(stack, owner.email);
    while (!mails.some(isLast)) mails = [await nextMail(stack, owner.email, mails[0]?.at), ...mails];
    expect((await mailsTo(stack, owner.email)).filter((mail) => !isLast(mail))).toHaveLength(
      LIMITS.noticeByAccount.max,
    );
  });

  test("by requesting another code, which is sent only for a real sign-up", async () => {
    const [owner, person] = [await newTrader(stack), newPerson()];
    const [real, decoy] = [anyone(), anyone()];
    await signUp(person.email, real);
    await signUp(owner.email, decoy);
    const first = await codeFromMail(stack, person.email);
    const firstAt = (await mailsTo(stack, person.email))[0]?.at;
    const resend = (client: Client) => client.post("/api/auth/resend-verification");
    expect(await observableParts(await resend(decoy))).toEqual(await observableParts(await resend(real)));
    for (const client of [real, decoy]) await endPause(client);
    const again = await observableParts(await resend(real));
    expect([again.status, again.trips]).toEqual([200, 1]);
    expect(await observableParts(await resend(decoy))).toEqual(again);

    const second = await codeFromMail(stack, person.email, firstAt);
    expect((await real.post("/api/auth/verify-email", { code: first })).status).toBe(400);
    expect((await real.post("/api/auth/verify-email", { code: second })).status).toBe(200);
  });

  test("by requesting a reset link, also above the account's limit", async () => {
    const owner = await newTrader(stack);
    const requestReset = async (email: string) =>
      observableParts(await anyone().post("/api/auth/forgot-password", { email }));
    const unknown = await requestReset(newPerson().email);
    expect([unknown.status, unknown.trips]).toEqual([200, 1]);
    for (let i = 0; i <= LIMITS.forgotByAccount.max; i++) expect(await requestReset(owner.email)).toEqual(unknown);
  });

  test("by the statements of a reset link, which are the same for known, unknown and closed addresses", async () => {
    const [owner, closed, waiting] = [await newTrader(stack), await newTrader(stack), newPerson()];
    expect((await closed.post("/api/user/close", { password: closed.password })).status).toBe(200);
    await signUp(waiting.email);
    const statementsFor = async (email: string) => {
      const batches: string[][] = [];
      const read = record(db.read, batches);
      const write = record(db.write, batches);
      const scope = scopeFor({ db: { ...db, read, write }, settings: stack.settings, path: FORGOT, tokenHash: "" });
      let deferred = 0;
      await forgotPassword({ ...scope, address: crypto.randomUUID(), defer: () => (deferred += 1) }, email);
      return { batches, deferred };
    };
    const unknown = await statementsFor(newPerson().email);
    expect(unknown.batches.flat().length).toBeGreaterThan(0);
    for (const { email } of [owner, closed, waiting]) expect(await statementsFor(email)).toEqual(unknown);
    for (let i = 0; i <= LIMITS.forgotByAccount.max; i++) expect(await statementsFor(owner.email)).toEqual(unknown);
  });

  test("by a log-in with a wrong password, verified or not", async () => {
    const [owner, waiting] = [await newTrader(stack), newPerson()];
    await signUp(waiting.email);
    const logIn = async (email: string) =>
      observableParts(await anyone().post("/api/auth/login", { email, password: "another sentence" }));
    const unknown = await logIn(newPerson().email);
    expect([unknown.status, unknown.trips]).toEqual([401, 1]);
    for (const { email } of [owner, waiting]) expect(await logIn(email)).toEqual(unknown);
  });
});
