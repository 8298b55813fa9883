import { eq, type SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { secondFactors, signInTokens, users } from "../../db/schema/index.ts";
import type { MailAddress } from "../platform/mail-address.ts";
import { isSignInOf } from "../platform/session-store.ts";
import { idAt } from "../platform/user-store.ts";
import { recoveryCodesLeft } from "../profile/user-view-store.ts";
import type { Device } from "./device.ts";
import { deviceColumns } from "./known-device-store.ts";

/** The SQL that reads a user who logs in. It writes nothing. */

/** The columns of the user that every kind of log-in reads in its first round trip. */
export function logInColumns(device: Device) {
  const { id, email, timeZone, hasLoginAlerts } = users;
  return { id, email, timeZone, hasLoginAlerts, ...deviceColumns(device) };
}

/** A user who is about to be logged in, as {@link logInColumns} reads them. */
export type LogInUser = {
  id: string;
  email: string;
  timeZone: string;
  hasLoginAlerts: boolean;
  isKnownDevice: number;
  hasLoggedIn: number;
};

/** The statement that reads what a log-in with a password checks. */
export function selectForLogIn(query: Query, device: Device, address: MailAddress) {
  return query
    .select({
      ...logInColumns(device),
      firstName: users.firstName,
      passwordHash: users.passwordHash,
      emailVerifiedAtMs: users.emailVerifiedAtMs,
      secondFactor: secondFactors.userId,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, idAt(address)));
}

/**
 * The statement that reads what the second step of a log-in checks; no row without a second factor.
 * @param isRecoveryCodeKnown whether the typed text is an unused recovery code, as a column
 */
export function selectForSecondStep(query: Query, device: Device, userId: string, isRecoveryCodeKnown: SQL<number>) {
  return query
    .select({
      ...logInColumns(device),
      passwordHash: users.passwordHash,
      totpSecret: secondFactors.totpSecret,
      lastStep: secondFactors.lastStep,
      role: users.role,
      recoveryCodesLeft,
      isRecoveryCodeKnown,
    })
    .from(users)
    .innerJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, userId));
}

/** The statement that reads the user whom a token logs in; no row when it is used or expired. */
export function selectForSignIn(query: Query, device: Device, tokenHash: string, nowMs: number) {
  return query
    .select(logInColumns(device))
    .from(users)
    .innerJoin(signInTokens, eq(signInTokens.userId, users.id))
    .where(isSignInOf(tokenHash, nowMs));
}
