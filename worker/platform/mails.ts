import { minutesInWords } from "../contract/limit-text.ts";
import { PASSWORD_RESET, VERIFICATION_CODE } from "../contract/limits.ts";
import { formatUsd } from "../contract/money.ts";
import { OPTIONAL_MAILS } from "../contract/optional-mails.ts";
import { compose, composeContent, HOLD_NOTICE, type Mail, type MailContent } from "./compose-mail.ts";

/** The content of the mails about an account and its money. Mails about account security are in `security-mails.ts`. */

/**
 * The code that verifies an e-mail address. The address is not verified yet, so the mail contains no text that a user
 * wrote.
 */
export function verificationMail(code: string): MailContent {
  return composeContent(`${code} is your Tonle code`, [
    "Hello,",
    "Enter this code to verify your e-mail address:",
    { code },
    `It works for ${minutesInWords(VERIFICATION_CODE.lifetimeMs)}. If you did not sign up at Tonle, ignore this e-mail. Without the code, nothing happens.`,
  ]);
}

/** The answer to a sign-up with an address that already has an account. */
export function alreadyRegisteredMail(appOrigin: string): MailContent {
  return composeContent("You already have a Tonle account", [
    "Hello,",
    "Somebody, probably you, tried to sign up at Tonle with this e-mail address. You already have an account.",
    { link: `${appOrigin}/login`, words: "Log in" },
    { link: `${appOrigin}/forgot-password`, words: "Choose a new password" },
    "If it was not you, you do not need to do anything.",
  ]);
}

/** The link that sets a new password. @param token the reset token, which becomes part of the link */
export function passwordResetMail(appOrigin: string, token: string): MailContent {
  return composeContent("Choose a new Tonle password", [
    "Hello,",
    "Open this link to choose a new password:",
    { link: `${appOrigin}/reset-password/${token}`, words: "Choose a new password" },
    `It works once, for ${minutesInWords(PASSWORD_RESET.lifetimeMs)}. If you did not request it, ignore this e-mail. Your password stays as it is.`,
  ]);
}

/** What happened to each payment method, without account numbers. */
export type MailedMethodChanges = Record<"khqr" | "bankTransfer", "unchanged" | "added" | "changed" | "removed"> & {
  isHeld: boolean;
};

/** The mail about changed payment methods. @returns null when nothing changed that a withdrawal could use */
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

/** The mail about an uploaded ID card. An image may show anything, so mails about an identity quote nothing from it. */
export function identitySubmittedMail(to: string, appOrigin: string): Mail {
  return compose(to, "Your ID card is under review", [
    "Hello,",
    "An ID card was uploaded to your account. Our team reviews it, which typically takes 24-48 hours, and we will e-mail you the result.",
    { link: `${appOrigin}/profile`, words: "See its status" },
    "If it was not you, choose a new password at once:",
    { link: `${appOrigin}/forgot-password`, words: "Choose a new password" },
  ]);
}

/** The mail about a verified identity. */
export function identityVerifiedMail(to: string, appOrigin: string): Mail {
  return compose(to, OPTIONAL_MAILS.identityVerified, [
    "Hello,",
    "Our team has checked your ID card. Your identity is verified.",
    { link: `${appOrigin}/profile`, words: "See your profile" },
  ]);
}

/** The mail about a rejected ID card. @param reason text for the trader, or null to ask for a clearer image */
export function identityRejectedMail(to: string, appOrigin: string, reason: string | null): Mail {
  return compose(to, OPTIONAL_MAILS.identityRejected, [
    "Hello,",
    "Our team has checked your ID card and could not verify your identity with it.",
    `The reason: ${reason ?? "Please upload a clearer ID image"}`,
    { link: `${appOrigin}/profile`, words: "Upload another image" },
  ]);
}

/** The mail about an identity that must be verified again. @param reason the admin's text */
export function identityReopenedMail(to: string, appOrigin: string, reason: string): Mail {
  return compose(to, "Your identity must be verified again", [
    "Hello,",
    "Our team has reopened your identity verification. Until it is done again, your account counts as not verified.",
    `The reason: ${reason}`,
    "Please make sure that the name in your profile is the one on your ID card, and upload the card again:",
    { link: `${appOrigin}/profile`, words: "See your profile" },
  ]);
}

/** The facts of a withdrawal in its mails. They name no account, because others may read the mail. */
export type MailedWithdrawal = { amountCents: number; paymentMethod: string };

/** The mail about a requested withdrawal. */
export function withdrawalRequestedMail(to: string, appOrigin: string, withdrawal: MailedWithdrawal): Mail {
  return compose(to, `Your withdrawal of ${formatUsd(withdrawal.amountCents)} was requested`, [
    "Hello,",
    `A withdrawal of ${formatUsd(withdrawal.amountCents)} by ${withdrawal.paymentMethod} was requested from your account. Its sum is set aside until an admin has reviewed it.`,
    { link: `${appOrigin}/account/history`, words: "See its status" },
    "If it was not you, cancel it there and choose a new password at once:",
    { link: `${appOrigin}/forgot-password`, words: "Choose a new password" },
  ]);
}

/** The mail about an approved withdrawal. */
export function withdrawalApprovedMail(to: string, appOrigin: string, withdrawal: MailedWithdrawal): Mail {
  return compose(to, `Your withdrawal of ${formatUsd(withdrawal.amountCents)} was approved`, [
    "Hello,",
    `Your withdrawal of ${formatUsd(withdrawal.amountCents)} by ${withdrawal.paymentMethod} was approved and is about to be paid.`,
    { link: `${appOrigin}/account/history`, words: "See its status" },
  ]);
}

/** The mail about a completed withdrawal. @param withdrawal.paymentId the bank's id of the payment */
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

/** The mail about a rejected withdrawal. @param withdrawal.notes the admin's message to the trader */
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

/** The mail about a deposit that an admin credited, also after a payment that did not match it. */
export function paymentCreditedMail(to: string, appOrigin: string, amountCents: number, billNumber: string): Mail {
  return compose(to, `${formatUsd(amountCents)} was added to your balance`, [
    "Hello,",
    `We found your payment for the deposit ${billNumber} and added ${formatUsd(amountCents)} to your balance.`,
    { link: `${appOrigin}/account/history`, words: "See your deposits" },
  ]);
}

/** A payment that did not match its deposit, with the deciding admin's message to the trader. */
export type DecidedPayment = Paid & { note: string; deposit: { billNumber: string } };

/** The mail about a mismatched payment that is refunded. */
export function paymentRefundedMail(to: string, appOrigin: string, payment: DecidedPayment): Mail {
  return compose(to, `Your payment of ${formatPaid(payment)} is being sent back`, [
    "Hello,",
    `Your payment of ${formatPaid(payment)} did not match the deposit ${payment.deposit.billNumber}. It goes back to the account it came from.`,
    `Message from our team: ${payment.note}`,
    { link: `${appOrigin}/account/deposit`, words: "Deposit again" },
  ]);
}

/** The mail about a mismatched payment that is neither credited nor refunded. */
export function paymentNotCreditedMail(to: string, appOrigin: string, payment: DecidedPayment): Mail {
  return compose(to, `About your payment of ${formatPaid(payment)}`, [
    "Hello,",
    `Your payment of ${formatPaid(payment)} for the deposit ${payment.deposit.billNumber} was reviewed, and was not added to your balance.`,
    `Message from our team: ${payment.note}`,
    { link: `${appOrigin}/account/history`, words: "See your deposits" },
  ]);
}

type Paid = { paidAmount: number; paidCurrency: string };

/** Formats what the bank reports as paid, in its own currency: `$25.00`, `100,000 KHR`. */
function formatPaid({ paidAmount, paidCurrency }: Paid): string {
  if (paidCurrency === "USD") return formatUsd(Math.round(paidAmount * 100));
  return `${new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 }).format(paidAmount)} ${paidCurrency}`;
}
