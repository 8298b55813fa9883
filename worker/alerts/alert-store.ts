import { and, desc, eq, gt, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { alertFirings, priceAlerts } from "../../db/schema/index.ts";
import { ALERTS } from "../contract/alerts/price-alerts.ts";
import { NOTIFICATIONS } from "../contract/notifications.ts";
import { DAY_MS, MINUTE_MS } from "../contract/time.ts";
import type { ArmedAlert, ExpiredAlert } from "./book/book-alert.ts";

/** The only SQL that writes price alerts and their firings. Functions return statements; verbs put them into batches. */

/** How long after its end an alert expires without a quote that says so: those from before may still be on their way. */
const EXPIRES_AFTER_MS = 2 * MINUTE_MS;

/** As the index `price_alerts_unarmed` has it. */
const isUnarmed = sql`${priceAlerts.state} = 'on' AND ${priceAlerts.armedVersion} IS NOT ${priceAlerts.version}`;
/** As the index `price_alerts_age` has it. */
const isEnded = sql`${priceAlerts.state} IN ('fired', 'expired', 'removed')`;
const isOpen = sql`${priceAlerts.state} IN ('on', 'paused')`;

/** The statement that reads the alerts of a person that are on, for the trigger book. */
export function selectBookAlerts(query: Query, owner: string) {
  return query
    .select({
      id: priceAlerts.id,
      version: priceAlerts.version,
      symbol: priceAlerts.symbol,
      condition: priceAlerts.condition,
      repeat: priceAlerts.repeat,
      expiresAtMs: priceAlerts.expiresAtMs,
      armedVersion: priceAlerts.armedVersion,
      armedSeq: priceAlerts.armedSeq,
    })
    .from(priceAlerts)
    .where(and(eq(priceAlerts.userId, owner), eq(priceAlerts.state, "on")))
    .orderBy(priceAlerts.id);
}

/** The statement that reads who has alerts that the trigger book does not watch yet: any of them, so that none waits behind those that fail. */
export function selectUnarmedOwners(query: Query, limit: number) {
  return query
    .selectDistinct({ owner: priceAlerts.userId })
    .from(priceAlerts)
    .where(isUnarmed)
    .orderBy(sql`random()`)
    .limit(limit);
}

/** The statement that records which alerts are watched, found by their ids (`+` keeps the index of the person out). Those that have changed meanwhile, or are recorded, stay as they are. */
export function writeArmed(query: Query, owner: string, armed: readonly ArmedAlert[]) {
  return query.run(sql`
    UPDATE ${priceAlerts} SET armed_version = price_alerts.version, armed_seq = given.value ->> '$.armedSeq'
    FROM json_each(${JSON.stringify(armed)}) AS given
    WHERE price_alerts.id = given.value ->> '$.id' AND +price_alerts.user_id = ${owner} AND price_alerts.state = 'on'
      AND price_alerts.version = given.value ->> '$.version'
      AND (price_alerts.armed_version IS NOT price_alerts.version OR price_alerts.armed_seq < given.value ->> '$.armedSeq')`);
}

/** An alert that fired. `facts` is JSON. */
export type FiredAlert = { owner: string; alert: number; version: number; seq: number; at: number; facts: string };

/**
 * The statements that record firings, and then read the ids of those that stand. One that stands is not recorded again, nor is one of
 * an alert that has changed, was paused or is gone meanwhile.
 */
export function insertFirings(query: Query, fired: readonly FiredAlert[]) {
  const json = JSON.stringify(fired);
  return [
    query.run(sql`
      INSERT INTO ${alertFirings} (alert_id, user_id, version, quote_seq, terms, facts, fired_at_ms)
      SELECT price_alerts.id, user_id, price_alerts.version, given.seq,
        json_object(
          'symbol', symbol, 'condition', json(condition), 'repeat', json(repeat), 'expiresAt', expires_at_ms, 'note', note,
          'isAlsoInQuietHours', json(iif(also_in_quiet_hours, 'true', 'false')), 'drawing', drawing
        ),
        given.facts, given.at
      FROM (
        SELECT key, value ->> '$.owner' AS owner, value ->> '$.alert' AS alert, value ->> '$.version' AS version,
          value ->> '$.seq' AS seq, value ->> '$.at' AS at, value ->> '$.facts' AS facts,
          row_number() OVER (PARTITION BY value ->> '$.alert' ORDER BY value ->> '$.seq') AS place
        FROM json_each(${json})
      ) AS given
      JOIN price_alerts ON price_alerts.id = given.alert AND user_id = given.owner AND price_alerts.version = given.version
        AND (state = 'on' OR (state = 'expired' AND given.at < expires_at_ms))
      WHERE (given.place = 1 OR repeat ->> '$.type' = 'again')
        AND NOT EXISTS (SELECT 1 FROM alert_firings WHERE alert_id = given.alert AND quote_seq = given.seq)
      ORDER BY given.key
      ON CONFLICT DO NOTHING`),
    query
      .select({ id: alertFirings.id })
      .from(alertFirings)
      .innerJoin(
        sql`json_each(${json}) AS given`,
        sql`${alertFirings.alertId} = given.value ->> '$.alert' AND ${alertFirings.quoteSeq} = given.value ->> '$.seq'`,
      )
      .orderBy(alertFirings.id),
  ] as const;
}

/** The statement that reads some of those whose alerts were armed after a record, in the order of their ids. */
export function selectOwnersArmedAfter(query: Query, seq: number, { after, limit }: { after: string; limit: number }) {
  return query
    .selectDistinct({ owner: priceAlerts.userId })
    .from(priceAlerts)
    .where(and(eq(priceAlerts.state, "on"), gt(priceAlerts.armedSeq, seq), gt(priceAlerts.userId, after)))
    .orderBy(priceAlerts.userId)
    .limit(limit);
}

/** The statement that records that alerts have expired. */
export function writeExpired(query: Query, expired: readonly ExpiredAlert[]) {
  return query.run(sql`
    UPDATE ${priceAlerts} SET state = 'expired', changed_at_ms = price_alerts.expires_at_ms
    FROM json_each(${JSON.stringify(expired)}) AS given
    WHERE price_alerts.id = given.value ->> '$.id' AND +price_alerts.user_id = given.value ->> '$.owner' AND price_alerts.state = 'on'
      AND price_alerts.version = given.value ->> '$.version' AND price_alerts.expires_at_ms IS NOT NULL`);
}

/** The statement that expires alerts whose end has come without a quote. */
export function expireAlerts(query: Query, nowMs: number) {
  return query
    .update(priceAlerts)
    .set({ state: "expired", changedAtMs: sql`${priceAlerts.expiresAtMs}` })
    .where(and(isOpen, sql`${priceAlerts.expiresAtMs} <= ${nowMs - EXPIRES_AFTER_MS}`));
}

/** The statements that delete alerts that are listed no longer, and firings that are too old. */
export function deleteOldAlerts(query: Query, nowMs: number) {
  return [
    query.delete(priceAlerts).where(and(isEnded, lt(priceAlerts.changedAtMs, nowMs - ALERTS.listedDays * DAY_MS))),
    query.delete(alertFirings).where(lt(alertFirings.firedAtMs, nowMs - NOTIFICATIONS.keptDays * DAY_MS)),
  ] as const;
}

/** The statements that delete all of a person, after the account was closed in the same batch. */
export function deleteAlertsOf(query: Query, userId: string) {
  return [
    query.delete(alertFirings).where(eq(alertFirings.userId, userId)),
    query.delete(priceAlerts).where(eq(priceAlerts.userId, userId)),
  ] as const;
}

/** An alert, and the newest of its firings while that is kept. */
export type AlertRow = { alert: typeof priceAlerts.$inferSelect; firing: FiringRow | null };
export type FiringRow = typeof alertFirings.$inferSelect;

/** How many alerts one answer has at most. */
const ALERTS_LISTED_MAX = 1_500;

/** The statement that reads the caller's alerts: those that are on or paused, then those that fired or expired. @param id of one alone */
export function selectAlerts(query: Query, callerId: SQL<string>, nowMs: number, id?: number) {
  return query
    .select({ alert: priceAlerts, firing: alertFirings })
    .from(priceAlerts)
    .leftJoin(alertFirings, eq(alertFirings.id, priceAlerts.lastFiringId))
    .where(
      and(
        eq(priceAlerts.userId, callerId),
        ne(priceAlerts.state, "removed"),
        or(isOpen, gt(priceAlerts.changedAtMs, nowMs - ALERTS.listedDays * DAY_MS)),
        id === undefined ? undefined : eq(priceAlerts.id, id),
      ),
    )
    .orderBy(desc(isOpen), desc(priceAlerts.id))
    .limit(ALERTS_LISTED_MAX);
}

/** The statement that reads whether the caller has removed an alert. */
export function selectIsRemoved(query: Query, callerId: SQL<string>, id: number) {
  return query
    .select({ id: priceAlerts.id })
    .from(priceAlerts)
    .where(and(eq(priceAlerts.id, id), eq(priceAlerts.userId, callerId), eq(priceAlerts.state, "removed")));
}

/** The columns of an alert that its person sets. `condition` and `repeat` are JSON. */
export type AlertColumns = Pick<
  typeof priceAlerts.$inferInsert,
  "symbol" | "condition" | "repeat" | "expiresAtMs" | "note" | "isAlsoInQuietHours" | "drawing"
>;

export function insertAlert(query: Query, callerId: SQL<string>, columns: AlertColumns, nowMs: number) {
  return query
    .insert(priceAlerts)
    .values({ ...columns, userId: callerId, state: "on", createdAtMs: nowMs, changedAtMs: nowMs })
    .returning({ id: priceAlerts.id });
}

/**
 * The statements that write the next version of the caller's alert. They refuse the batch (`alert_changed`) when it is not as it was
 * seen: another version, or fired meanwhile.
 */
export function changeAlert(
  query: Query,
  callerId: SQL<string>,
  seen: { id: number; version: number; state: AlertRow["alert"]["state"] },
  change: Partial<AlertColumns> & { state: AlertRow["alert"]["state"] },
  nowMs: number,
) {
  return [
    query
      .update(priceAlerts)
      .set({ ...change, version: seen.version + 1, changedAtMs: nowMs })
      .where(
        and(
          eq(priceAlerts.id, seen.id),
          eq(priceAlerts.userId, callerId),
          eq(priceAlerts.version, seen.version),
          eq(priceAlerts.state, seen.state),
        ),
      ),
    mustHaveChangedOne(query, "alert_changed"),
  ] as const;
}

/** A page of the caller's firings, the newest first. @param before an id; null for the first page */
export function selectFirings(query: Query, callerId: SQL<string>, page: { before: number | null; limit: number }) {
  return query
    .select()
    .from(alertFirings)
    .where(and(eq(alertFirings.userId, callerId), page.before === null ? undefined : lt(alertFirings.id, page.before)))
    .orderBy(desc(alertFirings.id))
    .limit(page.limit);
}

/** The statement that reads a firing of the caller. */
export function selectFiring(query: Query, callerId: SQL<string>, id: number) {
  return query
    .select()
    .from(alertFirings)
    .where(and(eq(alertFirings.id, id), eq(alertFirings.userId, callerId)));
}
