import { and, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { operationSettings, roleHolders, users } from "../../../db/schema/index.ts";
import type { SettingKey } from "../../contract/operation/settings.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import { nameOf, PERSON_COLUMNS } from "../lists/person-sql.ts";

/** The only SQL that writes the operation's settings. Functions return statements; verbs put them into batches. */

const before = alias(operationSettings, "before");
const proposer = alias(users, "proposer");
const applier = alias(users, "applier");
const canceller = alias(users, "canceller");
const trader = alias(users, "trader");

const IS_OPEN = and(isNull(operationSettings.revision), isNull(operationSettings.cancelledAtMs));
/** As `settings_in_force` has it, for a row of the table itself. */
const IN_FORCE = sql`(operation_settings.revision IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM operation_settings AS later
  WHERE later.key = operation_settings.key AND later.user_id IS operation_settings.user_id
    AND later.revision > operation_settings.revision
))`;
/** Newer ones are shown; the audit log has all. */
const HISTORY_ROWS = 50;
/** So many limits of single traders are shown, the newest. */
const TRADERS_MAX = 200;

const columns = {
  id: operationSettings.id,
  // A trigger refuses every other key.
  key: sql<SettingKey>`${operationSettings.key}`,
  userId: operationSettings.userId,
  value: operationSettings.value,
  reason: operationSettings.reason,
  proposedBy: operationSettings.proposedBy,
  proposedByName: nameOf(proposer),
  proposedAtMs: operationSettings.proposedAtMs,
  revision: operationSettings.revision,
  appliedByName: nameOf(applier),
  appliedAtMs: operationSettings.appliedAtMs,
  cancelledByName: nameOf(canceller),
  cancelledAtMs: operationSettings.cancelledAtMs,
  isInForce: sql<number>`${IN_FORCE}`,
  /** The change before, and its value; null where this one is the first. */
  seenId: operationSettings.seenId,
  valueBefore: before.value,
  trader: { _id: trader.id, firstName: trader.firstName, lastName: trader.lastName },
  approvedBy: approvalsOn(sql`'setting:' || ${operationSettings.id}`),
  ownerCount: sql<number>`(SELECT count(*) FROM ${roleHolders} WHERE ${roleHolders.role} = 'owner')`,
};
/** A change of a setting as admins see it. @property ownerCount how many owners there are */
export type SettingChange = ReturnType<typeof selectChanges>["_"]["result"][number];

/** @param callerId NULL reads nothing */
function selectChanges(query: Query, callerId: SQL, which: SQL | undefined) {
  return query
    .select(columns)
    .from(operationSettings)
    .innerJoin(proposer, eq(proposer.id, operationSettings.proposedBy))
    .leftJoin(applier, eq(applier.id, operationSettings.appliedBy))
    .leftJoin(canceller, eq(canceller.id, operationSettings.cancelledBy))
    .leftJoin(before, eq(before.id, operationSettings.seenId))
    .leftJoin(trader, eq(trader.id, operationSettings.userId))
    .where(and(sql`${callerId} IS NOT NULL`, which))
    .$dynamic();
}

/** Which setting: a key, and the trader where it is about one. */
export type SettingOf = { key: SettingKey; userId: string | null };

function isOf({ key, userId }: SettingOf): SQL | undefined {
  const ofUser = userId === null ? isNull(operationSettings.userId) : eq(operationSettings.userId, userId);
  return and(eq(operationSettings.key, key), ofUser);
}

/** The statement that reads the change of a setting that is in force, and the one that is proposed. */
export function selectCurrent(query: Query, callerId: SQL, setting: SettingOf) {
  return selectChanges(query, callerId, and(isOf(setting), or(IS_OPEN, IN_FORCE)));
}

/** The statement that reads a change, whatever became of it. */
export function selectChange(query: Query, callerId: SQL, id: string) {
  return selectChanges(query, callerId, eq(operationSettings.id, id));
}

/** The statement that reads what is in force and what is proposed of the operation's settings. */
export function selectOperationChanges(query: Query, callerId: SQL) {
  return selectChanges(query, callerId, and(isNull(operationSettings.userId), or(IS_OPEN, IN_FORCE)));
}

/** The statement that reads what is in force and what is proposed for single traders. */
export function selectTraderChanges(query: Query, callerId: SQL) {
  const isShown = or(IS_OPEN, and(IN_FORCE, isNotNull(operationSettings.value)));
  return selectChanges(query, callerId, and(isNotNull(operationSettings.userId), isShown))
    .orderBy(desc(operationSettings.proposedAtMs), desc(operationSettings.id))
    .limit(TRADERS_MAX);
}

/** The statement that reads the newest changes. @param of of one setting; of all without it */
export function selectHistory(query: Query, callerId: SQL, of?: SettingOf) {
  return selectChanges(query, callerId, of && isOf(of))
    .orderBy(desc(operationSettings.proposedAtMs), desc(operationSettings.id))
    .limit(HISTORY_ROWS);
}

/** The statement that reads a trader; no row for an admin. @param callerId NULL reads nothing */
export function selectTrader(query: Query, callerId: SQL, userId: string | null) {
  return query
    .select(PERSON_COLUMNS)
    .from(users)
    .where(and(sql`${callerId} IS NOT NULL`, eq(users.id, userId ?? "")));
}

/** The statement that counts the owners. @param callerId NULL counts none */
export function countOwners(query: Query, callerId: SQL) {
  return query
    .select({ count: count() })
    .from(roleHolders)
    .where(sql`${roleHolders.role} = 'owner' AND ${callerId} IS NOT NULL`);
}

/** A new proposal. */
export type NewChange = Pick<
  typeof operationSettings.$inferInsert,
  "id" | "key" | "userId" | "value" | "seenId" | "reason" | "proposedBy" | "proposedAtMs"
>;

/**
 * The statement that proposes a change.
 *
 * The database refuses the batch as `setting_changed` when another change is in force than the one seen or another proposal waits,
 * `setting_out_of_bounds`, `own_account` or `not_an_admin`.
 */
export function insertChange(query: Query, change: NewChange) {
  return query.insert(operationSettings).values(change);
}

/**
 * The statement by which a proposal comes into force. The last approval must come before it.
 *
 * The database refuses the batch as `wrong_state` when it was decided meanwhile, `setting_changed` or `approvals_missing`.
 */
export function applyChange(query: Query, id: string, appliedBy: string, nowMs: number) {
  const next = sql`(SELECT coalesce(max(newest.revision), 0) + 1 FROM operation_settings AS newest)`;
  return query
    .update(operationSettings)
    .set({ revision: next, appliedBy, appliedAtMs: nowMs })
    .where(eq(operationSettings.id, id));
}

/** The statement that takes a proposal back. The database refuses the batch as `wrong_state` when it was decided meanwhile. */
export function cancelChange(query: Query, id: string, cancelledBy: string, nowMs: number) {
  return query.update(operationSettings).set({ cancelledBy, cancelledAtMs: nowMs }).where(eq(operationSettings.id, id));
}

/** The condition that a proposal waits. */
export function isOpenChange(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${operationSettings} WHERE ${operationSettings.id} = ${id} AND ${IS_OPEN})`;
}

/** The condition that a user may approve what an owner proposed: another owner, whose own limit it is not. */
export function maySecond(ownerId: string, { userId }: SettingOf): SQL {
  const isOwner = sql`EXISTS (SELECT 1 FROM ${roleHolders} WHERE ${roleHolders.userId} = ${users.id} AND ${roleHolders.role} = 'owner')`;
  return sql`${users.id} <> ${ownerId} AND ${users.id} IS NOT ${userId} AND ${isOwner}`;
}
