import { and, isNull, type SQL, sql } from "drizzle-orm";
import { mustHold } from "../../db/guard.ts";
import { prepared, shaped, type Value } from "../../db/prepared.ts";
import { settingsInForce } from "../../db/schema/index.ts";
import type { Query } from "../../db/statement.ts";
import type { SettingKey } from "../contract/operation/settings.ts";

/** The SQL by which the Worker reads the operation's settings. */

/** The value of a setting of the operation, as stored; NULL where none is in force. */
export function settingInForce(key: SettingKey): SQL<string | null> {
  return sql`(SELECT value FROM settings_in_force WHERE key = ${sql.raw(`'${key}'`)} AND user_id IS NULL)`;
}

/** A setting that is a number of cents; NULL where none is in force. */
export function centsInForce(key: SettingKey): SQL<number | null> {
  return sql`CAST(${settingInForce(key)} AS INTEGER)`;
}

/** The statement that reads the operation's settings in force, those of traders left out. @param callerId NULL reads nothing */
export const selectSettings = prepared((query, callerId: SQL) =>
  query
    .select({ key: settingsInForce.key, value: settingsInForce.value, revision: settingsInForce.revision })
    .from(settingsInForce)
    .where(and(sql`${callerId} IS NOT NULL`, isNull(settingsInForce.userId))),
);
/** The settings in force. */
export type SettingRows = readonly { key: string; value: string | null; revision: number }[];

const isAtRevision = shaped(
  (revision: Value<number>) =>
    sql`(SELECT coalesce(max(revision), 0) FROM operation_settings WHERE user_id IS NULL) = ${revision}`,
);

/**
 * The statement that refuses its batch as `setting_changed` when a setting of the operation has come into force since they were read: what
 * was decided by them is decided again.
 */
export function mustHaveSettings(query: Query, revision: number) {
  return mustHold(query, "setting_changed", isAtRevision(revision));
}
