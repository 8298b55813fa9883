import { linkByHand, linkToException, takeBackMatch } from "../../bank-statements/bank-statement-store.ts";
import { selectLine, selectTransfersOf } from "../../bank-statements/open-money-store.ts";
import { BANK_STATEMENT_TEXT } from "../../bank-statements/statement-answers.ts";
import { AppError } from "../../contract/errors.ts";
import { formatHundredths } from "../../contract/money.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { existingLine } from "./find-candidates.ts";
import { selectExceptionOfLine } from "./line-records-store.ts";

/** What a line is linked to by hand: transfers of its sum, with why; or the exception whose refund it is. */
export type LinkInput = { transferIds: readonly string[]; reason: string } | { refundOf: string };

/**
 * Links an open line to transfers, or to the exception that it is the refund of. Only equal sums in one currency can be linked, and each transfer
 * once.
 * @throws AppError `not_found` | `wrong_state` | `invalid_input` | `step_up_required` | `key_reused`
 */
export function linkLine(scope: Scope, id: string, input: LinkInput, idempotencyKey: IdempotencyKey | null) {
  return "refundOf" in input
    ? linkRefund(scope, id, input.refundOf, idempotencyKey)
    : linkTransfers(scope, id, input, idempotencyKey);
}

function linkTransfers(
  scope: Scope,
  id: string,
  input: { transferIds: readonly string[]; reason: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const reason = requiredNote(input.reason, "reason");
  const transferIds = [...new Set(input.transferIds)];
  const { query } = scope.db;
  const matchId = crypto.randomUUID();
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectLine(query, callerId, id), selectTransfersOf(query, callerId, transferIds)] as const,
    ([[found], transfers], admin, nowMs) => {
      const line = existingLine(found);
      if (line.matchId !== null) throw new AppError("wrong_state", BANK_STATEMENT_TEXT.lineMatched);
      const known = new Set(transfers.map((transfer) => transfer.id));
      if (transferIds.some((one) => !known.has(one))) {
        throw new AppError("wrong_state", BANK_STATEMENT_TEXT.transferMatched);
      }
      if (transfers.some(({ currency }) => currency !== line.currency)) {
        throw new AppError("invalid_input", BANK_STATEMENT_TEXT.otherKind, { field: "transferIds" });
      }
      const sum = transfers.reduce((total, { amountCents }) => total + amountCents, 0);
      if (sum !== line.amountCents) {
        const said = BANK_STATEMENT_TEXT.sumsDiffer(
          formatHundredths(line.amountCents, line.currency),
          formatHundredths(sum, line.currency),
        );
        throw new AppError("invalid_input", said, { field: "transferIds" });
      }
      return {
        reply: { match: { _id: matchId, why: "by_hand" as const, transferIds, reason, by: admin.name } },
        statements: [
          ...linkByHand(query, { id: matchId, lineId: id, transferIds, reason, matchedBy: admin.id }, nowMs),
          audit(
            query,
            {
              actor: admin.id,
              action: "statement.linked",
              subject: `book:${line.accountId}`,
              detail: { line: id, transfers: transferIds.length, amountCents: line.amountCents, reason },
            },
            nowMs,
          ),
        ],
      };
    },
  );
}

function linkRefund(scope: Scope, id: string, exceptionId: string, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [selectLine(query, callerId, id), selectExceptionOfLine(query, callerId, { id: exceptionId })] as const,
    ([[found], [exception]], admin, nowMs) => {
      const line = existingLine(found);
      if (line.matchId !== null) throw new AppError("wrong_state", BANK_STATEMENT_TEXT.lineMatched);
      const refundedCents = exception?.status === "refunded" ? (exception.refundedCents ?? 0) : 0;
      if (!exception || exception.paidCurrency !== line.currency || -refundedCents !== line.amountCents) {
        const sum = (cents: number) => formatHundredths(cents, line.currency);
        const said = BANK_STATEMENT_TEXT.sumsDiffer(sum(line.amountCents), sum(-refundedCents));
        throw new AppError("invalid_input", said, { field: "refundOf" });
      }
      return {
        reply: { match: { why: "refund" as const, exceptionId, by: admin.name } },
        statements: [
          linkToException(query, { lineId: id, exceptionId, why: "refund", matchedBy: admin.id }, nowMs),
          audit(
            query,
            {
              actor: admin.id,
              action: "statement.linked",
              subject: `exception:${exceptionId}`,
              detail: { line: id, amountCents: line.amountCents },
            },
            nowMs,
          ),
        ],
      };
    },
  );
}

/**
 * Takes back the match of a line, made by hand or automatically, with a reason: line and transfers are open again.
 * @throws AppError `not_found` | `wrong_state` | `invalid_input` | `step_up_required` | `key_reused`
 */
export function takeBackLink(
  scope: Scope,
  id: string,
  input: { reason: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const reason = requiredNote(input.reason, "reason");
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectLine(query, callerId, id)] as const,
    ([[found]], admin, nowMs) => {
      const line = existingLine(found);
      const { matchId, matchWhy } = line;
      if (matchId === null) throw new AppError("wrong_state", BANK_STATEMENT_TEXT.notLinked);
      if (matchWhy === "exception" || matchWhy === "refund") {
        throw new AppError("wrong_state", BANK_STATEMENT_TEXT.exceptionStays);
      }
      return {
        reply: { line: { _id: id, match: null } },
        statements: [
          ...takeBackMatch(query, { id: matchId, takenBackBy: admin.id, takenBackReason: reason }, nowMs),
          audit(
            query,
            {
              actor: admin.id,
              action: "statement.link_taken_back",
              subject: `book:${line.accountId}`,
              detail: { line: id, match: matchId, reason },
            },
            nowMs,
          ),
        ],
      };
    },
  );
}
