import { MODELLED_SPREADS_VERSION } from "../modelled-spreads.ts";
import { quoteAgeMs } from "./demo-quotes.ts";
import type { DemoFill } from "./demo-types.ts";
import { type DemoWork, runOf } from "./demo-work.ts";

/** What a fill follows from; the rest is computed from it. */
export type FillBasis = Omit<
  DemoFill,
  "id" | "run" | "at" | "ageMs" | "slippageSteps" | "costsVersion" | "spreadsVersion"
>;

/** Records a fill: the event, and its number. */
export function recordFill(work: DemoWork, basis: FillBasis): void {
  const { number: run, costsVersion } = runOf(work);
  const id = work.state.lastFillId + 1;
  work.state = { ...work.state, lastFillId: id };
  const fill: DemoFill = {
    ...basis,
    id,
    run,
    at: work.at,
    ageMs: quoteAgeMs(basis.quote, work.at),
    slippageSteps: slippageSteps(basis),
    costsVersion,
    spreadsVersion: costsVersion !== null && basis.quote.kind === "modelled" ? MODELLED_SPREADS_VERSION : null,
  };
  work.events.push({ type: "filled", at: work.at, fill });
}

/** How much worse than asked a fill's price is, in steps; null where no price was asked. */
export function slippageSteps({ side, price, asked }: Pick<DemoFill, "side" | "price" | "asked">): number | null {
  if (asked === null) return null;
  return side === "buy" ? price - asked : asked - price;
}
