import type { SQL } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Query, Statement } from "../../../db/client.ts";
import { mustHold } from "../../../db/guard.ts";
import type { InspectedImage } from "../../images/inspect-image.ts";
import { type StoredImage, storeImages } from "../../images/store-image.ts";
import { refusedBy } from "../../platform/database-refusal.ts";
import { storedResponse, withIdempotency } from "../../platform/idempotency.ts";
import {
  type IdempotencyKey,
  type StoredResponse,
  selectStoredResponse,
  storeResponse,
} from "../../platform/idempotency-store.ts";
import type { Mail } from "../../platform/mail/compose-mail.ts";
import { sendSoon } from "../../platform/mail/mail-outbox.ts";
import { queueMail } from "../../platform/mail/outbox-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { type Caller, mustBeSameCaller } from "../../platform/session-store.ts";
import { type ActingAdminRow, selectActingAdmin } from "./acting-admin-store.ts";

/** The admin who runs the command. */
export type ActingAdmin = {
  id: string;
  /** The name that colleagues see. */
  name: string;
  /** The operation's time zone, for times in messages to the admin. */
  timeZone: string;
  /** When their approvals of money begin to count, epoch ms; null once they do. */
  countsFromMs: number | null;
  /** When what they approve as an owner begins to count, epoch ms; null once it does. */
  ownerCountsFromMs: number | null;
  /** Whether a page of the admin screens sent the command, not a program. */
  isOnPage: boolean;
};

/** The result of planning a command: the response, the statements to write, and the mails to send. */
export type AdminPlan<R extends object> = { reply: R; statements: readonly Statement[]; mails?: readonly Mail[] };

/** A plan with images, which are stored only after the command was found to be allowed. */
export type AdminPlanWithImages<R extends object> = {
  images: readonly InspectedImage[];
  plan: (stored: readonly StoredImage[]) => AdminPlan<R>;
};

/** The number of attempts. Conflicts with a colleague hardly repeat more often; after that the admin must refresh. */
const ATTEMPTS_MAX = 3;

/**
 * Runs an admin's command in two round trips: one reads the facts, one writes everything.
 *
 * A colleague may change something between the two. So each write includes a guard on what was read
 * ({@link mustBeUnchanged}, a store's `version_conflict`, or one of the database's own). When it refuses, the command
 * reads again and then either succeeds or reports the conflict.
 *
 * @param look returns the statements that read the facts; they may use the caller's id, as SQL
 * @param decide validates the facts: throws AppError, or returns what to write
 * @returns the first response when the request is repeated with its Idempotency-Key
 * @throws AppError what `decide` throws, `not_signed_in` | `forbidden` | `step_up_required` | `key_reused`
 */
export function runAdminCommand<const T extends readonly Statement[], R extends object>(
  scope: Scope,
  idempotencyKey: IdempotencyKey | null,
  look: (query: Query, callerId: SQL<string>) => T,
  decide: (rows: BatchResponse<T>, admin: ActingAdmin, nowMs: number) => AdminPlan<R> | AdminPlanWithImages<R>,
): Promise<R> {
  const act = async (attemptsLeft: number): Promise<R> => {
    const { query } = scope.db;
    const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
      selectStoredResponse(query, idempotencyKey, callerId),
      selectActingAdmin(query, callerId),
      ...look(query, callerId),
    ]);
    // The results are typed again by position; the spread hides their types from the compiler.
    const [replies, [person], ...facts] = rows as unknown as [Replies, ActingAdminRow[], ...BatchResponse<T>];
    const known = await storedResponse<R>(scope, idempotencyKey, replies);
    if (known) return known;

    if (!person) throw new Error("a session without its user");
    const nowMs = scope.now();
    const admin = actingAdmin(person, scope, nowMs);
    // The rest of the tuple are the results of `look`.
    const decided = decide(facts as unknown as BatchResponse<T>, admin, nowMs);
    const write = (plan: AdminPlan<R>) => writePlan(scope, idempotencyKey, caller, plan, nowMs);
    try {
      if (!("images" in decided)) return await write(decided);
      return await storeImages(scope.bindings.IMAGES, decided.images, (stored) => write(decided.plan(stored)));
    } catch (error) {
      if (attemptsLeft > 1 && CONFLICT_GUARDS.some((guard) => refusedBy(error, guard))) return act(attemptsLeft - 1);
      throw error;
    }
  };
  return withIdempotency(scope, idempotencyKey, () => act(ATTEMPTS_MAX));
}

async function writePlan<R extends object>(
  scope: Scope,
  idempotencyKey: IdempotencyKey | null,
  caller: Caller,
  { reply, statements, mails = [] }: AdminPlan<R>,
  nowMs: number,
): Promise<R> {
  const { query } = scope.db;
  const queued = mails.map((mail) => ({ id: crypto.randomUUID(), mail }));
  await authorizedBatch(scope, "act", (callerId) => [
    ...storeResponse(query, idempotencyKey, callerId, reply, nowMs),
    mustBeSameCaller(query, callerId, caller),
    ...statements,
    ...queued.map(({ id, mail }) => queueMail(query, id, mail, nowMs)),
  ]);
  const mailIds = queued.map(({ id }) => id);
  if (mailIds.length > 0) sendSoon(scope, mailIds);
  return reply;
}

type Replies = readonly StoredResponse[];

function actingAdmin(
  { id, firstName, lastName, countsFromMs, ownerCountsFromMs }: ActingAdminRow,
  { settings, credentials }: Pick<Scope, "settings" | "credentials">,
  nowMs: number,
): ActingAdmin {
  return {
    id,
    name: `${firstName} ${lastName}`,
    timeZone: settings.OPERATION_TIME_ZONE,
    countsFromMs: countsFromMs > nowMs ? countsFromMs : null,
    ownerCountsFromMs: ownerCountsFromMs > nowMs ? ownerCountsFromMs : null,
    isOnPage: (credentials?.actingUserId ?? null) !== null,
  };
}

/**
 * The guards after which a command is tried again, because a concurrent change may have caused the refusal.
 * `wrong_state` and `transfers.kind` are also raised after a colleague's decision. Trades of another import can make
 * this one unbalanced or exceed what one admin may move. A payment may come for the code, or be credited for it. Another
 * request of the trader, a payment that a colleague started, another withdrawal of this admin or a setting that came into force can
 * make a second approval necessary. A trader may change their name. Where the admin's role was taken meanwhile, reading again says
 * so.
 */
const CONFLICT_GUARDS = [
  "version_conflict",
  "wrong_state",
  "UNIQUE transfers.kind, transfers.reference",
  "import_unbalanced",
  "second_admin_needed",
  "approvals_missing",
  "credited_twice",
  "payment_waits",
  "names_changed",
  "card_used",
  "setting_changed",
  "transfer_matched",
  // A freeze came meanwhile: what it holds back is decided anew, and the rest of the command is done.
  "owner_frozen",
  "UNIQUE payout_batch_items.withdrawal_id",
  // Another batch was made meanwhile: this one has the next number.
  "UNIQUE payout_batch_items.reference",
  "UNIQUE payout_batches.number",
  "UNIQUE payout_result_lines.batch_id, payout_result_lines.row_key",
  "UNIQUE line_matches.line_id",
  "UNIQUE statement_lines.account_id, statement_lines.line_key",
  "UNIQUE bank_statements.account_id, bank_statements.digest, bank_statements.first_day, bank_statements.covered_to",
  // A month was sealed meanwhile, or is not any more what it was: what has a time in it is decided anew.
  "month_sealed",
  "month_open",
  "month_before_open",
  "UNIQUE month_closes.month",
  "session_ended",
  // As that of a caller who is none any more, by the first statement of the batch.
  "NOT NULL idempotency_keys.user_id",
] as const;

/** The statement that refuses a command when the facts it was decided on have changed. */
export function mustBeUnchanged(query: Query, condition: SQL) {
  return mustHold(query, "version_conflict", condition);
}
