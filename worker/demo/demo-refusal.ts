import { demoRefusalText } from "../contract/demo/demo-refusal-text.ts";
import type { DemoState } from "../contract/demo/demo-state.ts";
import type { DemoCommand, DemoFill, DemoRefusal, DemoRefusalCode } from "../contract/demo/demo-types.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { joinLanguages, type Said } from "../contract/translated.ts";
import { DEMO_TEXT, ERROR_TEXT } from "../platform/api-text.ts";
import { GONE_TEXT as khmer } from "./gone-text.km.ts";
import { GONE_TEXT as english } from "./gone-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** A refused request as an object answers it: an error's class does not survive a call between objects. */
export type Refused = { code: ErrorCode; message: Said; field: string | null };

/** A refusal by the object itself. */
export function refused(code: ErrorCode, message: Said, field: string | null = null): { refused: Refused } {
  return { refused: { code, message, field } };
}

/** The fields whose names differ on the wire. */
const WIRE_FIELDS: Readonly<Record<string, string>> = { units: "amount", startCents: "startBalance" };

const CODES: Readonly<Record<DemoRefusalCode, ErrorCode>> = {
  no_run: "wrong_state",
  run_changed: "wrong_state",
  version_changed: "wrong_state",
  nothing_to_do: "wrong_state",
  not_found: "not_found",
  too_many_orders: "too_many_open",
  too_many_positions: "too_many_open",
  market_closed: "no_fillable_price",
  no_price: "no_fillable_price",
  sources_disagree: "no_fillable_price",
  not_enough: "insufficient_funds",
  expired: "invalid_input",
  already_reached: "invalid_input",
  wrong_side: "invalid_input",
  out_of_range: "invalid_input",
};

/**
 * Translates a refusal of the engine for the caller.
 * @param state the account's, for what is available
 * @param fills the newest ones, newest first: they tell how a position or an order has ended
 */
export function refusedCommand(
  refusal: DemoRefusal,
  command: DemoCommand,
  state: DemoState,
  fills: () => readonly DemoFill[],
): Refused {
  const { code, field } = refusal;
  return {
    code: CODES[code],
    message: demoRefusalText(DEMO_TEXT, refusal, command, state) ?? goneText(command, state, fills()),
    field: field === null ? null : (WIRE_FIELDS[field] ?? field),
  };
}

/** Why what a command is about is no longer there. */
function goneText(command: DemoCommand, { lastOrderId }: DemoState, fills: readonly DemoFill[]): Said {
  // A position has the number of the order that opened it.
  if ("positionId" in command && command.positionId <= lastOrderId) {
    const closing = fills.find(({ kind, positionId }) => kind === "close" && positionId === command.positionId);
    const rule = closing && CLOSING_RULES.find((one) => one === closing.rule);
    return rule ? TEXT.closedBy[rule] : TEXT.closed;
  }
  if ("orderId" in command && command.orderId <= lastOrderId) {
    const isFilled = fills.some(({ kind, positionId }) => kind === "open" && positionId === command.orderId);
    if (!isFilled) return TEXT.ended;
    return command.type === "amend_order" && command.plan !== undefined ? TEXT.planLocked : TEXT.filled;
  }
  return ERROR_TEXT.not_found;
}

/** The rules by which the market closes a position. */
const CLOSING_RULES = ["stop_loss", "take_profit", "trailing_stop", "stop_out"] as const;
