import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { idempotencyKeys } from "../../db/schema/index.ts";
import { AppError } from "../contract/errors.ts";
import { refusedBy } from "./database-refusal.ts";
import type { AppContext, Scope } from "./scope.ts";
import { sha256Hex } from "./secrets.ts";
import { authorizedBatch } from "./session.ts";

/** The idempotency key of a request, which makes sending it again safe. */
export type IdempotencyKey = { route: string; key: string; fingerprint: string };

/**
 * Reads the `Idempotency-Key` header.
 * @returns null when the client sent none: then each request is a separate action
 * @throws AppError `invalid_input` for a malformed key
 */
export async function readIdempotencyKey(c: AppContext): Promise<IdempotencyKey | null> {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = "Idempotency-Key must have 1 to 255 visible ASCII characters";
    throw new AppError("invalid_input", message, { field: "Idempotency-Key" });
  }
  return { route: `${c.req.method} ${c.req.path}`, key, fingerprint: await sha256Hex(await c.req.text()) };
}

/**
 * The statement that stores the response under its key. It comes first in the batch of the action: a reused key then
 * refuses the batch before any limit or guard can report an error about an action that already happened.
 * @returns no statement without a key
 */
export function storeResponse(
  query: Query,
  idempotencyKey: IdempotencyKey | null,
  userId: SQL | string,
  reply: object,
  nowMs: number,
) {
  if (!idempotencyKey) return [];
  const row = { ...idempotencyKey, userId: sql`${userId}`, reply: JSON.stringify(reply), createdAtMs: nowMs };
  return [query.insert(idempotencyKeys).values(row)];
}

/** The statement that completes a stored response with what became known after the action. */
export function amendStoredResponse(
  query: Query,
  idempotencyKey: IdempotencyKey | null,
  userId: string,
  reply: object,
) {
  if (!idempotencyKey) return [];
  const isThis = and(
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.route, idempotencyKey.route),
    eq(idempotencyKeys.key, idempotencyKey.key),
  );
  return [
    query
      .update(idempotencyKeys)
      .set({ reply: JSON.stringify(reply) })
      .where(isThis),
  ];
}

/**
 * Runs an action, or returns the response of the first request with the same key.
 * @param action writes {@link storeResponse} in its batch
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
  const first = storedResponse<T>(idempotencyKey, rows[0]);
  if (!first) throw new Error("a remembered answer is gone");
  return first;
}

/**
 * The statement that reads a stored response, for an action that reads before it writes: after the first request the
 * records have changed, and a repeat must not be refused because of that. Finds nothing without a key.
 */
export function selectStoredResponse(query: Query, idempotencyKey: IdempotencyKey | null, callerId: SQL<string>) {
  const { route, key } = idempotencyKey ?? { route: "", key: "" };
  return query
    .select({ fingerprint: idempotencyKeys.fingerprint, reply: idempotencyKeys.reply })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, callerId), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key)));
}

/**
 * The response that {@link selectStoredResponse} found, or null when the action has not happened yet.
 * @throws AppError `key_reused` when the key came with another body
 */
export function storedResponse<T extends object>(
  idempotencyKey: IdempotencyKey | null,
  [first]: ReadonlyArray<{ fingerprint: string; reply: string }>,
): T | null {
  if (!first) return null;
  if (first.fingerprint !== idempotencyKey?.fingerprint) {
    throw new AppError("key_reused", "This Idempotency-Key was used for another request", { field: "Idempotency-Key" });
  }
  // This route stored it, as the type that it responds with.
  return JSON.parse(first.reply) as T;
}
