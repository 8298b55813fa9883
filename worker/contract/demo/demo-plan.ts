/**
 * The plan of an order, and as its fill locks it.
 * Source: docs/demo-engine.md, "Plans"
 */

import { isDisplayable } from "../displayable.ts";
import { roundedQuotient } from "./demo-arithmetic.ts";
import { PLAN } from "./demo-bounds.ts";
import { SIGN } from "./demo-quotes.ts";
import type { DemoFill, DemoOrder, DemoPlan, LockedPlan } from "./demo-types.ts";
import { plannedResultCents } from "./result-at.ts";

/** A typed or pasted text as one line: one blank for line breaks, tabs and several blanks, and nothing that cannot be seen. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").normalize("NFC");
  return [...line].filter(isDisplayable).join("").trim();
}

/** Whether a plan is one that the engine takes. */
export function isPlanRight({ setupId, setupName, reason }: DemoPlan): boolean {
  const hasSetup = setupId !== null && setupName !== null;
  if (!hasSetup && (setupId !== null || setupName !== null)) return false;
  const isNamed = !hasSetup || (isLine(setupId, 1, PLAN.setupIdMax) && isLine(setupName, 1, PLAN.setupNameMax));
  return isNamed && isLine(reason, 0, PLAN.reasonMax);
}

function isLine(text: string, min: number, max: number): boolean {
  const { length } = [...text];
  return length >= min && length <= max && isDisplayable(text);
}

/** The plan as a property of its order; none where it says nothing. */
export function planProperty(plan: DemoPlan | null | undefined): { plan?: DemoPlan } {
  if (!plan) return {};
  const { setupId, setupName, reason } = plan;
  if (setupId === null && setupName === null && reason === "") return {};
  return { plan: { setupId, setupName, reason } };
}

type PlannedOrder = Pick<DemoOrder, "symbol" | "side" | "units" | "stop" | "target" | "plan">;

/** The plan of an order as the fill at a price locks it, as a property of the fill. */
export function lockedPlanProperty(
  { plan, ...order }: PlannedOrder,
  { price, costsVersion }: Pick<DemoFill, "price" | "costsVersion">,
): { plan?: LockedPlan } {
  if (!plan) return {};
  const { symbol, side, units, stop, target } = order;
  const planned = { symbol, side, units, entryPrice: price, costsVersion };
  const risked = stop === null ? 0 : SIGN[side] * (price - stop);
  const wanted = target === null ? 0 : SIGN[side] * (target - price);
  // A price that jumped over the stop or the target leaves nothing to measure.
  const riskCents = stop === null || risked <= 0 ? null : 0 - plannedResultCents(planned, stop);
  const targetMilliR =
    risked <= 0 || wanted <= 0 ? null : Number(roundedQuotient(BigInt(wanted) * 1000n, BigInt(risked)));
  return { plan: { ...plan, stop, target, units, riskCents, targetMilliR } };
}
