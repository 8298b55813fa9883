import type { Statement } from "../../db/client.ts";
import { SESSION } from "../contract/limits.ts";
import { audit } from "../platform/audit-log-store.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import { deviceName } from "../platform/request/device-name.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";
import { deleteSignInToken, endSessionOfCookie, insertBearer, startSession } from "../platform/session-store.ts";
import { setChoices } from "../platform/user-store.ts";
import { type UserView, userView } from "../profile/user-view.ts";
import { selectUser, type UserRow } from "../profile/user-view-store.ts";
import { newDeviceMail } from "./auth-mails.ts";
import type { Device } from "./device.ts";
import { rememberDevice } from "./known-device-store.ts";
import type { LogInUser } from "./log-in-store.ts";

/** The result of a log-in: the values of its cookies, the bearer token, and the user. */
export type SignedIn = { sessionToken: string; deviceToken: string; bearerToken: string; user: UserView };

/**
 * Logs a trader in after their proof was checked, in one round trip. A log-in on a new device is mailed, unless it is
 * the account's first log-in or the user has turned these mails off. The session of the browser's previous cookie ends.
 * @param given.guards statements that come first: what must still hold, and what uses the proof up
 * @param given.replaces hash of the previous session cookie, when the request could not carry it
 * @param given.authenticatedAtMs when the proof was given, if not now, epoch ms; calls that need a recent proof use it
 * @throws whatever the guards refuse
 */
export async function startTraderSession(
  scope: Scope,
  person: LogInUser,
  given: {
    device: Device;
    by: "password" | "google" | "totp" | "recovery_code" | "verified_address";
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
    ...endSessionOfCookie(query, given.replaces ?? scope.credentials?.cookieHash),
    ...startSession(query, session),
    // A log-in of any kind: who logs out within minutes must not leave a browser that needs no password.
    deleteSignInToken(query, person.id),
    insertBearer(query, bearer),
    ...rememberDevice(query, person.id, device, nowMs),
    ...(mailId === null
      ? []
      : [queueMail(query, mailId, newDeviceMail(person.email, scope.settings.APP_ORIGIN, where), nowMs)]),
    audit(
      query,
      { actor: person.id, action: "user.logged_in", subject: `user:${person.id}`, detail: { by, isNewDevice } },
      nowMs,
    ),
    // A language that was chosen before the log-in is the account's from now on.
    ...(scope.languageCookie?.isChosen
      ? [setChoices(query, person.id, { language: scope.languageCookie.language })]
      : []),
    // Last, so that it reads the user after the changes of the guards.
    selectUser(query, person.id),
  ]);
  // A dynamic list of statements has no result types; the last one returns the user.
  const [row] = rows.at(-1) as UserRow[];
  if (!row) throw new Error("the user who just signed in is gone");
  if (mailId !== null) sendSoon(scope, [mailId]);
  scope.note({ actor: person.id });
  return { sessionToken, bearerToken, deviceToken: device.token, user: userView(row, "trader", scope) };
}
