import { formatUsd } from "../contract/money.ts";
import { compose, HELLO, type Mail } from "../platform/compose-mail.ts";

/** The mails about payments that an admin decided. */

/** The mail about a deposit that an admin credited, also after a payment that did not match it. */
export function paymentCreditedMail(to: string, appOrigin: string, amountCents: number, billNumber: string): Mail {
  return compose(to, `${formatUsd(amountCents)} was added to your balance`, [
    HELLO,
    `We found your payment for the deposit ${billNumber} and added ${formatUsd(amountCents)} to your balance.`,
    { link: `${appOrigin}/account/history`, text: "See your deposits" },
  ]);
}

/** A payment that did not match its deposit, with the deciding admin's message to the trader. */
export type DecidedPayment = Paid & { note: string; deposit: { billNumber: string } };

/** The mail about a mismatched payment that is refunded. */
export function paymentRefundedMail(to: string, appOrigin: string, payment: DecidedPayment): Mail {
  return compose(to, `Your payment of ${formatPaid(payment)} is being sent back`, [
    HELLO,
    `Your payment of ${formatPaid(payment)} did not match the deposit ${payment.deposit.billNumber}. It goes back to the account it came from.`,
    `Message from our team: ${payment.note}`,
    { link: `${appOrigin}/account/deposit`, text: "Deposit again" },
  ]);
}

/** The mail about a mismatched payment that is neither credited nor refunded. */
export function paymentNotCreditedMail(to: string, appOrigin: string, payment: DecidedPayment): Mail {
  return compose(to, `About your payment of ${formatPaid(payment)}`, [
    HELLO,
    `Your payment of ${formatPaid(payment)} for the deposit ${payment.deposit.billNumber} was reviewed, and was not added to your balance.`,
    `Message from our team: ${payment.note}`,
    { link: `${appOrigin}/account/history`, text: "See your deposits" },
  ]);
}

type Paid = { paidAmount: number; paidCurrency: string };

/** Formats what the bank reports as paid, in its own currency: `$25.00`, `100,000 KHR`. */
function formatPaid({ paidAmount, paidCurrency }: Paid): string {
  if (paidCurrency === "USD") return formatUsd(Math.round(paidAmount * 100));
  return `${new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 }).format(paidAmount)} ${paidCurrency}`;
}
