import { mustHold } from "../../../db/guard.ts";
import { formatUsd } from "../../contract/money.ts";
import { insertDepositOfPayment } from "../../deposits/deposit-store.ts";
import { newDeposit } from "../../deposits/new-deposit.ts";
import { decideException, hasMoved, noteException } from "../../deposits/payment-exception-store.ts";
import { paymentCreditedMail } from "../../deposits/payment-mails.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { mustHaveSameApprovals, recordApproval } from "../commands/approval-store.ts";
import { type ApprovalsSeen, assertApprovalsSeen, weighApproval, withApproval } from "../commands/approvals.ts";
import { COMMAND_TEXT } from "../commands/command-answers.ts";
import { addNote, requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { personView } from "../lists/person-view.ts";
import { assertOpen, traderOfMatch } from "./exception-rules.ts";
import {
  approvalsOnRecord,
  decisionFactsOf,
  MATCH_ADMINS,
  selectChosenTrader,
  selectDecisionFacts,
  selectException,
} from "./exception-store.ts";
import { exceptionView } from "./exception-view.ts";
import { planDecision } from "./plan-decision.ts";

/**
 * Credits a mismatched payment to the trader whose code was paid, and so pays the deposit of that code: with the sum
 * credited, not the one asked. Always needs two admins, who agree on the amount; the money moves with the second approval. A
 * code that was credited already is not credited again. Where nobody knew the payer they agree on the trader too, and the payment becomes a
 * deposit of theirs.
 *
 * @param input.amount dollars to credit @param input.userId the trader, where nobody knew the payer
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `approval_differs` | `settlement_used` |
 * `invalid_input` | `step_up_required` | `key_reused`
 */
export function matchException(
  scope: Scope,
  id: string,
  input: { version: number; approvals?: ApprovalsSeen; amount: number; userId?: string | undefined; note: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const note = requiredNote(input.note, "note");
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectException(query, callerId, id),
        selectDecisionFacts(query, callerId, id, input.userId),
        selectChosenTrader(query, callerId, input.userId),
      ] as const,
    ([[found], [facts], [chosen]], admin, nowMs) => {
      const row = assertOpen(found, input.version, admin.id);
      assertApprovalsSeen(approvalsOnRecord(row), { seen: input.approvals, need: MATCH_ADMINS }, admin);
      const user = traderOfMatch(row, { userId: input.userId, found: chosen }, admin.id);
      const decided = { ...row, traderId: user._id };
      const plan = planDecision({ decision: "match", amount: input.amount }, decided, decisionFactsOf(facts));
      const { amountCents } = plan;
      const subject = `exception:${id}` as const;
      const detail = row.deposit === null ? `${amountCents} ${user._id}` : String(amountCents);
      const request = { subject, act: "match" as const, detail, need: MATCH_ADMINS };
      const { approvals, isLast } = weighApproval(row.approvedBy, request, admin, (other) => {
        const [sum, traderId] = other.split(" ");
        const amount = formatUsd(Number(sum));
        return traderId === undefined || traderId === user._id
          ? amount
          : COMMAND_TEXT.approval.approved.toTrader(
              amount,
              row.chosenTrader?.name ?? "",
              row.chosenTrader?.username ?? "",
            );
      });
      const agreed = {
        ...row,
        note: addNote(row.note, note),
        chosenTrader: row.deposit === null ? personView(user) : null,
        approvedBy: withApproval(row.approvedBy, request, admin, nowMs),
      };
      const noted = [
        ...noteException(query, row, agreed.note ?? note),
        ...recordApproval(query, row.approvedBy, request, admin, nowMs),
        mustHaveSameApprovals(query, `refund:${id}`, row.refundApprovedBy),
      ];
      const entry = {
        actor: admin.id,
        subject,
        detail: { amountCents, ...(row.deposit === null && { user: user._id }), note },
      };
      if (!isLast) {
        const statements = [...noted, audit(query, { ...entry, action: "exception.match_agreed" }, nowMs)];
        return { reply: { exception: exceptionView(agreed), approvals }, statements };
      }

      const decision = {
        status: "matched" as const,
        version: row.version + 1,
        creditedCents: amountCents,
        refundedCents: null,
        refundReference: null,
        decidedBy: admin.id,
        decidedAtMs: nowMs,
      };
      // A payment whose payer nobody knew becomes a deposit of its own id.
      const made = newDeposit(scope.settings, { id, amountCents, createdAtMs: nowMs, expiresAtMs: nowMs });
      const before = row.deposit ?? { ...made, bankReference: null };
      // The database credits the sum and pays the deposit with the match (`payment_exceptions_settle`, `payment_exceptions_pay_deposit`).
      const deposit = { ...before, status: "paid" as const, paidCents: amountCents };
      return {
        reply: {
          exception: exceptionView({ ...agreed, ...decision, deposit, user, decidedByName: admin.name }),
          approvals,
        },
        statements: [
          ...noted,
          ...(row.deposit === null
            ? [
                insertDepositOfPayment(query, { ...made, userId: user._id }),
                audit(
                  query,
                  { actor: admin.id, action: "deposit.created", subject: `deposit:${id}`, detail: { amountCents } },
                  nowMs,
                ),
              ]
            : []),
          decideException(query, id, { ...decision, ...(row.deposit === null && { depositId: id }) }),
          mustHold(query, "entries_differ", hasMoved(id, plan.entries, row.receivedCents !== null)),
          audit(query, { ...entry, action: "exception.matched" }, nowMs),
          audit(
            query,
            {
              actor: admin.id,
              action: "deposit.paid",
              subject: `deposit:${deposit.id}`,
              detail: { amountCents, settlementHash: row.settlementHash, was: before.status },
            },
            nowMs,
          ),
        ],
        mails: [
          paymentCreditedMail(user.email, scope.settings.APP_ORIGIN, {
            amountCents,
            billNumber: deposit.billNumber,
            event: before.status === "paid" ? "payment_credited" : "deposit_paid",
          }),
        ],
      };
    },
  );
}
