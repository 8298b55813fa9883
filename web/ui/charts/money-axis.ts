import { groupedNumber } from "../../../worker/contract/grouped-number.ts";
import { DOLLARS } from "../format.ts";
import { areSumsHidden, HIDDEN_SUM } from "../hidden-sums.ts";

const FACTORS = [1, 2, 3, 4, 5, 6, 8, 10] as const;

/**
 * The round number next to a size: 1, 2, 3, 4, 5, 6 or 8 times a power of ten.
 * @param size above zero
 * @param way `up` returns at least the size, `down` at most
 */
export function roundStep(size: number, way: "up" | "down"): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const steps = FACTORS.map((factor) => factor * power);
  return (way === "up" ? steps.find((step) => step >= size) : steps.findLast((step) => step <= size)) ?? power;
}

const UNITS = [
  { size: 1e6, letter: "M" },
  { size: 1e3, letter: "k" },
  { size: 1, letter: "" },
] as const;

/**
 * The labels of an axis: `$850`, `$1.25k`, `−$2M`. All have the unit of the largest and are exact, so that all differ. A
 * currency that is named after its amounts is in the title of the axis.
 * @param ticks amounts of the unit
 */
export function moneyTicks(ticks: readonly number[], { before } = DOLLARS): string[] {
  if (areSumsHidden.value) return ticks.map(() => HIDDEN_SUM);
  const largest = Math.max(...ticks.map(Math.abs));
  const { size, letter } = UNITS.find((unit) => largest >= unit.size) ?? UNITS[2];
  return ticks.map((value) => {
    const amount = groupedNumber(Math.abs(value) / size, 0, 8);
    return `${value < 0 ? "−" : ""}${before}${amount}${value === 0 ? "" : letter}`;
  });
}
