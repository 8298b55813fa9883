import type { DemoFill, DemoRule, DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { SOURCE_NAMES } from "../../worker/contract/quotes.ts";
import type { TradedSymbol } from "../../worker/contract/symbols.ts";
import { formatCount } from "../ui/format.ts";
import type { ProofStep } from "./check-receipt.ts";
import { stepsText } from "./demo-format.ts";

/** The texts of a fill's receipt. */
export const receiptText = {
  filled: (side: DemoSide, what: string, price: string) =>
    `${side === "buy" ? "Buy" : "Sell"} ${what}, filled at ${price}`,
  failure: {
    refused: { title: "The receipt could not be loaded", text: "Nothing was changed. Try again." },
    unreachable: { title: "The receipt could not be loaded", text: "Check your connection, then try again." },
  },
  missing: "There is no such fill in your demo account. A link to a receipt opens for its owner alone.",
  rule: "The rule",
  quotes: "Quotes around the fill",
  quote: "Quote",
  time: "Time",
  bid: "Bid",
  ask: "Ask",
  /** The price that is shown. */
  mid: "Shown",
  toFill: "To the fill",
  source: "Source",
  slippage: "Slippage",
  slippageWords: (symbol: TradedSymbol, steps: number) => {
    if (steps === 0) return "None";
    return `${stepsText(symbol, Math.abs(steps))} ${steps > 0 ? "worse" : "better"}`;
  },
  commission: "Commission",
  margin: "Margin",
  change: (before: string, after: string) => `${before} to ${after}`,
  age: "Age of the quote",
  balance: "Balance after",
  asked: "Price of the order",
  chart: "Bid and ask around the fill",
  verifying: "Checking the proof",
  verified: "Verified in this browser",
  verifiedIn: (ms: number, sealedAt: string) =>
    `Recomputed in ${Math.max(1, Math.round(ms))} ms from the public seals. ${sealedAt}.`,
  withoutOrder: "Older receipts do not have their order: it was not checked.",
  notKnown: "Not checked",
  notKnownText: "This page does not know something that the receipt says. Reload the page, then verify again.",
  different: "This receipt does not match the tape",
  differentText: (step: ProofStep) => `The check fails at: ${STEP_NAMES[step]}.`,
  contactSupport: "Contact support with the proof.",
  unpublished: "The seal is not public yet",
  unpublishedText: "The public list of seals follows within a minute. Verify again then.",
  unchecked: "The public seals could not be loaded",
  uncheckedText: "Check your connection, then verify again.",
  lost: "The tape no longer has this quote",
  lostText:
    "The end of the tape was lost before this minute was sealed. The fill stands, but nothing can prove its quote. The tape states the gap.",
  unsealed: "Not sealed yet",
  unsealedText: (seconds: number) =>
    seconds > 0 ? `The minute closes in ${seconds} s` : "The minute is closed, its seal follows within seconds",
  sealedAt: (clock: string) => `Sealed at ${clock}`,
  verifyAgain: "Verify again",
  verify: "Verify",
  copyProof: "Copy proof",
  copyLink: "Copy link",
  copied: "Copied",
  notCopied: "The browser did not allow copying",
  used: (words: string) => `${words}, used`,
  fromFill: (ms: number) => {
    if (ms === 0) return "at the fill";
    return ms < 0 ? `${formatCount(-ms)} ms before` : `${formatCount(ms)} ms after`;
  },
  sourceWords: ({ quote, spreadsVersion }: DemoFill) => {
    const name = SOURCE_NAMES[quote.source];
    if (quote.kind === "quoted") return `${name}, quoted`;
    return spreadsVersion === null ? `${name}, modelled` : `${name}, modelled spread, table ${spreadsVersion}`;
  },
  hashes: (count: number) => (count === 1 ? "1 hash" : `${formatCount(count)} hashes`),
  quotesInMinute: (count: number) => `${formatCount(count)} records in the minute`,
} as const;

/** The names of the proof's steps. */
export const STEP_NAMES: Readonly<Record<ProofStep, string>> = {
  rule: "The fill",
  quote: "Your quote",
  path: "Path",
  root: "Root of the minute",
  previous: "Seal before",
  seal: "Seal of the minute",
};

/** The reason for the price of a fill, in one sentence. */
export function ruleSentence({ rule, side, costsVersion }: DemoFill): string {
  const price = costsVersion === null ? "the price that is shown" : side === "buy" ? "the ask" : "the bid";
  const sentences: Readonly<Record<DemoRule, string>> = {
    market: `A market ${side} fills at ${price} of the newest quote, if that is at most 10 s old.`,
    limit: `A ${side} limit fills at ${price} of the first quote that is at its price or better.`,
    stop: `A ${side} stop fills at ${price} of the first quote that reaches it. A price that jumped over it is taken as it is.`,
    stop_limit: `A stop-limit becomes a limit when its stop is reached, and fills at ${price} of the first quote at its limit or better.`,
    stop_loss: `A stop loss closes at ${price} of the first quote that reaches it. A price that jumped over it is taken as it is.`,
    take_profit: `A take profit closes at ${price} of the first quote that reaches it.`,
    trailing_stop: `A trailing stop closes at ${price} of the first quote that falls back by its distance from the best price so far.`,
    close: `A position that you close fills at ${price} of the newest quote, if that is at most 10 s old.`,
    stop_out: `When the equity falls to half of the margin, the largest loss is closed at ${price} of that quote.`,
    reset: `A reset closes open positions at ${price} of the newest quote, if that is at most 10 s old.`,
  };
  return sentences[rule];
}
