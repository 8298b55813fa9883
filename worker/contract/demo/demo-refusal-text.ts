import { priceDecimals, type TradedSymbol } from "../symbols.ts";
import type { TextsAs } from "../translated.ts";
import { freeMarginCents } from "./demo-margin.ts";
import type { DemoState } from "./demo-state.ts";
import type { DemoCommand, DemoRefusal } from "./demo-types.ts";

type DemoTexts<Text> = TextsAs<typeof import("./demo-text.ts").DEMO_TEXT, Text>;

/**
 * The text of a refusal of the engine; null for `not_found`, which has the product's own words.
 *
 * @param text `DEMO_TEXT`, in the language of the screen or, in the Worker, in all
 * @param state the account's, for what is available
 */
export function demoRefusalText<Text>(
  text: DemoTexts<Text>,
  { code, field }: DemoRefusal,
  command: DemoCommand,
  state: DemoState,
): Text | null {
  switch (code) {
    case "no_run":
    case "run_changed":
      return text.reset;
    case "version_changed":
      return text.changed;
    case "nothing_to_do":
      return text.nothingToDo;
    case "not_found":
      return null;
    case "too_many_orders":
      return text.tooManyOrders;
    case "too_many_positions":
      return text.tooManyPositions;
    case "market_closed":
      return text.marketClosed;
    case "no_price":
      return text.noPrice;
    case "sources_disagree":
      return text.sourcesDisagree;
    case "not_enough":
      return text.notEnough(availableCents(state));
    case "expired":
      return text.expired;
    case "already_reached":
      return text.alreadyReached;
    case "wrong_side":
      return field === "target" ? text.wrongSide.target : text.wrongSide.stop;
    case "out_of_range":
      return rangeText(text, field, command, state);
  }
}

function rangeText<Text>(text: DemoTexts<Text>, field: string | null, command: DemoCommand, state: DemoState): Text {
  if (field === "startCents") return text.startBalanceRange;
  if (field === "leverage") return text.leverageRange;
  if (field === "plan") return text.planRange;
  if (field === "units") return command.type === "close" ? text.tooMuchToClose : text.amountRange;
  const symbol = symbolOf(command, state.run);
  // Only of what is there are the prices looked at.
  if (!symbol) throw new Error("a price of nothing");
  return text.priceRange(priceDecimals(symbol));
}

/** The symbol of what a command places, changes or closes; null of one that is about all, or about what is not there. */
export function symbolOf(command: DemoCommand, run: DemoState["run"]): TradedSymbol | null {
  if (command.type === "place") return command.order.symbol;
  const id = "positionId" in command ? command.positionId : "orderId" in command ? command.orderId : null;
  // A position has the number of the order that opened it, which is gone.
  return [...(run?.positions ?? []), ...(run?.orders ?? [])].find((one) => one.id === id)?.symbol ?? null;
}

function availableCents(state: DemoState): number {
  return state.run ? Math.max(0, freeMarginCents(state, state.run)) : 0;
}
