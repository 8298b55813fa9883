import { freeMarginCents } from "./demo-margin.ts";
import type { DemoState } from "./demo-state.ts";
import { DEMO_TEXT } from "./demo-text.ts";
import type { DemoCommand, DemoRefusal } from "./demo-types.ts";

/**
 * What a refusal of the engine says to people; null for `not_found`, which has the product's own words.
 *
 * @param state the account's, for what is available
 */
export function demoRefusalText({ code, field }: DemoRefusal, command: DemoCommand, state: DemoState): string | null {
  switch (code) {
    case "no_run":
    case "run_changed":
      return DEMO_TEXT.reset;
    case "version_changed":
      return DEMO_TEXT.changed;
    case "nothing_to_do":
      return DEMO_TEXT.nothingToDo;
    case "not_found":
      return null;
    case "too_many_orders":
      return DEMO_TEXT.tooManyOrders;
    case "too_many_positions":
      return DEMO_TEXT.tooManyPositions;
    case "market_closed":
      return DEMO_TEXT.marketClosed;
    case "no_price":
      return DEMO_TEXT.noPrice;
    case "sources_disagree":
      return DEMO_TEXT.sourcesDisagree;
    case "not_enough":
      return DEMO_TEXT.notEnough(availableCents(state));
    case "expired":
      return DEMO_TEXT.expired;
    case "already_reached":
      return DEMO_TEXT.alreadyReached;
    case "wrong_side":
      return field === "target" ? DEMO_TEXT.wrongSide.target : DEMO_TEXT.wrongSide.stop;
    case "out_of_range":
      return rangeText(field, command);
  }
}

function rangeText(field: string | null, { type }: DemoCommand): string {
  if (field === "startCents") return DEMO_TEXT.startBalanceRange;
  if (field === "leverage") return DEMO_TEXT.leverageRange;
  if (field === "units") return type === "close" ? DEMO_TEXT.tooMuchToClose : DEMO_TEXT.amountRange;
  return DEMO_TEXT.priceRange;
}

function availableCents(state: DemoState): number {
  return state.run ? Math.max(0, freeMarginCents(state, state.run)) : 0;
}
