import type { Database } from "../../db/client.ts";
import type { AlertCondition, AlertRepeat } from "../contract/alerts/price-alerts.ts";
import { isFeedSymbol } from "../contract/symbols.ts";
import {
  insertFirings,
  selectBookAlerts,
  selectOwnersArmedAfter,
  selectUnarmedOwners,
  writeArmed,
  writeExpired,
} from "./alert-store.ts";
import type { ArmedAlert, BookAlert, BookFiring, ExpiredAlert } from "./book/book-alert.ts";

/**
 * What the trigger book reads of alerts in the database, and writes there. Each write can be repeated, and leaves out alerts that have
 * another version or are not on.
 */

const OWNERS_PER_READ = 500;

type Rows = Pick<Database, "query" | "read" | "write">;

/** All alerts of a person that the book watches. One that was paused, has fired or expired, or was removed is not among them. */
export async function alertsOf({ query, read }: Rows, owner: string): Promise<BookAlert[]> {
  const [rows] = await read([selectBookAlerts(query, owner)]);
  return rows.flatMap(({ symbol, condition, repeat, expiresAtMs, ...rest }) => {
    // A symbol of a later version.
    if (!isFeedSymbol(symbol)) return [];
    // Both columns were written as these types.
    const terms = { condition: JSON.parse(condition) as AlertCondition, repeat: JSON.parse(repeat) as AlertRepeat };
    return [{ ...rest, ...terms, symbol, expiresAt: expiresAtMs }];
  });
}

/** Some of those who have alerts that the book does not watch yet. */
export async function unarmedOwners({ query, read }: Rows, limit: number): Promise<string[]> {
  const [rows] = await read([selectUnarmedOwners(query, limit)]);
  return rows.map(({ owner }) => owner);
}

/** Some of those whose alerts were armed after a record of the tape, in the order of their ids. */
export async function ownersArmedAfter({ query, read }: Rows, seq: number, after: string): Promise<string[]> {
  const [rows] = await read([selectOwnersArmedAfter(query, seq, { after, limit: OWNERS_PER_READ })]);
  return rows.map(({ owner }) => owner);
}

/** Records which alerts of a person are watched, and from which record on. */
export async function recordArmed({ query, write }: Rows, owner: string, armed: readonly ArmedAlert[]): Promise<void> {
  if (armed.length > 0) await write([writeArmed(query, owner, armed)]);
}

/**
 * Records firings, each once and with its notification. Those of alerts that were changed, paused or removed are left out for good.
 * @param firings at most 500, in the order of their quotes
 * @returns the ids of those that stand, recorded by this call or before
 */
export async function recordFirings({ query, write }: Rows, firings: readonly BookFiring[]): Promise<number[]> {
  if (firings.length === 0) return [];
  const fired = firings.map(({ owner, alert, version, at, quote, before, value2, extreme }) => {
    return { owner, alert, version, seq: quote.seq, at, facts: JSON.stringify({ quote, before, value2, extreme }) };
  });
  const [, rows] = await write(insertFirings(query, fired));
  return rows.map(({ id }) => id);
}

/** Records that alerts have expired: a quote came at or after their end. */
export async function recordExpired({ query, write }: Rows, expired: readonly ExpiredAlert[]): Promise<void> {
  if (expired.length > 0) await write([writeExpired(query, expired)]);
}
