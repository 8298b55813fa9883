import { AppError } from "../contract/errors.ts";
import { INPUT_TEXT } from "./api-text.ts";
import { refusedBy } from "./database-refusal.ts";
import { type IdempotencyKey, type StoredResponse, selectStoredResponse } from "./idempotency-store.ts";
import type { AppContext, Scope } from "./scope.ts";
import { sha256Hex } from "./secrets.ts";
import { authorizedBatch } from "./session.ts";

/**
 * Reads the `Idempotency-Key` header.
 * @returns null when the client sent none: then each request is a separate action
 * @throws AppError `invalid_input` for a malformed key
 */
export async function readIdempotencyKey(c: AppContext): Promise<IdempotencyKey | null> {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError("invalid_input", INPUT_TEXT.malformedKey, { field: "Idempotency-Key" });
  }
  return { route: `${c.req.method} ${c.req.path}`, key, fingerprint: await sha256Hex(await c.req.text()) };
}

/**
 * Reads the `Idempotency-Key` header of a call that needs one: an act of an admin.
 * @throws AppError `invalid_input` for a missing or malformed key
 */
export async function requireIdempotencyKey(c: AppContext): Promise<IdempotencyKey> {
  const key = await readIdempotencyKey(c);
  if (key === null) throw new AppError("invalid_input", INPUT_TEXT.noKey, { field: "Idempotency-Key" });
  return key;
}

/**
 * Runs an action, or returns the response of the first request with the same key.
 * @param action writes `storeResponse` in its batch
 * @throws AppError `key_reused` when the key came with another body, and whatever the action throws
 */
export async function withIdempotency<T extends object>(
  scope: Scope,
  idempotencyKey: IdempotencyKey | null,
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (
      !idempotencyKey ||
      !refusedBy(error, "UNIQUE idempotency_keys.user_id, idempotency_keys.route, idempotency_keys.key")
    )
      throw error;
    return await firstReply<T>(scope, idempotencyKey);
  }
}

async function firstReply<T extends object>(scope: Scope, idempotencyKey: IdempotencyKey): Promise<T> {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectStoredResponse(scope.db.query, idempotencyKey, callerId),
  ]);
  const first = await storedResponse<T>(scope, idempotencyKey, rows[0]);
  if (!first) throw new Error("a remembered answer is gone");
  return first;
}

/**
 * The response that `selectStoredResponse` found, or null when the action has not happened yet. It is returned once the
 * journal of money has the action, which the first request may not have achieved.
 * @throws AppError `key_reused` when the key came with another body | `service_down`
 */
export async function storedResponse<T extends object>(
  { db }: Pick<Scope, "db">,
  idempotencyKey: IdempotencyKey | null,
  [first]: readonly StoredResponse[],
): Promise<T | null> {
  if (!first) return null;
  if (first.fingerprint !== idempotencyKey?.fingerprint) {
    throw new AppError("key_reused", INPUT_TEXT.keyReused, { field: "Idempotency-Key" });
  }
  await db.journalUpTo(first.journalledUpTo);
  // This route stored it, as the type that it responds with.
  return JSON.parse(first.reply) as T;
}
