import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { identityView } from "../../identity/identity-view.ts";
import { holdsWithdrawals, type MethodChanges } from "../../payment-methods/payment-method-rules.ts";
import { paymentMethodsView } from "../../payment-methods/payment-method-view.ts";
import type { SecurityAction, TraderContextRows } from "./trader-context-store.ts";

/**
 * The trader behind an item of a queue, as an admin weighs them beside it: what they have, what they paid in and were
 * paid, who they are, what was written about them, and what changed of their account's security. Money in dollars.
 * @throws AppError `not_found` when there is nobody
 */
export function traderContextView(rows: TraderContextRows) {
  const [[person], [paid], lastDeposits, [paidOut], lastWithdrawals, securityChanges, notes] = rows;
  if (!person) throw new AppError("not_found", ERROR_TEXT.not_found);
  return {
    _id: person.id,
    createdAt: iso(person.createdAtMs),
    frozen: person.frozenAtMs === null ? null : { at: iso(person.frozenAtMs), reason: person.frozenReason },
    balance: dollarsFromCents(person.balanceCents),
    heldBalance: dollarsFromCents(person.heldCents),
    identity: {
      status: identityView(person.identity).idVerificationStatus,
      note: person.identity?.note ?? null,
    },
    /** Those of today; a withdrawal keeps the one that it was asked for with. */
    paymentMethods: paymentMethodsView(person.paymentMethods),
    deposits: {
      paidCount: paid?.count ?? 0,
      paidSum: dollarsFromCents(paid?.sumCents ?? 0),
      last: lastDeposits.map(({ id, status, amountCents, createdAtMs }) => ({
        ...{ _id: id, status, amount: dollarsFromCents(amountCents), createdAt: iso(createdAtMs) },
      })),
    },
    withdrawals: {
      completedCount: paidOut?.count ?? 0,
      completedSum: dollarsFromCents(paidOut?.sumCents ?? 0),
      last: lastWithdrawals.map(({ id, amountCents, createdAtMs, ...row }) => ({
        ...{ _id: id, ...row, amount: dollarsFromCents(amountCents), createdAt: iso(createdAtMs) },
      })),
    },
    /** What admins wrote down about them for one another, the newest first. */
    notes: notes.map(({ id, createdAtMs, ...note }) => ({ _id: id, ...note, createdAt: iso(createdAtMs) })),
    /** Of the last thirty days, the newest first. */
    securityChanges: securityChanges.map(({ sequence, action, atMs, detail }) => {
      // The one act of this kind whose record says what of it changed.
      const methods = action === "payment_methods.saved" ? (JSON.parse(detail) as MethodChanges) : null;
      return { sequence, action, at: iso(atMs), methods, holdsWithdrawals: isHolding(action, methods) };
    }),
  };
}

/** Whether withdrawals that are asked for in the day after it wait: not for a log-in, nor for what is merely new. */
function isHolding(action: SecurityAction, methods: MethodChanges | null): boolean {
  if (methods) return holdsWithdrawals(methods);
  return action !== "user.logged_in" && action !== "user.google_linked";
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
