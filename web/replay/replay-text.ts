import type { DemoRule } from "../../worker/contract/demo/demo-types.ts";
import type { WhatIfRule } from "../../worker/contract/replay/what-if-rules.ts";
import { formatCount } from "../ui/format.ts";

const WHAT_IF_WORDS: Record<WhatIfRule, string> = {
  first_stop: "Had you kept your stop",
  no_break_even: "Had you not moved the stop to the entry",
  double_target: "Had your target been twice as far",
};

export const replayText = {
  loading: "Loading this trade",
  failed: "This trade could not be loaded",
  failedText: "Nothing of it is lost. Check your connection and try again.",
  chart: (symbol: string) => `Chart of the trade in ${symbol}`,

  // The bar below the chart.
  controls: "Replay",
  toStart: "To the start",
  back: "One quote back",
  forward: "One quote on",
  play: "Play",
  pause: "Pause",
  speed: "Speed",
  times: (speed: number) => `${speed}×`,
  place: "Place in the trade",
  quotes: (count: number) => `${formatCount(count)} ${count === 1 ? "quote" : "quotes"}`,
  placeOf: (place: number, count: number) => `${formatCount(place)} of ${formatCount(count)}`,
  keys: "Space plays, arrows go by one quote, with Shift by ten",

  // On the chart.
  r: (r: string) => `${r}R`,
  best: "Best",
  worst: "Worst",
  planned: "Stop, as planned",
  stopSet: (time: string) => `Stop set at ${time}`,
  stopMoved: (time: string) => `Stop moved at ${time}`,
  stopRemoved: (time: string) => `Stop removed at ${time}`,
  keptOut: "Kept: out here",

  // What if.
  whatIf: "What if",
  whatIfStopped: "What if you had stopped for the day",
  rules: WHAT_IF_WORDS,
  ruleNames: {
    first_stop: "Stop kept",
    no_break_even: "Stop not to the entry",
    double_target: "Target twice as far",
  } satisfies Record<WhatIfRule, string>,
  instead: (words: string, kept: string, had: string) => `${words}: ${kept} instead of ${had}`,
  same: (words: string, had: string) => `${words}: ${had}, as it was`,
  outAtStop: (price: string, time: string, asked: string) =>
    `Out at ${price} at ${time}, the first quote at or through the stop at ${asked}.`,
  outAtTarget: (price: string, time: string, asked: string) =>
    `Out at ${price} at ${time}, the first quote at or through the target at ${asked}.`,
  outAsYouDid: (price: string, time: string) => `Out at ${price} at ${time}, as you were.`,
  stillOpen: (time: string) => `Still open at ${time}, where its quotes are read to; counted at the price then.`,
  onQuotes: (seq: number) => `Replayed on real quotes, out at quote ${formatCount(seq)} of the tape.`,
  onQuotesOpen: "Replayed on real quotes.",
  keptStop: "You kept your stop",
  keptStopText: "It was neither moved nor removed, so nothing else would have come of keeping it.",
  noStop: "There was no stop to keep",
  noStopText: "A stop that is set with the order is compared here with what you did.",
  unsure: "No other outcome is shown",
  unsureText: "The replay of this trade does not end exactly as its log says, so no other one would be exact either.",
  computing: "Replaying it with your first stop",
  receipt: "Receipt of the closing",
  checkQuote: "Check the quote",
  verdicts: { checking: "Checking", equal: "Equal", differs: "Differs", not_checked: "Not checked" },
  afterLoss: (time: string) => `Had you stopped for the day after the loss at ${time}`,
  afterLossText: (count: number) =>
    `The results of the day without ${count === 1 ? "the trade" : `the ${formatCount(count)} trades`} opened after it.`,

  // What happened in between.
  inProfit: "In profit",
  ofHeld: (held: string) => `of ${held}`,
  held: "Held",
  worstFigure: "Worst",
  bestFigure: "Best",
  efficiency: "Exit",
  efficiencyText: "of the way from worst to best",
  entryAge: "Price at entry",
  ageOld: (age: string) => `${age} old`,
  spread: (spread: string) => `spread ${spread}`,
  sinceLoss: "Since the last loss",
  noLoss: "none before",
  size: "Size",
  ofMedian: "your median",
  between: (low: string, high: string) => `${low} to ${high}`,

  // What happened, step by step.
  happened: "What happened",
  opened: {
    buy: { market: "Bought at the market", planned: "Bought where planned", past: "Bought past the price" },
    sell: { market: "Sold at the market", planned: "Sold where planned", past: "Sold past the price" },
  },
  stopChanges: {
    set: "Stop set",
    removed: "Stop removed",
    further: "Stop moved away",
    nearer: "Stop moved nearer",
  },
  targetChanges: {
    set: "Target set",
    removed: "Target removed",
    further: "Target moved away",
    nearer: "Target moved nearer",
  },
  closings: {
    market: "Closed",
    limit: "Closed",
    stop: "Closed",
    stop_limit: "Closed",
    stop_loss: "Closed by the stop",
    take_profit: "Closed by the target",
    trailing_stop: "Closed by the trailing stop",
    close: "Closed by hand",
    stop_out: "Closed by a stop out",
    reset: "Closed by the reset",
  } satisfies Record<DemoRule, string>,
  closedBy: (words: string, isPart: boolean) => (isPart ? `${words}, a part` : words),
  at: (time: string, price: string) => `${time}, at ${price}`,
  by: (time: string, distance: string) => `${time}, by ${distance}`,

  // A day.
  closedSoFar: (closed: number, all: number) => `${formatCount(closed)} of ${formatCount(all)} trades closed`,
  noTapeOfDay: "The tape of this day is not whole, or no longer kept, so the day cannot be replayed.",

  // Without the tape.
  fromCandles: "From candles, not from ticks",
  fromCandlesText:
    "What is certain, to the most it can have been, by this product's candles. Another broker's prices may differ.",
  tooLong: "Held longer than 24 hours: its quotes are too many to replay here.",
  tapeFrom: (date: string) => `The tape is kept from ${date} on. This trade is older, so it cannot be replayed.`,
  notWhole: "The tape has a gap in this trade, so it is not replayed.",
  noTape: "There is no tape of this trade.",
  sealing: "The last quotes of this trade are on their way. This takes a moment.",
  notOurs: (symbol: string) =>
    `There are no prices of ${symbol} here, so nothing can be said about what happened in between.`,
  noTimes: "The file does not say when this trade was opened, so nothing can be said about what happened in between.",
  pricesApart: (symbol: string) =>
    `The prices of this trade are not those of ${symbol} here at that time, so nothing can be said about what happened in between.`,
  noCandles: "There are no candles of that time, so nothing can be said about what happened in between.",
};
