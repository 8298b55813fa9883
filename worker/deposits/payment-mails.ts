import { formatUsd } from "../contract/money.ts";
import { joinLanguages } from "../contract/translated.ts";
import { compose, HELLO, type Mail } from "../platform/mail/compose-mail.ts";
import { PAYMENT_MAIL_TEXT as khmer } from "./payment-mail-text.km.ts";
import { PAYMENT_MAIL_TEXT as english } from "./payment-mail-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** The mails about payments that an admin decided. */

/**
 * The mail about a deposit that an admin credited, also after a payment that did not match it.
 * @param credited.event `payment_credited` where the deposit had been paid before by another payment
 */
export function paymentCreditedMail(
  to: string,
  appOrigin: string,
  credited: { amountCents: number; billNumber: string; event: "deposit_paid" | "payment_credited" },
): Mail {
  const { billNumber, event } = credited;
  const amount = formatUsd(credited.amountCents);
  return compose(
    to,
    TEXT.credited.subject(amount),
    [HELLO, TEXT.credited.found(amount, billNumber), { link: `${appOrigin}/account/history`, text: TEXT.deposits }],
    event,
  );
}

/** A payment that did not match its deposit, with the deciding admin's message to the trader. */
export type DecidedPayment = Paid & { note: string; deposit: { billNumber: string } };

/** The mail about a mismatched payment that was sent back. @param refund.cents hundredths of a unit of its currency */
export function paymentRefundedMail(
  to: string,
  appOrigin: string,
  payment: DecidedPayment,
  refund: { cents: number; reference: string },
): Mail {
  const paid = formatPaid(payment);
  const sent = formatPaid({ ...payment, paidAmount: refund.cents / 100 });
  return compose(
    to,
    TEXT.refunded.subject(paid),
    [
      HELLO,
      TEXT.refunded.differs(paid, payment.deposit.billNumber),
      TEXT.refunded.sent(sent, refund.reference),
      TEXT.message(payment.note),
      { link: `${appOrigin}/account/deposit`, text: TEXT.refunded.link },
    ],
    "payment_refunded",
  );
}

/** The mail about a mismatched payment that is neither credited nor refunded. */
export function paymentNotCreditedMail(to: string, appOrigin: string, payment: DecidedPayment): Mail {
  const paid = formatPaid(payment);
  return compose(
    to,
    TEXT.notCredited.subject(paid),
    [
      HELLO,
      TEXT.notCredited.reviewed(paid, payment.deposit.billNumber),
      TEXT.message(payment.note),
      { link: `${appOrigin}/account/history`, text: TEXT.deposits },
    ],
    "payment_not_credited",
  );
}

type Paid = { paidAmount: number; paidCurrency: string };

/** Formats what the bank reports as paid, in its own currency: `$25.00`, `100,000 KHR`. */
export function formatPaid({ paidAmount, paidCurrency }: Paid): string {
  if (paidCurrency === "USD") return formatUsd(Math.round(paidAmount * 100));
  return `${new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 }).format(paidAmount)} ${paidCurrency}`;
}
