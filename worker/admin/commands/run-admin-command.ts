import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Query, Statement } from "../../../db/client.ts";
import { mustHaveChangedOne, mustHold } from "../../../db/guard.ts";
import { admins, users } from "../../../db/schema/index.ts";
import type { InspectedImage } from "../../images/inspect-image.ts";
import { type StoredImage, storeImages } from "../../images/store-image.ts";
import type { Mail } from "../../platform/compose-mail.ts";
import { refusedBy } from "../../platform/database-refusal.ts";
import {
  type IdempotencyKey,
  selectStoredResponse,
  storedResponse,
  storeResponse,
  withIdempotency,
} from "../../platform/idempotency.ts";
import { queueMail, sendSoon } from "../../platform/mail-outbox.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch, type Caller, mustStillBe } from "../../platform/session.ts";

/** The admin who acts. */
export type ActingAdmin = {
  id: string;
  /** As colleagues are told of them. */
  name: string;
  /** The operation's time zone: hours in messages to the admin are in it. */
  timeZone: string;
  /** When their word for an act on money begins to count, epoch ms; null once it does. */
  countsFromMs: number | null;
};

/** What an act comes to: the answer, the statements that do it, and the mails that tell of it. */
export type AdminPlan<R extends object> = { reply: R; statements: readonly Statement[]; mails?: readonly Mail[] };

/** The same for an act that shows images: they are stored once it is clear that it may be done. */
export type AdminPlanWithImages<R extends object> = {
  images: readonly InspectedImage[];
  plan: (stored: readonly StoredImage[]) => AdminPlan<R>;
};

/** Two admins can hardly collide more often in a row; who does is told to look again. */
const LOOKS_MAX = 3;

/**
 * Does an admin's act in two round trips: one reads what it depends on, one writes all of it.
 *
 * Between the two a colleague may have done something. So each write holds a guard on what was read
 * ({@link mustBeUnchanged}, {@link mustMatchVersion}, or one of the database's own); when it refuses, the act looks once
 * more, and then goes on or says who was first.
 *
 * @param look   statements that read what the act depends on; they may use who acts, as SQL
 * @param decide judges what was read: throws AppError, or says what to write
 * @returns the first answer when the request is repeated under its Idempotency-Key
 * @throws AppError what `decide` throws, `not_signed_in` | `forbidden` | `step_up_required` | `key_reused`
 */
export function runAdminCommand<const T extends readonly Statement[], R extends object>(
  scope: Scope,
  once: IdempotencyKey | null,
  look: (query: Query, callerId: SQL<string>) => T,
  decide: (rows: BatchResponse<T>, admin: ActingAdmin, nowMs: number) => AdminPlan<R> | AdminPlanWithImages<R>,
): Promise<R> {
  const act = async (looksLeft: number): Promise<R> => {
    const { query } = scope.db;
    const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
      selectStoredResponse(query, once, callerId),
      selectPerson(query, callerId),
      ...look(query, callerId),
    ]);
    // The tuple's own types are given back by position; the spread hides them from the compiler.
    const [replies, [person], ...facts] = rows as unknown as [Replies, Person[], ...BatchResponse<T>];
    const known = storedResponse<R>(once, replies);
    if (known) return known;

    if (!person) throw new Error("a session without its user");
    const nowMs = scope.now();
    const admin = adminAdmin(person, scope.settings.OPERATION_TIME_ZONE, nowMs);
    // As above: what is left of the tuple is what `look` asked for.
    const decided = decide(facts as unknown as BatchResponse<T>, admin, nowMs);
    const write = (plan: AdminPlan<R>) => writePlan(scope, once, caller, plan, nowMs);
    try {
      if (!("images" in decided)) return await write(decided);
      return await storeImages(scope.bindings.IMAGES, decided.images, (stored) => write(decided.plan(stored)));
    } catch (error) {
      if (looksLeft > 1 && OVERTAKEN.some((guard) => refusedBy(error, guard))) return act(looksLeft - 1);
      throw error;
    }
  };
  return withIdempotency(scope, once, () => act(LOOKS_MAX));
}

async function writePlan<R extends object>(
  scope: Scope,
  once: IdempotencyKey | null,
  caller: Caller,
  { reply, statements, mails = [] }: AdminPlan<R>,
  nowMs: number,
): Promise<R> {
  const { query } = scope.db;
  const queued = mails.map((mail) => ({ id: crypto.randomUUID(), mail }));
  await authorizedBatch(scope, "act", (callerId) => [
    ...storeResponse(query, once, callerId, reply, nowMs),
    mustStillBe(query, callerId, caller),
    ...statements,
    ...queued.map(({ id, mail }) => queueMail(query, id, mail, nowMs)),
  ]);
  const mailIds = queued.map(({ id }) => id);
  if (mailIds.length > 0) sendSoon(scope, mailIds);
  return reply;
}

type Replies = ReadonlyArray<{ fingerprint: string; reply: string }>;
type Person = Awaited<ReturnType<typeof selectPerson>>[number];

function selectPerson(query: Query, callerId: SQL<string>) {
  const { id, firstName, lastName } = users;
  return query
    .select({ id, firstName, lastName, countsFromMs: admins.countsFromMs })
    .from(users)
    .innerJoin(admins, eq(admins.id, users.id))
    .where(eq(users.id, callerId));
}

function adminAdmin({ id, firstName, lastName, countsFromMs }: Person, timeZone: string, nowMs: number): ActingAdmin {
  return { id, name: `${firstName} ${lastName}`, timeZone, countsFromMs: countsFromMs > nowMs ? countsFromMs : null };
}

/**
 * `wrong_state` is also what a colleague's decision in between looks like, and a transfer that stands is one; trades that
 * another import brought in between leave this one unbalanced, or too much for one admin. Another request of the trader, a
 * payment that a colleague began, or another withdrawal of this admin in between makes an act need a second approval.
 */
const OVERTAKEN = [
  "version_conflict",
  "wrong_state",
  "UNIQUE transfers.kind, transfers.reference",
  "import_unbalanced",
  "second_admin_needed",
  "approvals_missing",
] as const;

/** A statement that refuses the act when what it was decided on is no longer so. */
export function mustBeUnchanged(query: Query, condition: SQL) {
  return mustHold(query, "version_conflict", condition);
}

/** The same for an update just before it, which found its row only as it was read. */
export function mustMatchVersion(query: Query) {
  return mustHaveChangedOne(query, "version_conflict");
}

/** A person's name as SQL, for joins; NULL when nobody is joined. */
export function nameOf(person: { firstName: unknown; lastName: unknown }) {
  return sql<string | null>`${person.firstName} || ' ' || ${person.lastName}`;
}
