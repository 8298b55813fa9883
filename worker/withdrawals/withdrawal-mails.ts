import { formatUsd } from "../contract/money.ts";
import { compose, HELLO, type Mail } from "../platform/compose-mail.ts";

/** The mails about a withdrawal, one for each step. */

/** The facts of a withdrawal in its mails. They name no account, because others may read the mail. */
export type MailedWithdrawal = { amountCents: number; paymentMethod: string };

/** The mail about a requested withdrawal. */
export function withdrawalRequestedMail(to: string, appOrigin: string, withdrawal: MailedWithdrawal): Mail {
  return compose(to, `Your withdrawal of ${formatUsd(withdrawal.amountCents)} was requested`, [
    HELLO,
    `A withdrawal of ${formatUsd(withdrawal.amountCents)} by ${withdrawal.paymentMethod} was requested from your account. Its sum is set aside until an admin has reviewed it.`,
    { link: `${appOrigin}/account/history`, text: "See its status" },
    "If it was not you, cancel it there and choose a new password at once:",
    { link: `${appOrigin}/forgot-password`, text: "Choose a new password" },
  ]);
}

/** The mail about an approved withdrawal. */
export function withdrawalApprovedMail(to: string, appOrigin: string, withdrawal: MailedWithdrawal): Mail {
  return compose(to, `Your withdrawal of ${formatUsd(withdrawal.amountCents)} was approved`, [
    HELLO,
    `Your withdrawal of ${formatUsd(withdrawal.amountCents)} by ${withdrawal.paymentMethod} was approved and is about to be paid.`,
    { link: `${appOrigin}/account/history`, text: "See its status" },
  ]);
}

/** The mail about a completed withdrawal. @param withdrawal.paymentId the bank's id of the payment */
export function withdrawalCompletedMail(
  to: string,
  appOrigin: string,
  withdrawal: MailedWithdrawal & { paymentId: string },
): Mail {
  return compose(to, `Your withdrawal of ${formatUsd(withdrawal.amountCents)} was paid`, [
    HELLO,
    `Your withdrawal of ${formatUsd(withdrawal.amountCents)} by ${withdrawal.paymentMethod} was paid. The bank's ID of the payment is ${withdrawal.paymentId}.`,
    { link: `${appOrigin}/account/history`, text: "See the proof of payment" },
    "If it has not arrived within a day, reply to this e-mail.",
  ]);
}

/** The mail about a rejected withdrawal. @param withdrawal.notes the admin's message to the trader */
export function withdrawalRejectedMail(
  to: string,
  appOrigin: string,
  withdrawal: MailedWithdrawal & { notes: string },
): Mail {
  return compose(to, `Your withdrawal of ${formatUsd(withdrawal.amountCents)} was rejected`, [
    HELLO,
    `Your withdrawal of ${formatUsd(withdrawal.amountCents)} by ${withdrawal.paymentMethod} was rejected. The sum is in your available balance again.`,
    `The reason: ${withdrawal.notes}`,
    { link: `${appOrigin}/account/history`, text: "See the details" },
  ]);
}
