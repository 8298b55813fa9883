import { DEMO_AMOUNT_MAX, readAmount } from "./demo-trading-rules.ts";

/** The step of the + and − buttons and the smallest amount that they leave, in units of the symbol. */
const STEP = 0.01;

/**
 * Returns the typed amount moved by one step, as input text: the next multiple of the step, at least one step and at
 * most the largest amount of an order.
 * @param text the field's text; invalid text counts as zero
 */
export function stepAmount(text: string, direction: 1 | -1): string {
  // Rounded to avoid floating point error: 0.29 / 0.01 is slightly below 29.
  const steps = Number(((readAmount(text) ?? 0) / STEP).toFixed(6));
  const next = direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  return Math.min(Math.max(1, next) * STEP, DEMO_AMOUNT_MAX).toFixed(2);
}
