import { matchByReference } from "../../bank-statements/bank-statement-store.ts";
import { selectLine } from "../../bank-statements/open-money-store.ts";
import { BANK_STATEMENT_TEXT } from "../../bank-statements/statement-answers.ts";
import { AppError } from "../../contract/errors.ts";
import { formatHundredths } from "../../contract/money.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import type { ApprovalsSeen } from "../commands/approvals.ts";
import { completeAsAdmin } from "../withdrawals/complete-withdrawal.ts";
import type { SentImage } from "../withdrawals/withdrawal-images.ts";
import { existingLine } from "./find-candidates.ts";
import { selectWithdrawalSum } from "./line-records-store.ts";

/**
 * Completes a withdrawal by the line of its payment: the bank's id is the line's, and line and transfer are matched in the same write. Who may
 * complete it, and with what proof, is as without a statement.
 * @throws AppError as {@link completeAsAdmin}, and `wrong_state` | `invalid_input` where the line is not of this withdrawal's sum
 */
export async function completeByLine(
  scope: Scope,
  lineId: string,
  input: {
    withdrawalId: string;
    version: number;
    approvals?: ApprovalsSeen;
    notes: string;
    images: readonly SentImage[];
    proof?: SentImage | undefined;
  },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const { withdrawalId, ...decision } = input;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectLine(query, callerId, lineId),
    selectWithdrawalSum(query, callerId, withdrawalId),
  ]);
  const line = existingLine(rows[0][0]);
  const [withdrawal] = rows[1];
  if (!withdrawal) throw new AppError("not_found", ERROR_TEXT.not_found);
  // A repeated request finds what it has done itself, and gets its first answer.
  const isRepeated = withdrawal.lineId === lineId;
  if (line.matchId !== null && !isRepeated) throw new AppError("wrong_state", BANK_STATEMENT_TEXT.lineMatched);
  if (line.amountCents > 0 || line.currency !== "USD") throw new AppError("invalid_input", BANK_STATEMENT_TEXT.wentOut);
  if (-line.amountCents !== withdrawal.amountCents) {
    const said = BANK_STATEMENT_TEXT.otherSum(
      formatHundredths(-line.amountCents, "USD"),
      formatHundredths(withdrawal.amountCents, "USD"),
    );
    throw new AppError("invalid_input", said, { field: "withdrawalId" });
  }
  const paymentId = line.bankId ?? line.reference;
  if (paymentId === null) throw new AppError("invalid_input", BANK_STATEMENT_TEXT.noReference);
  // The completion is in the audit log with its payment, which the line has.
  const also = matchByReference(query, { lineId, reference: `withdrawal:${withdrawalId}:complete` }, scope.now());
  return completeAsAdmin(scope, withdrawalId, { ...decision, paymentId }, idempotencyKey, also);
}
