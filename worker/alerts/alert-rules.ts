import { ALERTS, type AlertCondition, type AlertTerms, type PriceAlert } from "../contract/alerts/price-alerts.ts";
import { AppError } from "../contract/errors.ts";
import { midSteps } from "../contract/quotes.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../contract/symbols.ts";
import { DAY_MS } from "../contract/time.ts";
import { joinLanguages } from "../contract/translated.ts";
import type { AlertRow } from "./alert-store.ts";
import { ALERT_TEXT as khmer } from "./alert-text.km.ts";
import { ALERT_TEXT as english } from "./alert-text.ts";

/** As `alert-text.ts`, in every language. */
const TEXT = joinLanguages({ en: english, km: khmer });

type Stored = AlertRow["alert"]["state"];

/** What a person does to an alert, besides other terms: from which states, and what it is then. */
export const ALERT_ACTS = {
  pause: { from: ["on"], to: "paused" },
  resume: { from: ["paused"], to: "on" },
  arm: { from: ["fired", "expired"], to: "on" },
  remove: { from: ["on", "paused", "fired", "expired"], to: "removed" },
} as const satisfies Record<string, { from: readonly Stored[]; to: Stored }>;

export type AlertAct = keyof typeof ALERT_ACTS;

/** The state of an alert with other terms: one that is paused stays so, all others are on. */
export function amendedState(state: Stored): Stored {
  return state === "paused" ? "paused" : "on";
}

/** Who holds the session of a frozen account may not be its owner. @throws AppError `account_frozen` */
export function assertMayChange(standing: { frozenAtMs: number | null } | undefined): void {
  if (standing?.frozenAtMs != null) throw new AppError("account_frozen", TEXT.frozen);
}

/** @throws AppError `invalid_input` for an end that is not within the next year */
export function assertEnd({ expiresAt }: Pick<AlertTerms, "expiresAt">, nowMs: number): void {
  const refuse = (said: typeof TEXT.endsInPast) => new AppError("invalid_input", said, { field: "expiresAt" });
  if (expiresAt === null) return;
  if (expiresAt <= nowMs) throw refuse(TEXT.endsInPast);
  if (expiresAt > nowMs + ALERTS.expiresMaxMs) throw refuse(TEXT.endsTooLate(String(ALERTS.expiresMaxMs / DAY_MS)));
}

/**
 * A level that the price is at or through already would tell of nothing that happened.
 * @param quote the newest one; null where the price is not known, which refuses nothing
 * @throws AppError `alert_at_price`
 */
export function assertNotAtPrice(
  symbol: FeedSymbol,
  condition: AlertCondition,
  quote: { bid: number; ask: number } | null,
): void {
  if (!quote || condition.type !== "level") return;
  const price2 = quote.bid + quote.ask;
  const { direction, price } = condition;
  if (direction === "rises" ? 2 * price > price2 : 2 * price < price2) return;
  const { name, decimals } = FEED_SYMBOLS[symbol];
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const shown = (midSteps(quote) / 10 ** decimals).toLocaleString("en-US", digits);
  throw new AppError("alert_at_price", TEXT.isAt[direction](name, shown), { field: "condition.price" });
}

export function noSuchAlert(): AppError {
  return new AppError("not_found", TEXT.noSuchAlert);
}

/** The refusal of an act on an alert that is not as the caller saw it. @param current null for one that was removed */
export function changedMeanwhile(current: PriceAlert | null): AppError {
  return current
    ? new AppError("changed_meanwhile", TEXT.changed, { alert: current })
    : new AppError("changed_meanwhile", TEXT.removed);
}
