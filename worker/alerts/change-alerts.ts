import type { SQL } from "drizzle-orm";
import type { Statement } from "../../db/client.ts";
import { ALERTS, type AlertTerms, type PriceAlert } from "../contract/alerts/price-alerts.ts";
import { AppError } from "../contract/errors.ts";
import { selectStanding } from "../platform/account-access-store.ts";
import { INPUT_TEXT } from "../platform/api-text.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { storedResponse, withIdempotency } from "../platform/idempotency.ts";
import {
  type IdempotencyKey,
  selectStoredResponse,
  storeInsertedId,
  storeResponse,
} from "../platform/idempotency-store.ts";
import { plainText } from "../platform/plain-text.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import type { AlertInput } from "./alert-inputs.ts";
import {
  ALERT_ACTS,
  type AlertAct,
  amendedState,
  assertEnd,
  assertMayChange,
  assertNotAtPrice,
  changedMeanwhile,
  noSuchAlert,
} from "./alert-rules.ts";
import {
  type AlertColumns,
  type AlertRow,
  changeAlert,
  insertAlert,
  selectAlerts,
  selectIsRemoved,
} from "./alert-store.ts";
import { alertViews } from "./alert-view.ts";
import { priceNow } from "./price-now.ts";
import { alertBook, tellBook } from "./tell-alert-book.ts";

/** What a trader does with price alerts. Each act is sent with an idempotency key, and the trigger book is told after it. */

/**
 * Sets a new alert.
 * @throws AppError `not_signed_in` | `account_frozen` | `invalid_input` | `alert_at_price` | `too_many_alerts` | `too_many_requests` | `key_reused`
 */
export function createAlert(
  scope: Scope,
  input: AlertInput,
  idempotencyKey: IdempotencyKey | null,
): Promise<PriceAlert> {
  const { query } = scope.db;
  return withIdempotency(scope, idempotencyKey, async () => {
    const nowMs = scope.now();
    const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
      selectStoredResponse(query, idempotencyKey, callerId),
      selectStanding(query, callerId),
    ]);
    const stored = await storedResponse<PriceAlert>(scope, idempotencyKey, rows[0]);
    if (stored) return stored;
    assertMayChange(rows[1][0]);
    const key = keyOf(idempotencyKey);
    const terms = termsOf(input, nowMs);
    await assertAwayFromPrice(scope, terms);
    const told = { ...terms, version: 1, state: "arming", createdAt: nowMs, firings: 0, lastFiring: null } as const;
    const { rows: written } = await authorizedBatch(scope, "act", (callerId): Statement[] => [
      ...storeResponse(query, key, callerId, told, nowMs),
      countOneOf(query, "alertsByAccount", callerId, nowMs),
      insertAlert(query, callerId, columnsOf(terms), nowMs),
      storeInsertedId(query, key, callerId),
    ]);
    // A list of statements has lost their types; these are the rows of the insert.
    const [inserted] = written.at(-2) as unknown as Array<{ id: number }>;
    if (!inserted) throw new Error("an alert without its ID");
    return armed(scope, caller.userId, { ...told, id: inserted.id });
  });
}

/**
 * Gives an alert other terms. One that has fired or expired is armed again.
 * @param version the one that the caller saw
 * @throws AppError as {@link createAlert} | `not_found` | `changed_meanwhile` with the alert as it is
 */
export function amendAlert(
  scope: Scope,
  idText: string,
  { version, ...input }: AlertInput & { version: number },
  idempotencyKey: IdempotencyKey | null,
): Promise<PriceAlert> {
  return change(scope, { idText, version, idempotencyKey }, (_, stored, nowMs) => {
    const terms = termsOf(input, nowMs);
    const state = amendedState(stored);
    return { terms, change: { ...columnsOf(terms), state } };
  });
}

/** Pauses or resumes an alert, arms one again that has fired or expired, or removes one. @throws AppError as {@link amendAlert} */
export function actOnAlert(
  scope: Scope,
  idText: string,
  act: AlertAct,
  version: number,
  idempotencyKey: IdempotencyKey | null,
): Promise<PriceAlert> {
  return change(scope, { idText, version, idempotencyKey }, (alert, stored, nowMs) => {
    const { from, to } = ALERT_ACTS[act];
    if (!from.some((one) => one === stored)) throw changedMeanwhile(alert);
    if (to === "on") assertEnd(alert, nowMs);
    return { terms: alert, change: { state: to } };
  });
}

type Change = { terms: AlertTerms; change: Partial<AlertColumns> & { state: AlertRow["alert"]["state"] } };

function change(
  scope: Scope,
  seen: { idText: string; version: number; idempotencyKey: IdempotencyKey | null },
  decide: (alert: PriceAlert, stored: AlertRow["alert"]["state"], nowMs: number) => Change,
): Promise<PriceAlert> {
  const { query } = scope.db;
  const { idempotencyKey } = seen;
  const id = alertIdIn(seen.idText);
  return withIdempotency(scope, idempotencyKey, async () => {
    const nowMs = scope.now();
    const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
      selectStoredResponse(query, idempotencyKey, callerId),
      selectStanding(query, callerId),
      ...readOne(scope, callerId, id, nowMs),
    ]);
    const [replies, [standing], found, removed] = rows;
    const repeated = await storedResponse<PriceAlert>(scope, idempotencyKey, replies);
    if (repeated) return repeated;
    assertMayChange(standing);
    const key = keyOf(idempotencyKey);
    const [alert] = alertViews(found, nowMs);
    const stored = found[0]?.alert.state;
    if (!alert || !stored) throw removed.length > 0 ? changedMeanwhile(null) : noSuchAlert();
    if (alert.version !== seen.version) throw changedMeanwhile(alert);
    const { terms, change } = decide(alert, stored, nowMs);
    if (change.state === "on") await assertAwayFromPrice(scope, terms);
    // One that was removed is of no list, so that its last state does not matter.
    const state = change.state === "on" ? "arming" : change.state === "paused" ? "paused" : alert.state;
    const told: PriceAlert = { ...alert, ...terms, version: alert.version + 1, state };
    try {
      await authorizedBatch(scope, "act", (callerId) => [
        ...storeResponse(query, key, callerId, told, nowMs),
        ...changeAlert(query, callerId, { id, version: alert.version, state: stored }, change, nowMs),
      ]);
    } catch (error) {
      if (refusedBy(error, "alert_changed")) throw await changedSince(scope, id, nowMs);
      throw error;
    }
    return armed(scope, caller.userId, told);
  });
}

/** The refusal of a write that another one came before. */
async function changedSince(scope: Scope, id: number, nowMs: number): Promise<AppError> {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => readOne(scope, callerId, id, nowMs));
  const [alert] = alertViews(rows[0], nowMs);
  return changedMeanwhile(alert ?? null);
}

function readOne({ db: { query } }: Scope, callerId: SQL<string>, id: number, nowMs: number) {
  return [selectAlerts(query, callerId, nowMs, id), selectIsRemoved(query, callerId, id)] as const;
}

/** Tells the book, and returns the alert as it is when the book has it in time. */
async function armed(scope: Scope, owner: string, alert: PriceAlert): Promise<PriceAlert> {
  const isTold = await tellBook(alertBook(scope.bindings), owner);
  return isTold && alert.state === "arming" ? { ...alert, state: "armed" } : alert;
}

async function assertAwayFromPrice(scope: Scope, { symbol, condition }: AlertTerms): Promise<void> {
  if (condition.type === "level") assertNotAtPrice(symbol, condition, await priceNow(scope, symbol));
}

function termsOf(input: AlertInput, nowMs: number): AlertTerms {
  assertEnd(input, nowMs);
  return { ...input, note: plainText(input.note, { field: "note", max: ALERTS.noteMax }) };
}

function columnsOf({ expiresAt, condition, repeat, ...rest }: AlertTerms): AlertColumns {
  return { ...rest, condition: JSON.stringify(condition), repeat: JSON.stringify(repeat), expiresAtMs: expiresAt };
}

/** The number in an address; that of no row where it is none, so that the caller's session is looked up first. */
export function alertIdIn(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

/** After the session, so that a stranger is told to log in first. @throws AppError `invalid_input` without a key */
function keyOf(idempotencyKey: IdempotencyKey | null): IdempotencyKey {
  if (!idempotencyKey) throw new AppError("invalid_input", INPUT_TEXT.noKey, { field: "Idempotency-Key" });
  return idempotencyKey;
}
