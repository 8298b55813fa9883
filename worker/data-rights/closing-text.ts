import { formatMoment } from "../platform/moment-text.ts";

/** Answers and the mail about closing an account. */
export const CLOSING_TEXT = {
  closed: "Your account is closed.",
  notAnAdmins: "An admin's account cannot be closed here. Ask another admin.",
  /** Why it cannot be closed yet, and what to do first. */
  openWithdrawal: (held: string) =>
    `You have an open withdrawal, with ${held} set aside. Wait until it is paid, or cancel it.`,
  available: (available: string) => `There is ${available} in your account. Withdraw it first.`,
  openCode: "You have an open payment code. Cancel it, or wait until it expires.",
  waitingPayment: "One of your payments is waiting for a decision. You will see it in your account's history.",
  latePayment: (untilMs: number, timeZone: string) =>
    `Money for a payment code from the last few days could still arrive. Your account can be closed from ${formatMoment(untilMs, timeZone)}.`,
  mail: {
    subject: "Your Tonle account is closed",
    closed: "Your account was closed a moment ago, with your password, and every browser was signed out.",
    erased:
      "Your name, your pictures, your ID card and your payment methods are erased. The movements of your money stay in our books, without your name.",
    addressIsFree:
      "This address is free again: you can open a new account with it at any time. If it was not you, write to us:",
    contact: "Contact",
  },
} as const;
