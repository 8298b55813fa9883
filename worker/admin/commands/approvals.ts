import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { approvals, users, validApprovals } from "../../../db/schema/index.ts";
import { AppError } from "../../contract/errors.ts";
import { hourOf } from "./moment-text.ts";
import { type ActingAdmin, mustBeUnchanged, nameOf } from "./run-admin-command.ts";

/**
 * Two admins agree: each one's word for an act on money is a row, and the act goes through with the last word it needs,
 * in the batch of that word. The database counts the words itself, so no path here can do with fewer. Words of whoever is
 * no admin any more, or was made one by a colleague less than a day before, count for nothing.
 */

export type ApprovedAct = (typeof approvals.$inferSelect)["act"];
export type Subject = `withdrawal:${string}` | `rejection:${string}` | `deposit:${string}` | `exception:${string}`;

/** How many admins have agreed, and how many it takes. */
export type ApprovalProgress = { have: number; need: number };

/** One admin's word, as colleagues see it. */
export type Approval = { act: ApprovedAct; adminId: string; name: string; detail: string; atMs: number };

/** The words on a subject, oldest first, for the row that reads it. @param subject SQL, e.g. `'deposit:' || deposits.id` */
export function approvalsOn(subject: SQL): SQL<Approval[]> {
  const word = sql`json_object('act', ${validApprovals.act}, 'adminId', ${validApprovals.adminId}, 'name', ${nameOf(users)}, 'detail', ${validApprovals.detail}, 'atMs', ${validApprovals.atMs})`;
  return sql`(SELECT json_group_array(${word} ORDER BY ${validApprovals.atMs}) FROM ${validApprovals} JOIN ${users} ON ${users.id} = ${validApprovals.adminId} WHERE ${validApprovals.subject} = ${subject})`.mapWith(
    // The statement above is what makes the type true.
    (json: string) => JSON.parse(json) as Approval[],
  );
}

/** How far an act has come. */
export function countApprovals(words: readonly Approval[], act: ApprovedAct, need: number): ApprovalProgress {
  return { have: Math.min(words.filter((word) => word.act === act).length, need), need };
}

/** The words as the desk shows them. Two admins can have one name, so each comes with who it is. */
export function approvalsView(words: readonly Approval[]) {
  return words.map(({ atMs, ...word }) => ({ ...word, at: new Date(atMs).toISOString() }));
}

export type Ask = { subject: Subject; act: ApprovedAct; detail: string; need: number };

/**
 * Why the word of an admin does not count yet, in words for them: a colleague made them one less than a day ago, and nobody
 * makes their own second admin. Null when it counts.
 */
export function whyTooNew({ countsFromMs, timeZone }: Pick<ActingAdmin, "countsFromMs" | "timeZone">): string | null {
  if (countsFromMs === null) return null;
  return `You became an admin less than 24 hours ago. Your approvals count from ${hourOf(countsFromMs, timeZone)}.`;
}

/** @throws AppError `admin_too_new` naming the hour from which the word counts */
export function assertApprovalCounts(admin: ActingAdmin): void {
  const reason = whyTooNew(admin);
  if (reason !== null) throw new AppError("admin_too_new", reason);
}

/**
 * What an admin's word comes to beside those that were given.
 * @param describe says in words what another admin agreed to, from the detail of their word
 * @returns `isLast` when the act goes through with it; the same admin's second word counts as the first
 * @throws AppError `admin_too_new` | `approval_differs` naming who agreed to what
 */
export function weighApproval(
  words: readonly Approval[],
  ask: Ask,
  admin: ActingAdmin,
  describe: (detail: string) => string,
): { approvals: ApprovalProgress; isLast: boolean } {
  assertApprovalCounts(admin);
  const others = othersOf(words, ask, admin);
  const other = others.find(({ detail }) => detail !== ask.detail);
  if (other) {
    throw new AppError(
      "approval_differs",
      `${other.name} agreed to ${describe(other.detail)}. Both admins must agree to the same.`,
    );
  }
  const have = Math.min(others.length + 1, ask.need);
  return { approvals: { have, need: ask.need }, isLast: have === ask.need };
}

/** The statement that refuses an act when a colleague has given their word for one that rules it out. */
export function mustHaveNoOtherApproval(query: Query, ask: Pick<Ask, "subject" | "act">, admin: ActingAdmin) {
  return mustBeUnchanged(query, sql`NOT EXISTS (SELECT 1 ${othersWordsOn(ask, admin)})`);
}

/** The words once an admin's own is among them. */
export function withApproval(words: readonly Approval[], ask: Ask, admin: ActingAdmin, nowMs: number): Approval[] {
  const own = { act: ask.act, adminId: admin.id, name: admin.name, detail: ask.detail, atMs: nowMs };
  return [...withoutApproval(words, ask.act, admin), own];
}

/** The words without an admin's own for an act. */
export function withoutApproval(words: readonly Approval[], own: ApprovedAct, admin: ActingAdmin): Approval[] {
  return words.filter(({ act, adminId }) => act !== own || adminId !== admin.id);
}

/** The statements that write an admin's word, while the others' are the ones that were read. */
export function recordApproval(query: Query, words: readonly Approval[], ask: Ask, admin: ActingAdmin, nowMs: number) {
  const { subject, act, detail } = ask;
  const counted = sql`(SELECT count(*) ${othersWordsOn(ask, admin)})`;
  return [
    mustBeUnchanged(query, sql`${counted} = ${othersOf(words, ask, admin).length}`),
    query
      .insert(approvals)
      .values({ subject, act, detail, adminId: admin.id, atMs: nowMs })
      // Whoever mistyped says it again.
      .onConflictDoUpdate({
        target: [approvals.subject, approvals.act, approvals.adminId],
        set: { detail, atMs: nowMs },
      }),
  ] as const;
}

function othersOf(words: readonly Approval[], ask: Ask, admin: ActingAdmin): Approval[] {
  return words.filter(({ act, adminId }) => act === ask.act && adminId !== admin.id);
}

function othersWordsOn({ subject, act }: Pick<Ask, "subject" | "act">, admin: ActingAdmin): SQL {
  const { subject: about, act: kind, adminId } = validApprovals;
  return sql`FROM ${validApprovals} WHERE ${about} = ${subject} AND ${kind} = ${act} AND ${adminId} <> ${admin.id}`;
}
