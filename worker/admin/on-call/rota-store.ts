import { and, asc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { mustHaveChangedOne, mustHold } from "../../../db/guard.ts";
import { admins, onCallOverrides, onCallRotaMembers, onCallRotas, users } from "../../../db/schema/index.ts";
import { nameOf } from "../lists/person-sql.ts";
import type { OnCallFacts } from "./rota-rules.ts";

/** The SQL about who is on call when. Functions return statements; verbs put them into batches. */

/** The id of the newest rota, which is in force; 0 before the first. */
const newestRota = sql<number>`(SELECT coalesce(max(id), 0) FROM on_call_rotas)`;
const setter = alias(users, "setter");

/**
 * The statements whose rows {@link onCallFacts} takes: the members of the rota in force, the overrides that have not passed, and the admins.
 * @param callerId NULL reads nothing
 */
export function selectOnCall(query: Query, callerId: SQL, nowMs: number) {
  const isAuthorized = sql`${callerId} IS NOT NULL`;
  return [
    query
      .select({
        rotaId: onCallRotas.id,
        firstMonday: onCallRotas.firstMonday,
        setAtMs: onCallRotas.setAtMs,
        setByName: nameOf(setter),
        userId: onCallRotaMembers.userId,
        name: nameOf(users),
      })
      .from(onCallRotas)
      .innerJoin(setter, eq(setter.id, onCallRotas.setBy))
      .leftJoin(onCallRotaMembers, eq(onCallRotaMembers.rotaId, onCallRotas.id))
      .leftJoin(users, eq(users.id, onCallRotaMembers.userId))
      .where(and(isAuthorized, eq(onCallRotas.id, newestRota)))
      .orderBy(asc(onCallRotaMembers.position)),
    query
      .select({
        id: onCallOverrides.id,
        userId: onCallOverrides.userId,
        name: nameOf(users),
        fromMs: onCallOverrides.fromMs,
        toMs: onCallOverrides.toMs,
        setByName: nameOf(setter),
      })
      .from(onCallOverrides)
      .innerJoin(users, eq(users.id, onCallOverrides.userId))
      .innerJoin(setter, eq(setter.id, onCallOverrides.setBy))
      .where(and(isAuthorized, isNull(onCallOverrides.removedAtMs), gt(onCallOverrides.toMs, nowMs)))
      .orderBy(asc(onCallOverrides.fromMs), asc(onCallOverrides.id)),
    query
      .select({
        id: admins.id,
        name: nameOf(users),
        /** Their channels besides mail, with commas between; null without one. */
        channels: sql<
          string | null
        >`nullif(iif(${hasChannel("push")}, 'push', '') || iif(${hasChannel("telegram")}, ',telegram', ''), '')`,
      })
      .from(admins)
      .innerJoin(users, eq(users.id, admins.id))
      .where(isAuthorized)
      .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id)),
  ] as const;
}

/** The condition that an admin has connected a channel. Read as a list, the view would be read of everybody. */
function hasChannel(channel: "push" | "telegram"): SQL {
  return sql`EXISTS (SELECT 1 FROM connected_channels WHERE connected_channels.user_id = ${admins.id} AND connected_channels.channel = ${channel})`;
}

export type OnCallRows = BatchResponse<ReturnType<typeof selectOnCall>>;

/** The facts of {@link OnCallFacts} in the rows of {@link selectOnCall}. */
export function onCallFacts([members, overrides, people]: OnCallRows, timeZone: string): OnCallFacts {
  const [first] = members;
  return {
    rota: first ? { firstMonday: first.firstMonday, userIds: members.flatMap(({ userId }) => userId ?? []) } : null,
    overrides,
    adminIds: new Set(people.map(({ id }) => id)),
    timeZone,
  };
}

/**
 * The statements that put another rota into force. They refuse the batch as `version_conflict` when it is not the one that was
 * seen any more.
 * @param rota.seenId the id of the rota that it replaces; 0 before the first
 */
export function insertRota(
  query: Query,
  rota: { seenId: number; firstMonday: number; userIds: readonly string[]; setBy: string },
  nowMs: number,
) {
  const { seenId, firstMonday, userIds, setBy } = rota;
  const members = userIds.map((userId, position) => ({ rotaId: newestRota, position, userId }));
  return [
    mustHold(query, "version_conflict", sql`${newestRota} = ${seenId}`),
    query.insert(onCallRotas).values({ firstMonday, setBy, setAtMs: nowMs }),
    ...(members.length > 0 ? [query.insert(onCallRotaMembers).values(members)] : []),
  ];
}

/** The statement that lets an admin stand in for a span. */
export function insertOverride(
  query: Query,
  override: { userId: string; fromMs: number; toMs: number; setBy: string },
  nowMs: number,
) {
  return query.insert(onCallOverrides).values({ ...override, setAtMs: nowMs });
}

/** The statements that take an override back. They refuse the batch as `version_conflict` when it was taken back already. */
export function removeOverride(query: Query, id: number, nowMs: number) {
  return [
    query
      .update(onCallOverrides)
      .set({ removedAtMs: nowMs })
      .where(and(eq(onCallOverrides.id, id), isNull(onCallOverrides.removedAtMs))),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}
