import { modelledSpreadsVersionAt } from "../modelled-spreads.ts";
import { quoteAgeMs } from "./demo-quotes.ts";
import type { DemoFill, MarketQuote } from "./demo-types.ts";
import { type DemoWork, runOf } from "./demo-work.ts";

/** The part of a fill that its cause determines; the rest is computed from it. */
export type FillTerms = Omit<
  DemoFill,
  "id" | "run" | "at" | "tapeSeq" | "ageMs" | "slippageSteps" | "costsVersion" | "spreadsVersion"
>;

/** Records a fill: the event, and its number. */
export function recordFill(work: DemoWork, terms: FillTerms): void {
  const { number: run, costsVersion } = runOf(work);
  const { quote } = terms;
  const id = work.state.lastFillId + 1;
  work.state = { ...work.state, lastFillId: id };
  const fill: DemoFill = {
    ...terms,
    id,
    run,
    at: work.at,
    tapeSeq: work.tapeSeq,
    ageMs: quoteAgeMs(quote, work.at),
    slippageSteps: slippageSteps(terms),
    costsVersion,
    spreadsVersion: spreadsVersionOf(quote, costsVersion),
  };
  work.events.push({ type: "filled", at: work.at, fill });
}

/** The version of the modelled spreads that a fill's price depends on; null where it depends on none. */
export function spreadsVersionOf(quote: MarketQuote, costsVersion: number | null): number | null {
  return costsVersion !== null && quote.kind === "modelled" ? modelledSpreadsVersionAt(quote.at) : null;
}

/** How much worse than asked a fill's price is, in steps; null where no price was asked. */
export function slippageSteps({ side, price, asked }: Pick<DemoFill, "side" | "price" | "asked">): number | null {
  if (asked === null) return null;
  return side === "buy" ? price - asked : asked - price;
}
