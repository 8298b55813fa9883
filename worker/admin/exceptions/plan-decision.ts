import { BOOK_TEXT } from "../../books/book-answers.ts";
import type { PlannedEntry } from "../../books/book-plan.ts";
import { balanceOf } from "../../books/plan-entries.ts";
import { AppError } from "../../contract/errors.ts";
import { type Cents, cents } from "../../contract/money.ts";
import type { AccountId, ExceptionKind } from "../../ledger/transfer-store.ts";
import { type DecisionFacts, matchAmount, receivable, refundAmount } from "./exception-rules.ts";
import type { ExceptionRow } from "./exception-store.ts";

/** A decision about a payment as an admin asks for it; amounts in dollars to credit, in units of its currency to send back. */
export type DecisionInput =
  | { decision: "match"; amount: number; userId?: string | undefined }
  | { decision: "refund"; amount: number; bankAccount?: string | undefined }
  | { decision: "dismiss" };

/** The facts of the payment itself. */
export type DecidedPayment = Pick<
  ExceptionRow,
  "traderId" | "paidAmount" | "paidCurrency" | "reason" | "receivedCents" | "creditedTo" | "deposit"
>;

/**
 * All that a decision moves.
 * @property amountCents what is credited, or sent back in hundredths of its currency; 0 of a dismissal
 * @property refundedFrom the ledger account of the bank account that sent it back; null for the account that codes pay into
 * @property entries in their order; with those of its receipt where it is not on suspense yet
 */
export type DecisionPlan = {
  amountCents: Cents;
  refundedFrom: AccountId | null;
  entries: ReadonlyArray<PlannedEntry & { kind: ExceptionKind }>;
};

/**
 * The plan of a decision about a payment, as the database moves it (`exception_entries`). Its whole sum leaves suspense: the credited part goes to
 * the trader, the refunded part to the bank account that sent it back, and the rest back to the account it came from. Riel that are credited
 * stay with the house, and dollars are credited for them.
 * @throws AppError `invalid_input` | `settlement_used` | `wrong_state` when nothing can be credited
 */
export function planDecision(input: DecisionInput, row: DecidedPayment, facts: DecisionFacts): DecisionPlan {
  const riel = row.paidCurrency === "KHR" ? (":khr" as const) : ("" as const);
  const amountCents = amountOf(input, row);
  const heldCents = row.receivedCents ?? receivable(row);
  const refundedFrom =
    input.decision === "refund" && input.bankAccount !== undefined
      ? bankAccountOf(input.bankAccount, row, facts)
      : null;
  const ofBank = `house:khqr${riel}` as const;
  const suspense = `house:suspense${riel}` as const;
  const moves: Array<[ExceptionKind, AccountId, number]> = [];
  if (row.receivedCents === null && heldCents !== null) {
    moves.push(["exception_received", ofBank, -heldCents], ["exception_received", suspense, heldCents]);
  }
  const held = heldCents ?? 0;
  if (input.decision === "match") {
    const isExchanged = riel !== "" && held > 0;
    moves.push(["exception_credited", suspense, -held]);
    if (isExchanged) {
      moves.push(
        ["exception_credited", "house:exchange:khr", held],
        ["exception_credited", "house:exchange", -amountCents],
      );
    }
    moves.push(["exception_credited", `available:${row.traderId}`, amountCents]);
    if (!isExchanged) moves.push(["exception_credited", ofBank, held - amountCents]);
  } else {
    const kind = input.decision === "refund" ? ("exception_refunded" as const) : ("exception_released" as const);
    const sentCents = refundedFrom === null ? 0 : amountCents;
    moves.push([kind, suspense, -held]);
    if (refundedFrom !== null) moves.push([kind, refundedFrom, sentCents]);
    moves.push([kind, ofBank, held - sentCents]);
  }
  return { amountCents, refundedFrom, entries: entriesOf(moves, facts) };
}

function amountOf(input: DecisionInput, row: DecidedPayment): Cents {
  if (input.decision === "match") return matchAmount(input.amount, row);
  return input.decision === "refund" ? refundAmount(input.amount, row) : cents(0);
}

/** @throws AppError `invalid_input` for a bank account that there is not, or of another currency than the payment */
function bankAccountOf(id: string, row: DecidedPayment, { accounts }: DecisionFacts): AccountId {
  const refuse = (message: AppError["said"]) => new AppError("invalid_input", message, { field: "bankAccount" });
  const accountId = `house:bank:${id}` as const;
  const account = accounts.find((one) => one.id === accountId);
  if (!account) throw refuse(BOOK_TEXT.noAccount(accountId));
  if (account.currency !== row.paidCurrency) throw refuse(BOOK_TEXT.otherCurrency);
  return accountId;
}

function entriesOf(
  moves: ReadonlyArray<[ExceptionKind, AccountId, number]>,
  { accounts, rateHundredths }: DecisionFacts,
) {
  const balances = new Map<string, number>();
  return moves
    .filter(([, , moved]) => moved !== 0)
    .map(([kind, accountId, moved]) => {
      const beforeCents = balances.get(accountId) ?? balanceOf({ accounts }, accountId);
      balances.set(accountId, beforeCents + moved);
      const isInRiel = accounts.find(({ id }) => id === accountId)?.currency === "KHR";
      return {
        kind,
        accountId,
        amountCents: cents(moved),
        rateHundredths: isInRiel ? rateHundredths : null,
        beforeCents,
        afterCents: beforeCents + moved,
      };
    });
}
