import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import type { Database } from "../../db/client.ts";
import { approvals, sessions, users } from "../../db/schema/index.ts";
import { createAdmin } from "../../worker/admin/users/create-admin.ts";
import { deviceOf } from "../../worker/auth/device.ts";
import { rememberDevice } from "../../worker/auth/known-device-store.ts";
import { ADMIN_ROLES, type AdminRole } from "../../worker/contract/admin-roles.ts";
import { DEFAULT_TIME_ZONE, SESSION } from "../../worker/contract/limits.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { insertAccounts } from "../../worker/ledger/ledger-store.ts";
import { hashPassword } from "../../worker/passwords/password-hash.ts";
import { sessionCookieName } from "../../worker/platform/credentials.ts";
import { randomToken, sha256Hex } from "../../worker/platform/secrets.ts";
import { startSession } from "../../worker/platform/session-store.ts";
import { insertUser, setChoices } from "../../worker/platform/user-store.ts";
import { parseSettings } from "../local-settings.ts";
import type { Stack } from "../stack.ts";
import { Client, type Reply } from "./test-client.ts";
import { codeFromMail } from "./test-mails.ts";
import { type DatabaseAccess, databaseOf } from "./test-money.ts";

/** A signed-in trader. */
export type Trader = Client & { readonly email: string; readonly password: string; readonly userId: string };

/** An API and its database. */
type Served = DatabaseAccess & Pick<Stack, "origin">;

let people = 0;

/** Sign-up data that is unique in the run, except for the password. */
export function newPerson() {
  people += 1;
  const unique = `${Date.now().toString(36)}${people}`;
  return {
    email: `trader.${unique}@example.com`,
    password: PASSWORD,
    firstName: "Bopha",
    lastName: "Keo",
    username: `bopha_${unique}`,
  };
}

/** All test people share one password, so that it is hashed once: a hash takes a third of a second by design. */
const PASSWORD = "a sentence for seven fish";
let passwordHash: string | undefined;

/** Signs up a new trader through the API: sign-up, the code from the mail, verification, log-in. */
export async function signUpTrader(stack: Stack): Promise<Trader> {
  const person = newPerson();
  const client = new Client(stack.origin);
  expectStatus(201, await client.post("/api/auth/signup", person));
  expectStatus(200, await client.post("/api/auth/verify-email", { code: await codeFromMail(stack, person.email) }));
  const login = expectStatus(
    200,
    await client.post("/api/auth/login", { email: person.email, password: person.password }),
  );
  return Object.assign(client, { email: person.email, password: person.password, userId: login.body.user._id });
}

/**
 * A signed-in trader, inserted directly with the same rows that {@link signUpTrader} leaves in the database.
 * @param timeZone in which their days are counted
 */
export async function newTrader(stack: Served, timeZone: string = DEFAULT_TIME_ZONE): Promise<Trader> {
  const { password, ...person } = newPerson();
  const { db, settings } = operatorAccess(stack);
  const { query, write } = db;
  const nowMs = Date.now();
  passwordHash ??= hashPassword(password, settings.PASSWORD_PEPPERS, settings.PASSWORD_COST);
  const id = crypto.randomUUID();
  const user = { id, ...person, usernameKey: person.username, timeZone, passwordHash };
  await write([
    insertUser(query, { ...user, createdAtMs: nowMs, emailVerifiedAtMs: nowMs }),
    insertAccounts(query, id),
  ]);
  const client = await signIn(stack, db, id, "trader");
  return Object.assign(client, { email: person.email, password, userId: id });
}

/** Starts a session for a person on a new, known device. */
async function signIn(stack: Served, { query, write }: Database, userId: string, kind: "trader" | "admin") {
  const nowMs = Date.now();
  const [token, device] = [randomToken(), await deviceOf(null)];
  const session = { id: crypto.randomUUID(), tokenHash: await sha256Hex(token), userId, kind };
  await write([
    ...startSession(query, {
      ...session,
      userAgent: "",
      country: null,
      deviceHash: device.hash,
      authenticatedAtMs: nowMs,
      nowMs,
    }),
    ...rememberDevice(query, userId, device, nowMs),
  ]);
  const client = new Client(stack.origin);
  client.cookies.set(sessionCookieName(stack.origin), token).set("device", device.token);
  return client;
}

/** The header of the Khmer build, for what is refused before the caller is known. */
export const IN_KHMER = { "Accept-Language": "km" };

/** A signed-in trader whose account is in Khmer. */
export async function newKhmerTrader(stack: Served): Promise<Trader> {
  const trader = await newTrader(stack);
  expectStatus(200, await trader.post("/api/auth/language", { language: "km" }));
  return trader;
}

/** Makes a person's log-ins too old for actions that require a log-in within the last 15 minutes. */
export async function makeLogInOld(stack: Stack, { userId }: { userId: string }): Promise<void> {
  const { query, write } = operatorAccess(stack).db;
  const authenticatedAtMs = Date.now() - SESSION.stepUpMs;
  await write([query.update(sessions).set({ authenticatedAtMs }).where(eq(sessions.userId, userId))]);
}

/** Ends the 24 hours in which withdrawals are held after a security change. */
export async function endSecurityHold(stack: Stack, { userId }: { userId: string }): Promise<void> {
  const { query, write } = operatorAccess(stack).db;
  const securityChangedAtMs = Date.now() - DAY_MS;
  await write([query.update(users).set({ securityChangedAtMs }).where(eq(users.id, userId))]);
}

/** The statements that record admins' approvals of making a person an admin, as the person's row is now. */
export function appointmentApprovals(
  { query }: Database,
  person: { userId: string; version: number },
  adminIds: readonly string[],
  atMs: number,
) {
  const subject = `appointment:${person.userId}:${person.version}`;
  return adminIds.map((adminId) =>
    query.insert(approvals).values({ subject, act: "approve", adminId, detail: "", atMs }),
  );
}

/** A signed-in admin. */
export type Admin = Client & {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  /** As other admins see it. */
  readonly name: string;
  /** An unused code of the authenticator. @param stepsFromNow offset in steps of 30 s, as of a wrong clock */
  readonly unusedCode: (stepsFromNow?: number) => string;
};

/** An admin, made as operators do and signed in to the admin API. @param firstName distinguishes several admins */
export async function newAdmin(
  stack: Stack,
  firstName = "Dara",
  roles: readonly AdminRole[] = ADMIN_ROLES,
): Promise<Admin> {
  const { db, settings } = operatorAccess(stack);
  const { email, password, userId } = await newTrader(stack);
  const { totpSecret } = await createAdmin(db, settings, email, Date.now(), roles);
  await db.write([setChoices(db.query, userId, { firstName, lastName: "Kim" })]);
  const client = await signIn(stack, db, userId, "admin");
  const unusedCode = (stepsFromNow = 0) =>
    new OTPAuth.TOTP({ secret: totpSecret }).generate({ timestamp: Date.now() + stepsFromNow * 30_000 });
  return Object.assign(client, { email, password, userId, name: `${firstName} Kim`, unusedCode });
}

/** The operator's access to a stack: its database and its settings. */
function operatorAccess(stack: DatabaseAccess) {
  return { db: databaseOf(stack), settings: parseSettings(stack.settings) };
}

function expectStatus(status: number, reply: Reply): Reply {
  if (reply.status !== status)
    throw new Error(`expected ${status}, got ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply;
}
