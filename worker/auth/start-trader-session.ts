import { sql } from "drizzle-orm";
import type { Statement } from "../../db/client.ts";
import { bearers, users } from "../../db/schema/index.ts";
import { SESSION } from "../contract/limits.ts";
import { audit } from "../platform/audit.ts";
import { queueMail, sendSoon } from "../platform/mail-outbox.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";
import { newDeviceMail } from "../platform/security-mails.ts";
import { endSessionOf, startSession } from "../platform/session.ts";
import { selectUser, type UserRow, type UserView, userView } from "../profile/user-view.ts";
import { deviceName } from "./device-name.ts";
import { type Device, deviceColumns, rememberDevice } from "./known-devices.ts";

/** What a log-in comes to: the values of its cookies, the bearer, and the person. */
export type SignedIn = { sessionToken: string; deviceToken: string; bearerToken: string; user: UserView };

/** Who is about to be signed in, as columns that every way of logging in reads in its first trip. */
export function arrivalColumns(device: Device) {
  const { id, email, timeZone, hasLoginAlerts } = users;
  return { id, email, timeZone, hasLoginAlerts, ...deviceColumns(device) };
}

export type Arrival = {
  id: string;
  email: string;
  timeZone: string;
  hasLoginAlerts: boolean;
  isKnownDevice: number;
  hasLoggedIn: number;
};

/**
 * Signs a trader in whose proof was given, in one trip. A log-in on a device that is new to them is mailed, unless it is
 * their first of all or they want no such mail. The session whose cookie the browser held ends: another takes its place.
 * @param given.guards statements that go first: what must still be so, and what the proof uses up
 * @param given.replaces hash of that cookie where the request itself could not carry it
 * @param given.authenticatedAtMs when the proof was given, where that was not now: the calls that want one of the last 15
 *        minutes count from it
 * @throws whatever the guards refuse
 */
export async function startTraderSession(
  scope: Scope,
  person: Arrival,
  given: {
    device: Device;
    by: "password" | "google" | "totp" | "recovery_code";
    guards: readonly Statement[];
    replaces?: string | null;
    authenticatedAtMs?: number;
  },
): Promise<SignedIn> {
  const { query } = scope.db;
  const { device, by, guards } = given;
  const nowMs = scope.now();
  const sessionToken = randomToken();
  const bearerToken = randomToken();
  const session = {
    id: crypto.randomUUID(),
    tokenHash: await sha256Hex(sessionToken),
    userId: person.id,
    kind: "trader" as const,
    userAgent: scope.userAgent,
    country: scope.country,
    deviceHash: device.hash,
    authenticatedAtMs: given.authenticatedAtMs ?? nowMs,
    nowMs,
  };
  const bearer = {
    tokenHash: await sha256Hex(bearerToken),
    sessionId: session.id,
    expiresAtMs: nowMs + SESSION.bearerLifetimeMs,
  };
  const isNewDevice = Boolean(person.hasLoggedIn) && !person.isKnownDevice;
  const mailId = isNewDevice && person.hasLoginAlerts ? crypto.randomUUID() : null;
  const where = { device: deviceName(scope.userAgent), country: scope.country, atMs: nowMs, timeZone: person.timeZone };
  const rows: readonly unknown[] = await scope.db.write([
    ...guards,
    ...endSessionOf(query, given.replaces ?? scope.credentials?.cookieHash),
    ...startSession(query, session),
    query.insert(bearers).values(bearer),
    ...rememberDevice(query, person.id, device, nowMs),
    ...(mailId === null
      ? []
      : [queueMail(query, mailId, newDeviceMail(person.email, scope.settings.APP_ORIGIN, where), nowMs)]),
    audit(
      query,
      { actor: person.id, action: "user.logged_in", subject: `user:${person.id}`, detail: { by, isNewDevice } },
      nowMs,
    ),
    // Last, so that it shows what the guards have made of the person.
    selectUser(query, sql`${person.id}`),
  ]);
  // A list of statements has lost their types; the last one's rows are the user.
  const [row] = rows.at(-1) as UserRow[];
  if (!row) throw new Error("the user who just signed in is gone");
  if (mailId !== null) sendSoon(scope, [mailId]);
  scope.note({ actor: person.id });
  return { sessionToken, bearerToken, deviceToken: device.token, user: userView(row, "trader", scope) };
}
