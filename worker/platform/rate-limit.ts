import { VERIFICATION_CODE } from "../contract/limits.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import { sha256Hex } from "./secrets.ts";

/** A rate limit: at most `max` in each window. */
export type Limit = { max: number; windowMs: number };

/** All rate limits. The setting ADDRESS_LIMIT_FACTOR multiplies those by address. Source: `security.md` section 8. */
export const LIMITS = {
  loginByAddress: { max: 20, windowMs: MINUTE_MS },
  adminLoginByDevice: { max: 5, windowMs: 15 * MINUTE_MS },
  adminLoginByAccountAndAddress: { max: 5, windowMs: 15 * MINUTE_MS },
  adminLoginByAccount: { max: 50, windowMs: 15 * MINUTE_MS },
  adminLoginByAddress: { max: 20, windowMs: 15 * MINUTE_MS },
  /** Mails about wrong codes with an admin's correct password: one to the owner and one to every admin. */
  adminCodeNotice: { max: 1, windowMs: HOUR_MS },
  /** Of the whole service: above it a sign-up needs a proof of work. The factor multiplies it too. */
  signupWithoutProof: { max: 30, windowMs: 10 * MINUTE_MS },
  signupByAddress: { max: 5, windowMs: HOUR_MS },
  forgotByAccount: { max: 3, windowMs: HOUR_MS },
  forgotByAddress: { max: 10, windowMs: HOUR_MS },
  resetByAddress: { max: 10, windowMs: HOUR_MS },
  noticeByAccount: { max: 3, windowMs: HOUR_MS },
  verificationByAccount: { max: 10, windowMs: HOUR_MS },
  /** Counted by the pending cookie, also when it belongs to a decoy sign-up, so that the response reveals nothing. */
  resendPause: { max: 1, windowMs: VERIFICATION_CODE.resendAfterMs },
  resendByAccount: { max: 10, windowMs: HOUR_MS },
  depositByAccount: { max: 10, windowMs: HOUR_MS },
  withdrawalByAccountHourly: { max: 5, windowMs: HOUR_MS },
  withdrawalByAccountDaily: { max: 10, windowMs: 24 * HOUR_MS },
  verifyPaymentByDeposit: { max: 20, windowMs: MINUTE_MS },
  uploadByAccount: { max: 10, windowMs: HOUR_MS },
  idCardByAccount: { max: 5, windowMs: 24 * HOUR_MS },
  /** Higher, because every completed withdrawal needs a proof. */
  uploadByAdmin: { max: 120, windowMs: HOUR_MS },
  /** Exports of admin lists, which contain data about many people. */
  exportByAdmin: { max: 30, windowMs: HOUR_MS },
  profileByAccount: { max: 30, windowMs: MINUTE_MS },
  /** Limits password guesses by somebody who uses another user's signed-in browser. */
  passwordByAccount: { max: 5, windowMs: 15 * MINUTE_MS },
  /** Keys shown and codes tried while a second factor is set up. */
  enrolmentByAccount: { max: 20, windowMs: 15 * MINUTE_MS },
  sessionsByAccount: { max: 60, windowMs: MINUTE_MS },
  stepUpByAccount: { max: 5, windowMs: 15 * MINUTE_MS },
  /** Deep links to Telegram, and confirmations of the chats that opened them. */
  telegramLinkByAccount: { max: 20, windowMs: 10 * MINUTE_MS },
  /** Messages of one chat that the bot answers. */
  telegramByChat: { max: 30, windowMs: 10 * MINUTE_MS },
  /** New ones, of which those that were removed stay for a time. */
  alertsByAccount: { max: 2_000, windowMs: 24 * HOUR_MS },
  /** Requests with changes of the journal, of all tabs and devices. */
  journalByAccount: { max: 120, windowMs: MINUTE_MS },
  /** Browsers that are subscribed and ended. */
  pushByAccount: { max: 60, windowMs: HOUR_MS },
  /** Messages that a person has sent to themself, to see that a channel works. */
  channelTestByAccount: { max: 10, windowMs: 10 * MINUTE_MS },
  themeByAccount: { max: 10, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit>;

/**
 * The work that a sign-up proves during a flood: 64 tries on the average, each of 5,000 rounds. A laptop takes a fifth of a second for all of
 * them, a slow phone about one.
 */
export const SIGN_UP_PROOF = { iterations: 5_000, zeroBits: 6, lifetimeMs: 5 * MINUTE_MS } as const;

/** A limit by address with its maximum multiplied by a factor: on the local stack all users share one address. */
export function scaled(limit: Limit, factor: number): Limit {
  return { ...limit, max: limit.max * factor };
}

/** The key of a counter by personal data, which it holds only as a hash. */
export async function counterKey(what: string, who: string): Promise<string> {
  return `${what}:${(await sha256Hex(who)).slice(0, 32)}`;
}
