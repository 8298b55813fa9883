import type { Trade } from "../performance/trade-types.ts";

/** The plan that the trade's fill has locked, where the account can have one: null without it, undefined where it cannot. */
export type LockedPlan = NonNullable<Trade["plan"]>;
export function planOf(trade: Trade): LockedPlan | null | undefined {
  return trade.plan;
}

/** Whether a trade could have had a plan and has none. */
export function isUnplanned(trade: Trade): boolean {
  return planOf(trade) === null;
}

/**
 * What became of a trade's plan, by the log: broken where its stop was ever further away, or its target nearer, than when it was locked. Null without a
 * plan, and where nothing says.
 */
export function planOutcome(trade: Trade): "kept" | "broken" | null {
  const { stopMovedAway = null, targetPulled = null } = trade.demo ?? {};
  if (!planOf(trade) || (stopMovedAway === null && targetPulled === null)) return null;
  return stopMovedAway || targetPulled ? "broken" : "kept";
}
