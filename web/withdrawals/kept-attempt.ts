import { ASK_FIELDS, type WithdrawalAsk } from "./withdrawal-form-rules.ts";

/** One try to request a withdrawal. It is kept from before it is sent until its outcome is known. */
export type Attempt = {
  /** Sent as Idempotency-Key, so that sending it again is safe. */
  key: string;
  /** Whose it is. */
  ownerId: string;
  ask: WithdrawalAsk;
};

const STORED_AS = "withdrawal-attempt";

/** Keeps it for as long as the tab lives: a reload in the middle loses nothing. */
export function keepAttempt(attempt: Attempt): void {
  sessionStorage.setItem(STORED_AS, JSON.stringify(attempt));
}

export function forgetAttempt(): void {
  sessionStorage.removeItem(STORED_AS);
}

/** The attempt of this person that never got an answer. */
export function keptAttempt(ownerId: string): Attempt | null {
  const value: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? "null");
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
