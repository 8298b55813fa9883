import { compose, HELLO, type Mail } from "../platform/compose-mail.ts";

/** The mail about a closed account. */
export function accountClosedMail(to: string, appOrigin: string): Mail {
  return compose(to, "Your Tonle account is closed", [
    HELLO,
    "Your account was closed a moment ago, with your password, and every browser was signed out.",
    "Your name, your pictures, your ID card and your payment methods are erased. The movements of your money stay in our books, without your name.",
    "This address is free again: you can open a new account with it at any time. If it was not you, write to us:",
    { link: `${appOrigin}/contact`, text: "Contact" },
  ]);
}
