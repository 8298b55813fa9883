import { formatUsd } from "../contract/money.ts";
import { joinLanguages } from "../contract/translated.ts";
import { withdrawalNumber } from "../contract/withdrawal-number.ts";
import { compose, HELLO, type Mail } from "../platform/mail/compose-mail.ts";
import { BOOK_MAIL_TEXT as khmer } from "./book-mail-text.km.ts";
import { BOOK_MAIL_TEXT as english } from "./book-mail-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** The mails to traders about acts on the books. */

/** The mail about a payout that the bank sent back. */
export function payoutReturnedMail(to: string, appOrigin: string, of: { number: number; amountCents: number }): Mail {
  const [number, amount] = [withdrawalNumber(of.number), formatUsd(of.amountCents)];
  return compose(
    to,
    TEXT.returned.subject(number, amount),
    [
      HELLO,
      TEXT.returned.body(number, amount),
      TEXT.returned.check,
      { link: `${appOrigin}/account/history`, text: TEXT.history },
    ],
    "withdrawal_returned",
  );
}

/** The mail about a deposit that the bank took back. @param of.owedCents what the trader owes of it */
export function depositReversedMail(
  to: string,
  appOrigin: string,
  of: { billNumber: string; amountCents: number; owedCents: number },
): Mail {
  return compose(
    to,
    TEXT.reversed.subject(of.billNumber),
    [
      HELLO,
      TEXT.reversed.body(formatUsd(of.amountCents), of.billNumber),
      ...(of.owedCents > 0 ? [TEXT.reversed.owes(formatUsd(of.owedCents))] : []),
      TEXT.reversed.ask,
      { link: `${appOrigin}/account/history`, text: TEXT.history },
    ],
    "deposit_reversed",
  );
}
