import type { AdminFact } from "../core/admin-facts.tsx";
import { midSentence } from "../core/admin-time.ts";
import { TRADER_TEXT } from "../trader/trader-text.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal, WithdrawalContext } from "./withdrawal-calls.ts";

const text = WITHDRAWAL_ADMIN_TEXT.checks;

/**
 * Automatic checks of an open request, each from Tonle's own records.
 * @param at formats an instant
 */
export function withdrawalChecks(
  request: AdminWithdrawal,
  { trader, payouts, warnings }: WithdrawalContext,
  at: (instant: string) => string,
): AdminFact[] {
  return [
    identityCheck(trader, at),
    placeCheck(request, trader),
    paidCheck(payouts, at),
    warnings.some(({ kind }) => kind === "method_changed" || kind === "security_changed" || kind === "new_device")
      ? { name: text.security, value: text.changed, mark: "warn" }
      : { name: text.security, value: text.unchanged, mark: "ok" },
  ];
}

function identityCheck({ identity }: WithdrawalContext["trader"], at: (instant: string) => string): AdminFact {
  const { status, decidedAt, decidedBy } = identity;
  if (status !== "verified") return { name: text.card, value: TRADER_TEXT.cardWord[status], mark: "warn" };
  return {
    name: text.card,
    value: text.verified(midSentence(at(decidedAt ?? "")), decidedBy),
    mark: "ok",
    isFigure: true,
  };
}

/** Whether the profile has the same payment details today. */
function placeCheck({ paymentDetails }: AdminWithdrawal, { paymentMethods }: WithdrawalContext["trader"]): AdminFact {
  const { khqr, bankTransfer } = paymentMethods;
  const isSame =
    "image" in paymentDetails
      ? khqr.image === paymentDetails.image
      : bankTransfer.bankName === paymentDetails.bankName && bankTransfer.accountId === paymentDetails.accountId;
  return isSame
    ? { name: text.place, value: text.samePlace, mark: "ok" }
    : { name: text.place, value: text.otherPlace, mark: "warn" };
}

function paidCheck(
  { here, lastHereAt, elsewhere }: WithdrawalContext["payouts"],
  at: (instant: string) => string,
): AdminFact {
  if (here > 0)
    return {
      name: text.paid,
      value: text.paidHere(here, midSentence(at(lastHereAt ?? ""))),
      mark: "ok",
      isFigure: true,
    };
  return elsewhere > 0
    ? { name: text.paid, value: text.paidElsewhere(elsewhere), mark: "warn" }
    : { name: text.paid, value: text.neverPaid };
}
