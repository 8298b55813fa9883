import { compose, HELLO, HOLD_NOTICE, ifNotYou, type Mail } from "../platform/compose-mail.ts";

/**
 * The mail about a linked Google account. @param tookPassword true when the previous password was removed because the
 * address had never been verified
 */
export function googleLinkedMail(to: string, appOrigin: string, { tookPassword }: { tookPassword: boolean }): Mail {
  return compose(to, "Your Tonle account now opens with Google", [
    HELLO,
    "Somebody, probably you, logged in with the Google account of this address. From now on it opens your account.",
    ...(tookPassword
      ? ["The address had never been verified, so the password that was set before is removed. You can set a new one."]
      : [HOLD_NOTICE]),
    ...ifNotYou(appOrigin),
  ]);
}
