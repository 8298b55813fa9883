import { minutesInWords } from "../contract/limit-text.ts";
import { PASSWORD_RESET, VERIFICATION_CODE } from "../contract/limits.ts";
import { formatUsd } from "../contract/money.ts";
import { OPTIONAL_MAILS } from "../contract/optional-mails.ts";
import { compose, composeWords, HOLD_NOTICE, type Mail, type Words } from "./compose-mail.ts";

/** The words of the mails about an account and its money; those about its safety are in `security-mails.ts`. */

/** Goes to an address that nobody has verified: nothing in it is a stranger's text. */
export function verificationMail(code: string): Words {
  return composeWords(`${code} is your Tonle code`, [
    "Hello,",
    "Enter this code to verify your e-mail address:",
    { code },
    `It works for ${minutesInWords(VERIFICATION_CODE.lifetimeMs)}. If you did not sign up at Tonle, ignore this e-mail. Without the code, nothing happens.`,
  ]);
}

export function alreadyRegisteredMail(appOrigin: string): Words {
  return composeWords("You already have a Tonle account", [
    "Hello,",
    "Somebody, probably you, tried to sign up at Tonle with this e-mail address. You already have an account.",
    { link: `${appOrigin}/login`, words: "Log in" },
    { link: `${appOrigin}/forgot-password`, words: "Choose a new password" },
    "If it was not you, you do not need to do anything.",
  ]);
}

export function passwordResetMail(appOrigin: string, token: string): Words {
  return composeWords("Choose a new Tonle password", [
    "Hello,",
    "Open this link to choose a new password:",
    { link: `${appOrigin}/reset-password/${token}`, words: "Choose a new password" },
    `It works once, for ${minutesInWords(PASSWORD_RESET.lifetimeMs)}. If you did not request it, ignore this e-mail. Your password stays as it is.`,
  ]);
}

/** What happened to each payment method; it names no account. */
export type MailedMethodChanges = Record<"khqr" | "bankTransfer", "unchanged" | "added" | "changed" | "removed"> & {
  isHeld: boolean;
};

/** @returns null when nothing changed that a withdrawal could use */
export function paymentMethodsChangedMail(to: string, appOrigin: string, changes: MailedMethodChanges): Mail | null {
  const { khqr, bankTransfer, isHeld } = changes;
  const facts = [
    ...(khqr === "unchanged" ? [] : [`Your KHQR code was ${khqr}.`]),
    ...(bankTransfer === "unchanged" ? [] : [`Your bank account was ${bankTransfer}.`]),
  ];
  if (facts.length === 0) return null;
  return compose(to, "Your Tonle payment methods were changed", [
    "Hello,",
    ...facts,
    ...(isHeld ? [HOLD_NOTICE] : []),
    { link: `${appOrigin}/profile`, words: "See your payment methods" },
    "If it was not you, choose a new password at once:",
    { link: `${appOrigin}/forgot-password`, words: "Choose a new password" },
  ]);
}

/** A picture may be of anything: mails about an identity name nothing that is on it. */
export function identitySubmittedMail(to: string, appOrigin: string): Mail {
  return compose(to, "Your ID card is under review", [
    "Hello,",
    "An ID card was uploaded to your account. Our team reviews it, which typically takes 24-48 hours, and we will e-mail you the result.",
    { link: `${appOrigin}/profile`, words: "See its status" },
    "If it was not you, choose a new password at once:",
    { link: `${appOrigin}/forgot-password`, words: "Choose a new password" },
  ]);
}

export function identityVerifiedMail(to: string, appOrigin: string): Mail {
  return compose(to, OPTIONAL_MAILS.identityVerified, [
    "Hello,",
    "Our team has checked your ID card. Your identity is verified.",
    { link: `${appOrigin}/profile`, words: "See your profile" },
  ]);
}

/** @param reason in words for the trader, or null when a clearer image is all that is wanted */
export function identityRejectedMail(to: string, appOrigin: string, reason: string | null): Mail {
  return compose(to, OPTIONAL_MAILS.identityRejected, [
    "Hello,",
    "Our team has checked your ID card and could not verify your identity with it.",
    `The reason: ${reason ?? "Please upload a clearer ID image"}`,
    { link: `${appOrigin}/profile`, words: "Upload another image" },
  ]);
}

/** @param reason in the admin's own words */
export function identityReopenedMail(to: string, appOrigin: string, reason: string): Mail {
  return compose(to, "Your identity must be verified again", [
    "Hello,",
    "Our team has reopened your identity verification. Until it is done again, your account counts as not verified.",
    `The reason: ${reason}`,
    "Please make sure that the name in your profile is the one on your ID card, and upload the card again:",
    { link: `${appOrigin}/profile`, words: "See your profile" },
  ]);
}

/** The facts of a withdrawal that its mails tell. They name no account: mail is read by others too. */
export type MailedWithdrawal = { amountCents: number; paymentMethod: string };

export function withdrawalRequestedMail(to: string, appOrigin: string, withdrawal: MailedWithdrawal): Mail {
  return compose(to, `Your withdrawal of ${formatUsd(withdrawal.amountCents)} was requested`, [
    "Hello,",
    `A withdrawal of ${formatUsd(withdrawal.amountCents)} by ${withdrawal.paymentMethod} was requested from your account. Its sum is set aside until an admin has reviewed it.`,
    { link: `${appOrigin}/account/history`, words: "See its status" },
    "If it was not you, cancel it there and choose a new password at once:",
    { link: `${appOrigin}/forgot-password`, words: "Choose a new password" },
  ]);
}

export function withdrawalApprovedMail(to: string, appOrigin: string, withdrawal: MailedWithdrawal): Mail {
  return compose(to, `Your withdrawal of ${formatUsd(withdrawal.amountCents)} was approved`, [
    "Hello,",
    `Your withdrawal of ${formatUsd(withdrawal.amountCents)} by ${withdrawal.paymentMethod} was approved and is about to be paid.`,
    { link: `${appOrigin}/account/history`, words: "See its status" },
  ]);
}

/** @param paymentId the bank's own name of the payment */
export function withdrawalCompletedMail(
  to: string,
  appOrigin: string,
  withdrawal: MailedWithdrawal & { paymentId: string },
): Mail {
  return compose(to, `Your withdrawal of ${formatUsd(withdrawal.amountCents)} was paid`, [
    "Hello,",
    `Your withdrawal of ${formatUsd(withdrawal.amountCents)} by ${withdrawal.paymentMethod} was paid. The bank's ID of the payment is ${withdrawal.paymentId}.`,
    { link: `${appOrigin}/account/history`, words: "See the proof of payment" },
    "If it has not arrived within a day, reply to this e-mail.",
  ]);
}

/** @param notes what the admin wrote to the trader */
export function withdrawalRejectedMail(
  to: string,
  appOrigin: string,
  withdrawal: MailedWithdrawal & { notes: string },
): Mail {
  return compose(to, `Your withdrawal of ${formatUsd(withdrawal.amountCents)} was rejected`, [
    "Hello,",
    `Your withdrawal of ${formatUsd(withdrawal.amountCents)} by ${withdrawal.paymentMethod} was rejected. The sum is in your available balance again.`,
    `The reason: ${withdrawal.notes}`,
    { link: `${appOrigin}/account/history`, words: "See the details" },
  ]);
}

/** For a deposit that a person credited, and for a payment that did not fit its deposit. */
export function paymentCreditedMail(to: string, appOrigin: string, amountCents: number, billNumber: string): Mail {
  return compose(to, `${formatUsd(amountCents)} was added to your balance`, [
    "Hello,",
    `We found your payment for the deposit ${billNumber} and added ${formatUsd(amountCents)} to your balance.`,
    { link: `${appOrigin}/account/history`, words: "See your deposits" },
  ]);
}

/** A payment that did not fit its deposit, and what the admin who decided wrote to the trader. */
export type DecidedPayment = Paid & { note: string; deposit: { billNumber: string } };

export function paymentRefundedMail(to: string, appOrigin: string, payment: DecidedPayment): Mail {
  return compose(to, `Your payment of ${formatPaid(payment)} is being sent back`, [
    "Hello,",
    `Your payment of ${formatPaid(payment)} did not match the deposit ${payment.deposit.billNumber}. It goes back to the account it came from.`,
    `Message from our team: ${payment.note}`,
    { link: `${appOrigin}/account/deposit`, words: "Deposit again" },
  ]);
}

export function paymentNotCreditedMail(to: string, appOrigin: string, payment: DecidedPayment): Mail {
  return compose(to, `About your payment of ${formatPaid(payment)}`, [
    "Hello,",
    `Your payment of ${formatPaid(payment)} for the deposit ${payment.deposit.billNumber} was reviewed, and was not added to your balance.`,
    `Message from our team: ${payment.note}`,
    { link: `${appOrigin}/account/history`, words: "See your deposits" },
  ]);
}

type Paid = { paidAmount: number; paidCurrency: string };

/** `$25.00`, `100,000 KHR`: what a bank says was paid, in its own currency. */
function formatPaid({ paidAmount, paidCurrency }: Paid): string {
  if (paidCurrency === "USD") return formatUsd(Math.round(paidAmount * 100));
  return `${new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 }).format(paidAmount)} ${paidCurrency}`;
}
