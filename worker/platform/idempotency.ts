import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { idempotencyKeys } from "../../db/schema/index.ts";
import { AppError } from "../contract/errors.ts";
import { refusedBy } from "./database-refusal.ts";
import type { AppContext, Scope } from "./scope.ts";
import { sha256Hex } from "./secrets.ts";
import { authorizedBatch } from "./session.ts";

/** How a request names itself, so that sending it again is safe. */
export type IdempotencyKey = { route: string; key: string; fingerprint: string };

/**
 * Reads `Idempotency-Key`.
 * @returns null when the client sent none: then each request is an act of its own
 * @throws AppError `invalid_input` for a key of another form
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
 * The statement that remembers the answer; it goes first in the batch of the act. The same key refuses the batch, before
 * any limit or guard could say something else about an act that has already happened.
 * @returns no statement without a key
 */
export function storeResponse(
  query: Query,
  once: IdempotencyKey | null,
  userId: SQL | string,
  reply: object,
  nowMs: number,
) {
  if (!once) return [];
  const row = { ...once, userId: sql`${userId}`, reply: JSON.stringify(reply), createdAtMs: nowMs };
  return [query.insert(idempotencyKeys).values(row)];
}

/** The statement that completes a remembered answer by what became known after the act. */
export function amendStoredResponse(query: Query, once: IdempotencyKey | null, userId: string, reply: object) {
  if (!once) return [];
  const isThis = and(
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.route, once.route),
    eq(idempotencyKeys.key, once.key),
  );
  return [
    query
      .update(idempotencyKeys)
      .set({ reply: JSON.stringify(reply) })
      .where(isThis),
  ];
}

/**
 * Does an act, or gives the answer that it got when it was first sent.
 * @param act writes {@link storeResponse} in its batch
 * @throws AppError `key_reused` when the key came with another body, and whatever the act throws
 */
export async function withIdempotency<T extends object>(
  scope: Scope,
  once: IdempotencyKey | null,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!once || !refusedBy(error, "UNIQUE idempotency_keys.user_id, idempotency_keys.route, idempotency_keys.key"))
      throw error;
    return await firstReply<T>(scope, once);
  }
}

async function firstReply<T extends object>(scope: Scope, once: IdempotencyKey): Promise<T> {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectStoredResponse(scope.db.query, once, callerId),
  ]);
  const first = storedResponse<T>(once, rows[0]);
  if (!first) throw new Error("a remembered answer is gone");
  return first;
}

/**
 * The statement that looks for the answer of an act, for one that reads before it writes: what the act changed must not
 * make its repeat look like a mistake. Without a key it finds nothing.
 */
export function selectStoredResponse(query: Query, once: IdempotencyKey | null, callerId: SQL<string>) {
  const { route, key } = once ?? { route: "", key: "" };
  return query
    .select({ fingerprint: idempotencyKeys.fingerprint, reply: idempotencyKeys.reply })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, callerId), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key)));
}

/**
 * The answer that {@link selectStoredResponse} found, or null when the act did not happen yet.
 * @throws AppError `key_reused` when the key came with another body
 */
export function storedResponse<T extends object>(
  once: IdempotencyKey | null,
  [first]: ReadonlyArray<{ fingerprint: string; reply: string }>,
): T | null {
  if (!first) return null;
  if (first.fingerprint !== once?.fingerprint) {
    throw new AppError("key_reused", "This Idempotency-Key was used for another request", { field: "Idempotency-Key" });
  }
  // It was written by this very route, from the type it answers with.
  return JSON.parse(first.reply) as T;
}
