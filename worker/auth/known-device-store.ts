import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { auditLog, knownDevices, sessions, users } from "../../db/schema/index.ts";
import type { AuditAction } from "../contract/audit-actions.ts";
import { SESSION } from "../contract/limits.ts";
import type { MailAddress } from "../platform/mail-address.ts";
import { deviceHashOf } from "../platform/session-store.ts";
import { idAt, noteDevice } from "../platform/user-store.ts";
import type { Device } from "./device.ts";

/**
 * The only SQL that writes the browsers that a user has logged in with. Functions return statements; verbs put them into
 * batches.
 */

/** The facts about a device, as columns of a query on `users`. */
export function deviceColumns({ hash }: Device) {
  const own = sql`SELECT 1 FROM ${knownDevices} WHERE ${knownDevices.userId} = ${users.id}`;
  return {
    isKnownDevice: sql<number>`EXISTS (${own} AND ${knownDevices.deviceHash} = ${hash})`,
    /**
     * False before the account's first log-in, which needs no mail. Its devices may have been deleted since, so the
     * audit log is checked too.
     */
    hasLoggedIn: sql<number>`(EXISTS (${own}) OR EXISTS (
      SELECT 1 FROM ${auditLog}
      WHERE ${auditLog.subject} = 'user:' || ${users.id} AND ${auditLog.action} = ${"user.logged_in" satisfies AuditAction}
    ))`,
  };
}

/** The statements that store the device as known, and as the account's first one if it has none. */
export function rememberDevice(query: Query, userId: string, { hash }: Device, nowMs: number) {
  return [
    query
      .insert(knownDevices)
      .values({ userId, deviceHash: hash, lastLogInAtMs: nowMs })
      .onConflictDoUpdate({
        target: [knownDevices.userId, knownDevices.deviceHash],
        set: { lastLogInAtMs: nowMs },
      }),
    noteDevice(query, userId, hash, nowMs),
  ] as const;
}

/**
 * The counter key of wrong passwords for an address: that of the device if the account knows it, otherwise that of the
 * account, which may not exist. Strangers cannot use up the attempts of a known device. The trigger
 * `known_devices_forget_failures` relies on the form of a device's key.
 * @param accountKey of the address
 */
export function failuresKeyOf(address: MailAddress, { hash }: Device, accountKey: string): SQL<string> {
  const ofDevice = sql`SELECT 'loginByDevice:' || ${knownDevices.userId} || ':' || ${knownDevices.deviceHash}
    FROM ${knownDevices} WHERE ${knownDevices.userId} = ${idAt(address)} AND ${knownDevices.deviceHash} = ${hash}`;
  return sql<string>`coalesce((${ofDevice}), ${accountKey})`;
}

/**
 * The statement that deletes all devices except that of one session, so that log-ins there are mailed again. It must
 * come before the sessions are deleted.
 */
export function deleteOtherDevices(query: Query, userId: SQL | string, keptSessionId: SQL | string) {
  return query
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), sql`${knownDevices.deviceHash} IS NOT ${deviceHashOf(keptSessionId)}`));
}

/** The statement that deletes every device, so that the next log-in is mailed whatever the device. */
export function deleteAllDevices(query: Query, userId: string) {
  return query.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

/**
 * The statement that deletes the device of one session, unless another session uses it. It must come before the session
 * is deleted.
 */
export function deleteDeviceOf(query: Query, userId: SQL | string, sessionId: string) {
  const isOwn = eq(sessions.userId, userId);
  const ownDevice = deviceHashOf(sessionId, userId);
  const devicesOfOthers = sql`(SELECT ${sessions.deviceHash} FROM ${sessions} WHERE ${and(isOwn, sql`${sessions.id} <> ${sessionId} AND ${sessions.deviceHash} IS NOT NULL`)})`;
  return query
    .delete(knownDevices)
    .where(
      and(
        eq(knownDevices.userId, userId),
        sql`${knownDevices.deviceHash} = ${ownDevice} AND ${knownDevices.deviceHash} NOT IN ${devicesOfOthers}`,
      ),
    );
}

/** The statement that deletes the devices with which nobody has logged in for a long time. */
export function deleteOldDevices(query: Query, nowMs: number) {
  return query.delete(knownDevices).where(lt(knownDevices.lastLogInAtMs, nowMs - SESSION.deviceLifetimeMs));
}
