import { DEMO_AMOUNT_MAX, readAmount } from "./demo-trading-rules.ts";

/** One press on + or −, in units of what is traded, and the least that it leaves. */
const STEP = 0.01;

/**
 * The amount one step up or down from what is typed, as it is typed: the next whole step, never below one of them nor
 * above what an order can have.
 * @param text what the field holds; what is no amount counts as none
 */
export function stepAmount(text: string, direction: 1 | -1): string {
  // Whole hundredths: 0.29 / 0.01 is a hair below 29.
  const steps = Number(((readAmount(text) ?? 0) / STEP).toFixed(6));
  const next = direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  return Math.min(Math.max(1, next) * STEP, DEMO_AMOUNT_MAX).toFixed(2);
}
