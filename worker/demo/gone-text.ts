import type { DemoRule } from "../contract/demo/demo-types.ts";

/** Why a position or an order that a command is about is no longer there. */
export const GONE_TEXT = {
  closedBy: {
    stop_loss: "Your stop loss has closed this position",
    take_profit: "Your take profit has closed this position",
    trailing_stop: "Your trailing stop has closed this position",
    stop_out: "A stop-out has closed this position",
  } satisfies Partial<Record<DemoRule, string>>,
  closed: "This position is closed already",
  filled: "This order has been filled already",
  planLocked: "This order has been filled already, and its plan is locked",
  ended: "This order was cancelled, or has expired",
} as const;
