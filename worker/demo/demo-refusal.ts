import { freeMarginCents } from "../contract/demo/demo-margin.ts";
import type { DemoState } from "../contract/demo/demo-state.ts";
import type { DemoCommand, DemoRefusal } from "../contract/demo/demo-types.ts";
import { ERROR_TEXT, type ErrorCode } from "../contract/errors.ts";
import { DEMO_TEXT } from "./demo-text.ts";

/** A refused request as an object answers it: an error's class does not survive a call between objects. */
export type Refused = { code: ErrorCode; message: string; field: string | null };

/** The fields whose names differ on the wire. */
const WIRE_FIELDS: Readonly<Record<string, string>> = { units: "amount", startCents: "startBalance" };

/** What a refusal of the engine means to the caller. @param state the account's, for what is available */
export function refusedCommand({ code, field }: DemoRefusal, command: DemoCommand, state: DemoState): Refused {
  const named = field === null ? null : (WIRE_FIELDS[field] ?? field);
  const refused = (errorCode: ErrorCode, message: string): Refused => ({ code: errorCode, message, field: named });
  switch (code) {
    case "no_run":
    case "run_changed":
      return refused("wrong_state", DEMO_TEXT.reset);
    case "version_changed":
      return refused("wrong_state", DEMO_TEXT.changed);
    case "nothing_to_do":
      return refused("wrong_state", DEMO_TEXT.nothingToDo);
    case "not_found":
      return refused("not_found", ERROR_TEXT.not_found);
    case "too_many_orders":
      return refused("too_many_open", DEMO_TEXT.tooManyOrders);
    case "too_many_positions":
      return refused("too_many_open", DEMO_TEXT.tooManyPositions);
    case "market_closed":
      return refused("no_fillable_price", DEMO_TEXT.marketClosed);
    case "no_price":
      return refused("no_fillable_price", DEMO_TEXT.noPrice);
    case "sources_disagree":
      return refused("no_fillable_price", DEMO_TEXT.sourcesDisagree);
    case "not_enough":
      return refused("insufficient_funds", DEMO_TEXT.notEnough(availableCents(state)));
    case "expired":
      return refused("invalid_input", DEMO_TEXT.expired);
    case "already_reached":
      return refused("invalid_input", DEMO_TEXT.alreadyReached);
    case "wrong_side":
      return refused("invalid_input", field === "target" ? DEMO_TEXT.wrongSide.target : DEMO_TEXT.wrongSide.stop);
    case "out_of_range":
      return refused("invalid_input", rangeText(named, command));
  }
}

function rangeText(field: string | null, { type }: DemoCommand): string {
  if (field === "startBalance") return DEMO_TEXT.startBalanceRange;
  if (field === "leverage") return DEMO_TEXT.leverageRange;
  if (field === "amount") return type === "close" ? DEMO_TEXT.tooMuchToClose : DEMO_TEXT.amountRange;
  return DEMO_TEXT.priceRange;
}

function availableCents(state: DemoState): number {
  return state.run ? Math.max(0, freeMarginCents(state, state.run)) : 0;
}
