import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { auditLog, knownDevices, sessions, users } from "../../db/schema/index.ts";
import type { AuditAction } from "../contract/audit-actions.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";

/** The browsers that a person has logged in with, told apart by a random cookie that lives longer than any session. */

/** @property token the cookie's value @property hash how it is kept */
export type Device = { token: string; hash: string };

/** The device of a request's cookie, or a new one where there is none of our form. */
export async function deviceOf(cookie: string | null): Promise<Device> {
  const token = cookie !== null && /^[\w-]{43}$/.test(cookie) ? cookie : randomToken();
  return { token, hash: await sha256Hex(token) };
}

/** What is known about a device, as columns beside others of `users`. */
export function deviceColumns({ hash }: Device) {
  const own = sql`SELECT 1 FROM ${knownDevices} WHERE ${knownDevices.userId} = ${users.id}`;
  return {
    isKnownDevice: sql<number>`EXISTS (${own} AND ${knownDevices.deviceHash} = ${hash})`,
    /** Not so before the first log-in of all, which surprises nobody. Their devices may have been forgotten since. */
    hasLoggedIn: sql<number>`(EXISTS (${own}) OR EXISTS (
      SELECT 1 FROM ${auditLog}
      WHERE ${auditLog.subject} = 'user:' || ${users.id} AND ${auditLog.action} = ${"user.logged_in" satisfies AuditAction}
    ))`,
  };
}

/** The statements that make it a known one, and the account's first one where it has none. */
export function rememberDevice(query: Query, userId: string, { hash }: Device, nowMs: number) {
  const { firstDeviceHash, otherDeviceLogInAtMs } = users;
  return [
    query
      .insert(knownDevices)
      .values({ userId, deviceHash: hash, lastLogInAtMs: nowMs })
      .onConflictDoUpdate({
        target: [knownDevices.userId, knownDevices.deviceHash],
        set: { lastLogInAtMs: nowMs },
      }),
    query
      .update(users)
      .set({
        firstDeviceHash: sql`coalesce(${firstDeviceHash}, ${hash})`,
        otherDeviceLogInAtMs: sql`CASE WHEN coalesce(${firstDeviceHash}, ${hash}) = ${hash} THEN ${otherDeviceLogInAtMs} ELSE ${nowMs} END`,
      })
      .where(eq(users.id, userId)),
  ] as const;
}

/**
 * The key under which wrong passwords for an address are counted: that of the device where it is known to the account, and
 * otherwise that of the account, which may be nobody's. Strangers cannot use up the tries of a known device.
 * @param accountKey of the address
 * The trigger `known_devices_forget_failures` knows the form of a device's key.
 */
export function failuresKeyOf(email: string, { hash }: Device, accountKey: string): SQL<string> {
  const ofDevice = sql`SELECT 'loginByDevice:' || ${knownDevices.userId} || ':' || ${knownDevices.deviceHash}
    FROM ${knownDevices} INNER JOIN ${users} ON ${users.id} = ${knownDevices.userId}
    WHERE ${users.email} = ${email} AND ${knownDevices.deviceHash} = ${hash}`;
  return sql<string>`coalesce((${ofDevice}), ${accountKey})`;
}

/**
 * The statement that forgets all devices but that of one session: whoever logs in there again is mailed about. It goes
 * before the sessions do.
 */
export function forgetOtherDevices(query: Query, userId: SQL | string, keptSessionId: SQL | string) {
  const kept = sql`(SELECT ${sessions.deviceHash} FROM ${sessions} WHERE ${sessions.id} = ${keptSessionId})`;
  return query
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), sql`${knownDevices.deviceHash} IS NOT ${kept}`));
}

/** The statement that forgets every device: whichever logs in next is mailed about. */
export function forgetAllDevices(query: Query, userId: string) {
  return query.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

/** The statement that forgets the device of one session, unless another session is on the same. It goes before it ends. */
export function forgetDeviceOf(query: Query, userId: SQL, sessionId: string) {
  const isOwn = eq(sessions.userId, userId);
  const ofIt = sql`(SELECT ${sessions.deviceHash} FROM ${sessions} WHERE ${and(isOwn, eq(sessions.id, sessionId))})`;
  const ofOthers = sql`(SELECT ${sessions.deviceHash} FROM ${sessions} WHERE ${and(isOwn, sql`${sessions.id} <> ${sessionId} AND ${sessions.deviceHash} IS NOT NULL`)})`;
  return query
    .delete(knownDevices)
    .where(
      and(
        eq(knownDevices.userId, userId),
        sql`${knownDevices.deviceHash} = ${ofIt} AND ${knownDevices.deviceHash} NOT IN ${ofOthers}`,
      ),
    );
}
