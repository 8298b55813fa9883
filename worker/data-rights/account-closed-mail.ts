import { compose, HELLO, type Mail } from "../platform/mail/compose-mail.ts";
import { CLOSING_TEXT } from "./closing-answers.ts";

/** The mail about a closed account. */
export function accountClosedMail(to: string, appOrigin: string): Mail {
  const { subject, closed, erased, addressIsFree, contact } = CLOSING_TEXT.mail;
  return compose(to, subject, [HELLO, closed, erased, addressIsFree, { link: `${appOrigin}/contact`, text: contact }]);
}
