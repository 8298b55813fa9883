import { BOOK_TEXT } from "../../books/book-answers.ts";
import { depositReversedMail, payoutReturnedMail } from "../../books/book-mails.ts";
import type { BookFacts, BookPlan } from "../../books/book-plan.ts";
import { factsOf, hasPlannedBalances, inputOf, postAct, selectFactsOfAct } from "../../books/book-store.ts";
import { planAct } from "../../books/plan-act.ts";
import { AppError } from "../../contract/errors.ts";
import { formatUsd } from "../../contract/money.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Mail } from "../../platform/mail/compose-mail.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordApproval } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen, weighApproval, withApproval } from "../commands/approvals.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { type AdminActRow, isOpenAct, selectAct } from "./act-admin-store.ts";
import { actView, planView } from "./act-view.ts";
import { approvalOf, assertNotOwn, auditSubject } from "./propose-act.ts";

/** The entries as the admin's dry run showed them, in units of their currency. */
export type EntriesSeen = ReadonlyArray<{ accountId: string; amount: number }>;

/**
 * Posts an act that another operator proposed: exactly the entries that this admin's dry run showed, of facts that have not changed
 * since. The trader gets a notification and a mail.
 * @throws AppError as its planner, and `not_found` | `own_account` | `wrong_state` also when the entries are not those that were shown |
 * `second_admin_needed` for who proposed it | `admin_too_new` | `step_up_required` | `key_reused`
 */
export function postBookAct(
  scope: Scope,
  id: string,
  input: { approvals?: ApprovalsSeen; entries: EntriesSeen },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectAct(query, callerId, id), selectFactsOfAct(query, id, scope.now())] as const,
    ([[found], [factsRow]], admin, nowMs) => {
      const row = existing(found);
      const { act } = row;
      if (act.postedAtMs !== null || act.cancelledAtMs !== null) throw new AppError("wrong_state", BOOK_TEXT.decided);
      if (act.proposedBy === admin.id) throw new AppError("second_admin_needed", BOOK_TEXT.otherOperator);
      const request = approvalOf(id, act.amountCents);
      assertApprovalsSeen(row.approvedBy, { seen: input.approvals, need: request.need }, admin);
      const facts = factsOf(factsRow);
      const plan = planAct(inputOf(act), facts);
      assertNotOwn(plan, admin.id);
      const { approvals, isLast } = weighApproval(row.approvedBy, request, admin, (detail) =>
        formatUsd(Number(detail)),
      );
      // The approval of who proposed it does not count any more: they are no operator now.
      if (!isLast) throw new AppError("wrong_state", BOOK_TEXT.otherOperator);
      assertSeen(plan, input.entries);
      const owed = plan.entries.find(
        ({ accountId, amountCents }) => accountId.startsWith("receivable:") && amountCents < 0,
      );
      const receivableCents = owed ? -owed.amountCents : 0;
      const after = {
        ...row,
        act: { ...act, postedBy: admin.id, postedAtMs: nowMs, receivableCents },
        postedByName: admin.name,
        approvedBy: withApproval(row.approvedBy, request, admin, nowMs),
      };
      const detail = { act: id, kind: act.kind, amountCents: act.amountCents, receivableCents };
      return {
        reply: { act: actView(after), plan: planView(plan), approvals },
        statements: [
          mustBeUnchanged(query, isOpenAct(id)),
          mustBeUnchanged(query, hasPlannedBalances(plan)),
          ...recordApproval(query, row.approvedBy, request, admin, nowMs),
          ...postAct(query, id, plan, admin.id, nowMs),
          audit(query, { actor: admin.id, action: "book.posted", subject: auditSubject(act), detail }, nowMs),
        ],
        mails: mailsOf(facts, plan, receivableCents, scope.settings.APP_ORIGIN),
      };
    },
  );
}

/** @throws AppError `not_found` */
export function existing(row: AdminActRow | undefined): AdminActRow {
  if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
  return row;
}

function assertSeen({ entries }: BookPlan, seen: EntriesSeen): void {
  const isSame =
    entries.length === seen.length &&
    entries.every(({ accountId, amountCents }, at) => {
      const shown = seen[at];
      return shown?.accountId === accountId && Math.round(shown.amount * 100) === amountCents;
    });
  if (!isSame) throw new AppError("wrong_state", BOOK_TEXT.planChanged);
}

function mailsOf({ trader, record }: BookFacts, { terms }: BookPlan, owedCents: number, appOrigin: string): Mail[] {
  if (!trader || !record) return [];
  const { amountCents } = terms;
  return terms.kind === "payout_returned"
    ? [payoutReturnedMail(trader.email, appOrigin, { number: Number(record.name), amountCents })]
    : [depositReversedMail(trader.email, appOrigin, { billNumber: record.name, amountCents, owedCents })];
}
