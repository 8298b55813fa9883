import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { mustHold } from "../../../db/guard.ts";
import { approvals, users, validApprovals } from "../../../db/schema/index.ts";
import { nameOf } from "../lists/person-sql.ts";
import type { Approval, ApprovalRequest, Subject } from "./approvals.ts";
import type { ActingAdmin } from "./run-admin-command.ts";

/** The only SQL that writes admins' approvals. Functions return statements; verbs put them into batches. */

/** The row of the subject may be a user's too. */
const approver = alias(users, "approver");

/**
 * The approvals of a subject, oldest first, as a column of the row. @param subject SQL, e.g. `'deposit:' ||
 * deposits.id`
 */
export function approvalsOn(subject: SQL): SQL<Approval[]> {
  const approval = sql`json_object('act', ${validApprovals.act}, 'adminId', ${validApprovals.adminId}, 'name', ${nameOf(approver)}, 'detail', ${validApprovals.detail}, 'atMs', ${validApprovals.atMs})`;
  return sql`(SELECT json_group_array(${approval} ORDER BY ${validApprovals.atMs}) FROM ${validApprovals} JOIN ${users} AS ${approver} ON ${eq(approver.id, validApprovals.adminId)} WHERE ${validApprovals.subject} = ${subject})`.mapWith(
    // The statement above makes this type true.
    (json: string) => JSON.parse(json) as Approval[],
  );
}

/** The statement that refuses an action when a colleague has approved a conflicting one. */
export function mustHaveNoOtherApproval(
  query: Query,
  request: Pick<ApprovalRequest, "subject" | "act">,
  admin: ActingAdmin,
) {
  return mustHold(query, "version_conflict", sql`NOT EXISTS (SELECT 1 ${otherApprovalsOn(request, admin)})`);
}

/** The statement that refuses a decision when the number of approvals of a subject is no longer that which was read. */
export function mustHaveSameApprovals(query: Query, subject: Subject, existing: readonly Approval[]) {
  const counted = sql`(SELECT count(*) FROM ${validApprovals} WHERE ${validApprovals.subject} = ${subject})`;
  return mustHold(query, "version_conflict", sql`${counted} = ${existing.length}`);
}

/**
 * The statements that record an admin's approval, provided the approvals of its subject are still those that were read.
 */
export function recordApproval(
  query: Query,
  existing: readonly Approval[],
  request: ApprovalRequest,
  admin: ActingAdmin,
  nowMs: number,
) {
  const { subject, act, detail } = request;
  return [
    mustHaveSameApprovals(query, subject, existing),
    query
      .insert(approvals)
      .values({ subject, act, detail, adminId: admin.id, atMs: nowMs })
      // An admin who mistyped may approve again with another detail.
      .onConflictDoUpdate({
        target: [approvals.subject, approvals.act, approvals.adminId],
        set: { detail, atMs: nowMs },
      }),
  ] as const;
}

/**
 * As {@link recordApproval}, of one act on several subjects that only this admin approves: each with its detail, and how many approvals were read of
 * it and of another subject that must stay as it is.
 */
export function recordApprovals(
  query: Query,
  each: ReadonlyArray<{ subject: Subject; detail: string; existing: number; beside: Subject; besideExisting: number }>,
  { act, admin }: Pick<ApprovalRequest, "act"> & { admin: Pick<ActingAdmin, "id"> },
  nowMs: number,
) {
  const read = each.flatMap(({ subject, existing, beside, besideExisting }) => [
    [subject, existing],
    [beside, besideExisting],
  ]);
  const counted = sql`(SELECT count(*) FROM ${validApprovals} WHERE ${validApprovals.subject} = json_extract(seen.value, '$[0]'))`;
  const given = JSON.stringify(each.map(({ subject, detail }) => [subject, detail]));
  return [
    mustHold(
      query,
      "version_conflict",
      sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(read)}) AS seen WHERE ${counted} <> json_extract(seen.value, '$[1]'))`,
    ),
    query.run(sql`
      INSERT INTO ${approvals} (subject, act, detail, admin_id, at_ms)
      SELECT json_extract(value, '$[0]'), ${act}, json_extract(value, '$[1]'), ${admin.id}, ${nowMs} FROM json_each(${given}) WHERE TRUE
      ON CONFLICT (subject, act, admin_id) DO UPDATE SET detail = excluded.detail, at_ms = excluded.at_ms`),
  ] as const;
}

function otherApprovalsOn({ subject, act }: Pick<ApprovalRequest, "subject" | "act">, admin: ActingAdmin): SQL {
  const { subject: about, act: kind, adminId } = validApprovals;
  return sql`FROM ${validApprovals} WHERE ${about} = ${subject} AND ${kind} = ${act} AND ${adminId} <> ${admin.id}`;
}
