import type { BookPlan } from "../../books/book-plan.ts";
import { type ActRow, factsOf, insertAct, selectFactsOf } from "../../books/book-store.ts";
import { planAct } from "../../books/plan-act.ts";
import { BOOKS } from "../../contract/books.ts";
import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordApproval } from "../commands/approval-store.ts";
import { assertApprovalCounts, withApproval } from "../commands/approvals.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { type ActBody, readAct } from "./act-body.ts";
import { planView } from "./act-view.ts";

/** What the audit log is about: the record, where the act is about one. */
export function auditSubject({ kind, recordId, id }: Pick<ActRow, "kind" | "recordId" | "id">) {
  if (recordId === null) return `book:${id}` as const;
  return kind === "payout_returned" ? (`withdrawal:${recordId}` as const) : (`deposit:${recordId}` as const);
}

/**
 * Proposes an act on the books, with its own approval: another operator posts it. Refused where the act itself would be.
 * @throws AppError as its planner, and `own_account` | `admin_too_new` | `step_up_required` | `key_reused`
 */
export function proposeAct(scope: Scope, body: ActBody, idempotencyKey: IdempotencyKey | null) {
  const input = readAct(body);
  const foundFor = ("foundFor" in body ? body.foundFor : undefined) ?? null;
  const { query } = scope.db;
  const id = crypto.randomUUID();
  return runAdminCommand(
    scope,
    idempotencyKey,
    () => [selectFactsOf(query, input, scope.now())] as const,
    ([[row]], admin, nowMs) => {
      assertApprovalCounts(admin);
      const plan = planAct(input, factsOf(row));
      assertNotOwn(plan, admin.id);
      const { terms } = plan;
      const request = approvalOf(id, terms.amountCents);
      const detail = { act: id, kind: terms.kind, amountCents: terms.amountCents, reason: input.reason };
      return {
        reply: {
          act: { _id: id, state: "open" as const },
          plan: planView(plan),
          approvals: { have: withApproval([], request, admin, nowMs).length, need: BOOKS.operators },
        },
        statements: [
          insertAct(query, { ...terms, id, foundFor, reason: input.reason, proposedBy: admin.id, proposedAtMs: nowMs }),
          ...recordApproval(query, [], request, admin, nowMs),
          audit(
            query,
            { actor: admin.id, action: "book.proposed", subject: auditSubject({ ...terms, id }), detail },
            nowMs,
          ),
        ],
      };
    },
  );
}

/** The approval of an act: all operators approve its sum. */
export function approvalOf(id: string, amountCents: number) {
  return {
    subject: `book:${id}` as const,
    act: "approve" as const,
    detail: String(amountCents),
    need: BOOKS.operators,
  };
}

/** @throws AppError `own_account` */
export function assertNotOwn({ terms }: Pick<BookPlan, "terms">, adminId: string): void {
  if (terms.userId === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
}
