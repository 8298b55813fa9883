import { joinLanguages } from "../contract/translated.ts";
import { compose, HELLO, HOLD_NOTICE, ifNotYou, type Mail } from "../platform/mail/compose-mail.ts";
import { PAYMENT_METHODS_MAIL_TEXT as khmer } from "./payment-methods-mail-text.km.ts";
import { PAYMENT_METHODS_MAIL_TEXT as english } from "./payment-methods-mail-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** The change of each payment method, without account numbers. */
export type MailedMethodChanges = Record<"khqr" | "bankTransfer", "unchanged" | "added" | "changed" | "removed"> & {
  isHeld: boolean;
};

/** The mail about changed payment methods. @returns null when nothing changed that a withdrawal could use */
export function paymentMethodsChangedMail(to: string, appOrigin: string, changes: MailedMethodChanges): Mail | null {
  const { khqr, bankTransfer, isHeld } = changes;
  const facts = [
    ...(khqr === "unchanged" ? [] : [TEXT.khqr[khqr]]),
    ...(bankTransfer === "unchanged" ? [] : [TEXT.bankTransfer[bankTransfer]]),
  ];
  if (facts.length === 0) return null;
  return compose(to, TEXT.subject, [
    HELLO,
    ...facts,
    ...(isHeld ? [HOLD_NOTICE] : []),
    { link: `${appOrigin}/profile`, text: TEXT.see },
    ...ifNotYou(appOrigin),
  ]);
}
