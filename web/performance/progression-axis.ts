import { CHART_AXIS } from "../../worker/contract/limits.ts";
import { areSumsHidden, HIDDEN_SUM } from "../ui/hidden-sums.ts";
import { roundStep } from "../ui/money-axis.ts";

/** An axis in dollars from zero to `maxUsd`, and the values of its grid lines. */
export type MoneyAxis = { maxUsd: number; ticks: readonly number[] };

/** The minimum number of grid lines above zero, where labels allow it; there are never twice as many. */
const LINES = 4;
const THOUSAND = 1_000;
const MILLION = 1_000_000;

/**
 * Returns the axis of the account's progression: up to 1.2 times the balance, at least 1,000. Its grid lines are at
 * values that labels represent exactly: whole thousands, or tenths of a million from a million on. Source:
 * specification section 2
 * @param balanceUsd dollars
 */
export function progressionAxis(balanceUsd: number): MoneyAxis {
  const maxUsd = Math.max(CHART_AXIS.floorUsd, balanceUsd * CHART_AXIS.headroom);
  const least = maxUsd >= MILLION ? MILLION / 10 : THOUSAND;
  const rough = Math.max(least, maxUsd / LINES);
  const step = roundStep(rough, "down");
  return { maxUsd, ticks: Array.from({ length: Math.floor(maxUsd / step) + 1 }, (_, index) => index * step) };
}

/** `$6k`, or `$1.2M` from a million on: formats of the specification. */
export function axisLabel(usd: number): string {
  if (areSumsHidden.value) return HIDDEN_SUM;
  return usd >= MILLION ? `$${(usd / MILLION).toFixed(1)}M` : `$${Math.round(usd / THOUSAND)}k`;
}
