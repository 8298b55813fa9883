import { CHART_AXIS } from "../../worker/contract/limits.ts";
import { areSumsHidden, HIDDEN_SUM } from "../ui/hidden-sums.ts";
import { roundStep } from "../ui/money-axis.ts";

/** An axis in dollars from zero to `maxUsd`, and where its lines stand. */
export type MoneyAxis = { maxUsd: number; ticks: readonly number[] };

/** So many lines above zero at least, where labels allow it; never twice as many. */
const LINES = 4;
const THOUSAND = 1_000;
const MILLION = 1_000_000;

/**
 * The axis of the account's progression: up to 1.2 times the balance, and to 1,000 at least. Its lines stand where a label
 * says them exactly: at whole thousands, from a million on at tenths of one. Source: specification section 2
 */
export function progressionAxis(balanceUsd: number): MoneyAxis {
  const maxUsd = Math.max(CHART_AXIS.floorUsd, balanceUsd * CHART_AXIS.headroom);
  const least = maxUsd >= MILLION ? MILLION / 10 : THOUSAND;
  const rough = Math.max(least, maxUsd / LINES);
  const step = roundStep(rough, "down");
  return { maxUsd, ticks: Array.from({ length: Math.floor(maxUsd / step) + 1 }, (_, index) => index * step) };
}

/** `$6k`, from a million on `$1.2M`: the specification's own forms. */
export function axisLabel(usd: number): string {
  if (areSumsHidden.value) return HIDDEN_SUM;
  return usd >= MILLION ? `$${(usd / MILLION).toFixed(1)}M` : `$${Math.round(usd / THOUSAND)}k`;
}
