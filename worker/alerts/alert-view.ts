import type { AlertFiring, AlertState, AlertTerms, PriceAlert } from "../contract/alerts/price-alerts.ts";
import { isFeedSymbol } from "../contract/symbols.ts";
import type { AlertRow, FiringRow } from "./alert-store.ts";

/** Alerts as the API returns them. One of a symbol that this version does not know is left out. */
export function alertViews(rows: readonly AlertRow[], nowMs: number): PriceAlert[] {
  return rows.flatMap((row) => {
    const terms = termsOf(row.alert);
    if (!terms) return [];
    const { id, version, createdAtMs, firings } = row.alert;
    const lastFiring = row.firing && firingView(row.firing);
    const state = stateOf(row, terms, nowMs);
    return [{ ...terms, id, version, state, createdAt: createdAtMs, firings, lastFiring }];
  });
}

function termsOf(alert: AlertRow["alert"]): AlertTerms | null {
  const { symbol, expiresAtMs, note, isAlsoInQuietHours, drawing } = alert;
  if (!isFeedSymbol(symbol)) return null;
  // Both columns were written as these types.
  const stored = JSON.parse(`{"condition":${alert.condition},"repeat":${alert.repeat}}`) as Pick<
    AlertTerms,
    "condition" | "repeat"
  >;
  return { symbol, ...stored, expiresAt: expiresAtMs, note, isAlsoInQuietHours, drawing };
}

function stateOf({ alert, firing }: AlertRow, { condition, repeat }: AlertTerms, nowMs: number): AlertState {
  const { state, version, armedVersion, armedSeq } = alert;
  // One that was removed is read by nobody.
  if (state !== "on") return state === "removed" ? "expired" : state;
  if (armedVersion !== version || armedSeq === null) return "arming";
  if (repeat.type === "once" || firing?.version !== version) return "armed";
  // The book arms a level or a line again with a later record. A move counts again after its window.
  const isWaiting =
    condition.type === "move" ? nowMs < firing.firedAtMs + condition.windowMs : armedSeq <= firing.quoteSeq;
  return isWaiting ? "waiting" : "armed";
}

/** A firing as the API returns it. */
export function firingView({ id, alertId, version, firedAtMs, facts }: FiringRow): AlertFiring {
  // Written by `recordFirings`.
  const { quote, before, value2, extreme } = JSON.parse(facts) as AlertFiring;
  return { id, alert: alertId, version, at: firedAtMs, quote, before, value2, extreme };
}

/** What the alert of a firing was about then. */
export function firedTerms({ terms }: FiringRow): AlertTerms {
  // The database made it of the columns of the alert.
  return JSON.parse(terms) as AlertTerms;
}
