import { formatUsd } from "../contract/money.ts";
import { joinLanguages } from "../contract/translated.ts";
import { withdrawalNumber } from "../contract/withdrawal-number.ts";
import { compose, HELLO, type Mail } from "../platform/mail/compose-mail.ts";
import { WITHDRAWAL_MAIL_TEXT as khmer } from "./withdrawal-mail-text.km.ts";
import { WITHDRAWAL_MAIL_TEXT as english } from "./withdrawal-mail-text.ts";
import { methodName } from "./withdrawal-rules.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** The mails about a withdrawal, one for each step. */

/** The facts of a withdrawal in its mails. They name no account, because others may read the mail. */
export type MailedWithdrawal = { number: number; amountCents: number; paymentMethod: string };

function namesOf({ number, amountCents, paymentMethod }: MailedWithdrawal) {
  return { number: withdrawalNumber(number), amount: formatUsd(amountCents), method: methodName(paymentMethod) };
}

/** The mail about a requested withdrawal. */
export function withdrawalRequestedMail(to: string, appOrigin: string, withdrawal: MailedWithdrawal): Mail {
  const { number, amount, method } = namesOf(withdrawal);
  return compose(
    to,
    TEXT.requested.subject(number, amount),
    [
      HELLO,
      TEXT.requested.body(number, amount, method),
      { link: `${appOrigin}/account/history`, text: TEXT.status },
      TEXT.requested.ifNotYou,
      { link: `${appOrigin}/forgot-password`, text: TEXT.requested.newPassword },
    ],
    "withdrawal_requested",
  );
}

/** The mail about an approved withdrawal. */
export function withdrawalApprovedMail(to: string, appOrigin: string, withdrawal: MailedWithdrawal): Mail {
  const { number, amount, method } = namesOf(withdrawal);
  return compose(
    to,
    TEXT.approved.subject(number, amount),
    [HELLO, TEXT.approved.body(number, amount, method), { link: `${appOrigin}/account/history`, text: TEXT.status }],
    "withdrawal_approved",
  );
}

/** The mail about a completed withdrawal. @param withdrawal.paymentId the bank's id of the payment */
export function withdrawalCompletedMail(
  to: string,
  appOrigin: string,
  withdrawal: MailedWithdrawal & { paymentId: string },
): Mail {
  const { number, amount, method } = namesOf(withdrawal);
  return compose(
    to,
    TEXT.completed.subject(number, amount),
    [
      HELLO,
      TEXT.completed.body(number, amount, method, withdrawal.paymentId),
      { link: `${appOrigin}/account/history`, text: TEXT.completed.proof },
      TEXT.completed.notArrived,
    ],
    "withdrawal_completed",
  );
}

/** The mail about a rejected withdrawal. @param withdrawal.notes the admin's message to the trader */
export function withdrawalRejectedMail(
  to: string,
  appOrigin: string,
  withdrawal: MailedWithdrawal & { notes: string },
): Mail {
  const { number, amount, method } = namesOf(withdrawal);
  return compose(
    to,
    TEXT.rejected.subject(number, amount),
    [
      HELLO,
      TEXT.rejected.body(number, amount, method),
      TEXT.rejected.reason(withdrawal.notes),
      { link: `${appOrigin}/account/history`, text: TEXT.rejected.details },
    ],
    "withdrawal_rejected",
  );
}
