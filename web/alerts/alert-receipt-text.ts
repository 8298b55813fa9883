import { SOURCE_NAMES } from "../../worker/contract/quotes.ts";

type Quoted = { source: keyof typeof SOURCE_NAMES; kind: "quoted" | "modelled" };

/** The texts of the receipt of an alert. */
export const alertReceiptText = {
  fired: (what: string, time: string) => `${what}, fired ${time}`,
  failure: {
    refused: { title: "The receipt could not be loaded", text: "Nothing was changed. Try again." },
    unreachable: { title: "The receipt could not be loaded", text: "Check your connection, then try again." },
  },
  missing: "There is no such alert in your account. A link to a receipt opens for its owner alone.",
  quotes: "The quote before, and the one that fired",
  chart: "The price around the quote that fired",
  quote: "Quote",
  mid: "Middle",
  time: (zone: string) => `Time, ${zone}`,
  bidAndAsk: "Bid and ask",
  over: { rises: "Over the level by", falls: "Under the level by" },
  moved: "Moved by",
  began: "It began at",
  source: "Source",
  sourceWords: ({ source, kind }: Quoted) => `${SOURCE_NAMES[source]}, ${kind}`,
  toldYou: "Told you",
  inPage: "in the page",
  note: "Note",
  lostText:
    "The end of the tape was lost before this minute was sealed. The alert stands, but nothing can prove its quote. The tape states the gap.",
  contactSupport: "Contact support with the proof.",
  firstQuote: "The first quote at or through the level after it was armed.",
  firstMove: "The first quote that far from an earlier one of the time.",
  armAgain: "Arm again",
  openTicket: "Open the ticket",
} as const;
