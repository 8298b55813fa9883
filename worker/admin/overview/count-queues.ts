import { SESSION } from "../../contract/limits.ts";
import type { Scope } from "../../http/scope.ts";
import { batchAs } from "../../http/session.ts";
import { selectQueues } from "./queue-store.ts";
import { queuesView } from "./queues-view.ts";

/**
 * What waits at the desk, which it asks for again and again, and for how many seconds acts on money are still open to this
 * session: 0 once the second factor is too old.
 * @throws AppError `not_signed_in` | `forbidden`
 */
export async function countQueues(scope: Scope) {
  const nowMs = scope.now();
  const { caller, rows } = await batchAs(scope, "read", (me) => selectQueues(scope.db.query, me, nowMs));
  const leftMs = Math.max(0, caller.authenticatedAtMs + SESSION.stepUpMs - nowMs);
  return { queues: queuesView(rows), stepUpLeftS: Math.floor(leftMs / 1000) };
}
