import { formatUsd } from "../../contract/money.ts";
import { joinLanguages } from "../../contract/translated.ts";
import { withdrawalNumber } from "../../contract/withdrawal-number.ts";
import { compose, HELLO, type Mail } from "../../platform/mail/compose-mail.ts";
import { HAND_OVER_MAIL_TEXT as khmer } from "./hand-over-mail-text.km.ts";
import { HAND_OVER_MAIL_TEXT as english } from "./hand-over-mail-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** The mail to an admin whose work a withdrawal now is. It names nobody but the colleague: others may read the mail. */
export function handedOverMail(
  to: string,
  appOrigin: string,
  handed: { by: string; id: string; number: number | null; cents: number; untilMs: number; timeZone: string },
): Mail {
  const { by, id, number, cents, untilMs, timeZone } = handed;
  const name = number === null ? "" : withdrawalNumber(number);
  return compose(to, TEXT.subject(name), [
    HELLO,
    TEXT.handed(by, name, formatUsd(cents)),
    TEXT.until(untilMs, timeZone),
    { link: `${appOrigin}/admin/withdrawals?status=open&stage=mine&item=${id}`, text: TEXT.open },
  ]);
}
