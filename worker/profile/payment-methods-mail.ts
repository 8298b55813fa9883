import { compose, HELLO, HOLD_NOTICE, ifNotYou, type Mail } from "../platform/compose-mail.ts";

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
    HELLO,
    ...facts,
    ...(isHeld ? [HOLD_NOTICE] : []),
    { link: `${appOrigin}/profile`, text: "See your payment methods" },
    ...ifNotYou(appOrigin),
  ]);
}
