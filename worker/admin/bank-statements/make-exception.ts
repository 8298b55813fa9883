import { linkToException } from "../../bank-statements/bank-statement-store.ts";
import { type LineRow, selectLine } from "../../bank-statements/open-money-store.ts";
import { BANK_STATEMENT_TEXT } from "../../bank-statements/statement-answers.ts";
import { AppError } from "../../contract/errors.ts";
import { CURRENCY } from "../../contract/limits.ts";
import { DAY_MS } from "../../contract/time.ts";
import { type ExceptionReason, queueException } from "../../deposits/payment-exception-store.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { existingLine } from "./find-candidates.ts";
import {
  type DepositOfLineRow,
  isException,
  selectDepositOfLine,
  selectExceptionOfLine,
} from "./line-records-store.ts";
import { units } from "./statement-view.ts";

/**
 * Makes a payment exception of a line that came in: a payment of this deposit's code, or of its trader, that is not what the code asks for, or
 * one whose payer nobody knows. It keeps its payer; two admins credit or refund it, as each other exception. A payment that the network has
 * reported already has an exception, to which the line is linked.
 * @param input.depositId left out where nobody knows the payer
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `invalid_input` | `step_up_required` | `key_reused`
 */
export async function makeException(
  scope: Scope,
  id: string,
  { depositId }: { depositId?: string | undefined },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const newId = crypto.randomUUID();
  // The hash of the network where the line has it; the exception of a bank's line is named by the line.
  const hashOf = (line: LineRow) => line.networkHash ?? `statement:${line.id}`;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectLine(query, callerId, id),
        selectDepositOfLine(query, callerId, depositId ?? null),
        selectExceptionOfLine(query, callerId, { lineId: id }),
      ] as const,
    ([[found], [deposit], [known]], admin, nowMs) => {
      const line = existingLine(found);
      if (line.matchId !== null) throw new AppError("wrong_state", BANK_STATEMENT_TEXT.lineMatched);
      if (line.amountCents < 0) throw new AppError("invalid_input", BANK_STATEMENT_TEXT.cameIn);
      if (!deposit && depositId !== undefined) {
        throw new AppError("invalid_input", BANK_STATEMENT_TEXT.noDeposit, { field: "depositId" });
      }
      if (deposit?.userId === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
      const reason = deposit ? reasonOf(line, deposit) : "unknown_payer";
      const exceptionId = known?.id ?? newId;
      const payment = {
        settlementHash: hashOf(line),
        amount: units(line.amountCents),
        currency: line.currency,
        toAccountId: line.accountId,
        fromAccountId: payerOf(line),
        atMs: line.atMs,
      };
      return {
        reply: { exception: { _id: exceptionId, reason, isKnown: known !== undefined }, line: { _id: id } },
        statements: [
          ...(known ? [] : queueException(query, deposit?.id ?? null, payment, reason, nowMs, exceptionId)),
          // A colleague or the network was first: read again, it is linked to theirs or refused.
          mustBeUnchanged(query, isException(exceptionId)),
          linkToException(query, { lineId: id, exceptionId, why: "exception", matchedBy: admin.id }, nowMs),
          audit(
            query,
            {
              actor: admin.id,
              action: "statement.exception_made",
              subject: `exception:${exceptionId}`,
              detail: {
                line: id,
                ...(deposit && { deposit: deposit.id }),
                ...{ amountCents: line.amountCents, currency: line.currency },
              },
            },
            nowMs,
          ),
        ],
      };
    },
  );
}

/** Why a payment is not what a deposit's code asks for. @throws AppError `invalid_input` for one that is */
function reasonOf(line: LineRow, deposit: DepositOfLineRow): ExceptionReason {
  if (line.currency !== CURRENCY) return "wrong_currency";
  if (deposit.status === "paid") return "paid_twice";
  if (line.amountCents !== deposit.amountCents) return "wrong_amount";
  const atMs = line.atMs ?? (line.day + 1) * DAY_MS;
  if (atMs < deposit.createdAtMs - SKEW_MS) return "paid_before_created";
  throw new AppError("invalid_input", BANK_STATEMENT_TEXT.fitsDeposit, { field: "depositId" });
}

/** How far the bank's clock may be behind ours. */
const SKEW_MS = 60_000;
const PAYER_MAX = 128;

/** The payer as the exception shows it: name and account. */
function payerOf({ payer, payerAccount }: LineRow): string | null {
  const text = [payer, payerAccount].filter((part) => part !== null).join(", ");
  return text === "" ? null : text.slice(0, PAYER_MAX);
}
