import { PLAN } from "../../worker/contract/demo/demo-bounds.ts";
import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";

/** The texts of a plan: its fields, and as a fill has locked it. */
export const planText = {
  setups: "Setup",
  newSetup: "Setup",
  nameOfSetup: "Name of the new setup",
  add: "Add",
  all: (count: number) => `All ${count}`,
  fewer: "Fewer",
  loading: "Your setups are loading",
  notLoaded: "Your setups could not be loaded.",
  tryAgain: "Try again",
  added: (name: string) => `${name} is one of your setups now.`,
  undo: "Undo",
  reason: "Reason",
  reasonHint: "Why this trade, in a line",
  lockedPlan: "The plan of the last order",
  filled: (side: DemoSide, amount: string, price: string) =>
    `${side === "buy" ? "Bought" : "Sold"} ${amount} at ${price}`,
  close: "Close",
  left: (count: number) => `${count} of ${PLAN.reasonMax}`,
} as const;
