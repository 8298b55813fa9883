import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import { counters, secondFactors, users } from "../../db/schema/index.ts";
import { localSettings } from "../../dev/local-settings.ts";
import { setUpDatabase } from "../../dev/test/test-database.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import { scopeFor } from "../../dev/test/test-scope.ts";
import { AppError } from "../contract/errors.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Scope } from "../platform/scope.ts";
import { codeTriesKey, hashVerificationCode, startCodeTries } from "./pending-verification.ts";
import { signSecondStep } from "./second-step-cookie.ts";
import { encryptTotpSecret } from "./totp-secret.ts";
import { storeVerificationCode } from "./verification-code-store.ts";
import { verifyEmail } from "./verify-email.ts";
import { verifySecondStep } from "./verify-second-step.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();
const SETTINGS = localSettings(1);
const STEP_MS = 30_000;
/** A fixed one: with a new one in each run, two of the codes around now are equal from time to time. */
const SECRET = "JBSWY3DPEHPK3PXPKRXW43DFEBUXGIDB";
/** The middle of a time step. */
const START_MS = Date.UTC(2026, 10, 25, 5, 0, 15);

let nowMs = START_MS;
beforeEach(() => {
  nowMs = START_MS;
});

function scopeOf(path: string): Scope {
  return scopeFor({ db: database.db, settings: SETTINGS, path, tokenHash: "", now: () => nowMs });
}

/** The details of a refusal beside its code; null for none. */
async function refusalOf(work: Promise<unknown>): Promise<object | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, ...error.detail };
  }
}

const wrong = (detail: object) => ({ code: "invalid_code", field: "code", ...detail });

describe("a mailed code", () => {
  const verify = (userId: string, code: string) =>
    refusalOf(verifyEmail(scopeOf("/api/auth/verify-email"), userId, code));

  /** A new code of a person, or of a decoy, as a sign-up and a resend store it. */
  async function newCode(userId: string, code = "ABC234"): Promise<void> {
    const { db, settings } = scopeOf("/api/auth/verify-email");
    await db.write([
      storeVerificationCode(db.query, userId, await hashVerificationCode(settings, userId, code), nowMs),
      startCodeTries(db.query, await codeTriesKey(userId), nowMs),
    ]);
  }

  test("has the same refusals for a person and for a decoy: tries left, none left, a new code, an old one", async () => {
    const { db } = database;
    await addPerson(db, "unverified");
    await db.write([db.query.update(users).set({ emailVerifiedAtMs: null }).where(eq(users.id, "unverified"))]);
    for (const userId of ["unverified", "decoy"]) {
      nowMs = START_MS;
      await newCode(userId);
      for (const triesLeft of [4, 3, 2, 1, 0, 0]) {
        expect(await verify(userId, "222222")).toEqual(wrong({ triesLeft }));
      }
      expect(await verify(userId, "ABC234")).toEqual(wrong({ triesLeft: 0 }));
      await newCode(userId);
      expect(await verify(userId, "222222")).toEqual(wrong({ triesLeft: 4 }));
      nowMs += 10 * MINUTE_MS;
      expect(await verify(userId, "ABC234")).toEqual(wrong({ triesLeft: 0 }));
    }
    nowMs = START_MS + 90 * MINUTE_MS;
    await newCode("unverified");
    expect(await verify("unverified", "abc234")).toBeNull();
  });
});

describe("a code of an authenticator", () => {
  /** A person with a second factor. @returns the code of a time in steps from now, and the second step with a code */
  async function personWithFactor(id: string) {
    const { db, settings } = scopeOf("/api/auth/totp/verify");
    const totpSecret = await encryptTotpSecret(settings.TOTP_ENCRYPTION_KEYS, id, SECRET);
    await addPerson(db, id);
    await db.write([
      db.query.insert(secondFactors).values({ userId: id, totpSecret, createdAtMs: nowMs }),
      // A mail about a new browser would be sent beside the test.
      db.query.update(users).set({ hasLoginAlerts: false }).where(eq(users.id, id)),
    ]);
    const [[row]] = await db.read([db.query.select().from(users).where(eq(users.id, id))]);
    const codeIn = (steps: number) =>
      new OTPAuth.TOTP({ secret: SECRET }).generate({ timestamp: nowMs + steps * STEP_MS });
    const take = async (code: string) => {
      const scope = scopeOf("/api/auth/totp/verify");
      const secondStep = await signSecondStep(scope, { id, passwordHash: row?.passwordHash ?? "" });
      return refusalOf(verifySecondStep(scope, code, { secondStep, device: null }));
    };
    return { codeIn, take };
  }

  test("that is early is not accepted when its time comes, and the next one is", async () => {
    const { codeIn, take } = await personWithFactor("early");
    const [early, next] = [codeIn(6), codeIn(7)];
    expect(await take(early)).toEqual(wrong({ reason: "clock" }));
    nowMs += 5 * STEP_MS;
    expect(await take(early)).toEqual(wrong({ reason: "used" }));
    nowMs += STEP_MS;
    expect(await take(early)).toEqual(wrong({ reason: "used" }));
    expect(await take(next)).toBeNull();
  });

  test("that is late says so once it is too late, and leaves nothing behind", async () => {
    const { codeIn, take } = await personWithFactor("late");
    const late = codeIn(0);
    nowMs += 2 * STEP_MS;
    expect(await take(late)).toEqual(wrong({ reason: "clock" }));
    const [rows] = await database.db.read([
      database.db.query
        .select()
        .from(counters)
        .where(eq(counters.key, `totpStepOf:late:${START_MS / STEP_MS - 0.5}`)),
    ]);
    expect(rows).toEqual([]);
    nowMs += 10 * MINUTE_MS;
    expect(await take(late)).toEqual(wrong({}));
    expect(await take(codeIn(0))).toBeNull();
  });

  test("that was used is no try, however often and late it comes, and five wrong ones still begin a delay", async () => {
    const { codeIn, take } = await personWithFactor("used");
    const used = codeIn(0);
    expect(await take(used)).toBeNull();
    for (let i = 0; i < 4; i++) expect(await take("000000")).toEqual(wrong({}));
    for (let i = 0; i < 8; i++) {
      nowMs += STEP_MS;
      expect(await take(used)).toEqual(wrong({ reason: "used" }));
    }
    expect(await take("000000")).toEqual(wrong({}));
    expect(await take(used)).toMatchObject({ code: "too_many_requests" });
    nowMs += STEP_MS;
    expect(await take(codeIn(0))).toBeNull();
  });
});
