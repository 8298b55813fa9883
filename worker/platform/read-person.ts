import type { SQL } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Statement } from "../../db/client.ts";
import { auditView, selectDueView, type View } from "./audit-log-store.ts";
import type { Scope } from "./scope.ts";
import { authorizedBatch } from "./session.ts";
import { type Caller, mustBeSameCaller } from "./session-store.ts";

/**
 * Reads, for an admin, what is about one person. The audit log says who looked before the answer goes out. A write transaction, which
 * waits for all others, is opened for the first look of an hour alone.
 * @param userIdOf selects whom it is about; NULL, and nobody is written down
 * @throws AppError as {@link authorizedBatch}
 */
export async function readPerson<const T extends readonly Statement[]>(
  scope: Scope,
  userIdOf: (callerId: SQL<string>) => View["userId"],
  build: (callerId: SQL<string>) => T,
): Promise<{ caller: Caller; rows: BatchResponse<T> }> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const viewOf = (callerId: SQL<string>): View => ({ action: "user.viewed", userId: userIdOf(callerId) });
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectDueView(query, callerId, viewOf(callerId), nowMs),
    ...build(callerId),
  ]);
  // The spread hides the results' types from the compiler, as in `authorizedBatch`.
  const [due, ...results] = rows as readonly (readonly unknown[])[];
  if (due?.length === 1) {
    await authorizedBatch(scope, "poll", (callerId) => [
      mustBeSameCaller(query, callerId, caller),
      auditView(query, callerId, viewOf(callerId), nowMs),
    ]);
  }
  return { caller, rows: results as BatchResponse<T> };
}
