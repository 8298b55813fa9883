import { joinLanguages } from "../contract/translated.ts";
import { compose, HELLO, HOLD_NOTICE, ifNotYou, type Mail } from "../platform/mail/compose-mail.ts";
import { GOOGLE_MAIL_TEXT as khmer } from "./google-mail-text.km.ts";
import { GOOGLE_MAIL_TEXT as english } from "./google-mail-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/**
 * The mail about a linked Google account. @param tookPassword true when the previous password was removed because the
 * address had never been verified
 */
export function googleLinkedMail(to: string, appOrigin: string, { tookPassword }: { tookPassword: boolean }): Mail {
  return compose(
    to,
    TEXT.subject,
    [HELLO, TEXT.linked, tookPassword ? TEXT.tookPassword : HOLD_NOTICE, ...ifNotYou(appOrigin)],
    "google_linked",
  );
}
