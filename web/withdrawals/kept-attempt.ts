import { ASK_FIELDS, type WithdrawalAsk } from "./withdrawal-form-rules.ts";

/** An attempt to request a withdrawal, stored from before it is sent until its outcome is known. */
export type Attempt = {
  /** Sent as Idempotency-Key, so that sending it again is safe. */
  key: string;
  /** The user who made it. */
  ownerId: string;
  ask: WithdrawalAsk;
};

const STORAGE_KEY = "withdrawal-attempt";

/** Stores the attempt in this tab's session storage, so that a reload while sending does not lose it. */
export function keepAttempt(attempt: Attempt): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(attempt));
}

/** Deletes the stored attempt. */
export function forgetAttempt(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

/** The stored attempt of this user without a known outcome, or null. */
export function keptAttempt(ownerId: string): Attempt | null {
  const value: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
  return isAttempt(value) && value.ownerId === ownerId ? value : null;
}

function isAttempt(value: unknown): value is Attempt {
  return isRecord(value) && typeof value.key === "string" && typeof value.ownerId === "string" && isAsk(value.ask);
}

function isAsk(value: unknown): value is WithdrawalAsk {
  return isRecord(value) && Object.entries(ASK_FIELDS).every(([field, isOne]) => isOne(value[field]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
