import type { Scope } from "../../http/scope.ts";
import { batchAs } from "../../http/session.ts";
import { selectQueues } from "./queue-store.ts";
import { queuesView } from "./queues-view.ts";

/** What waits at the desk, which it asks for again and again. @throws AppError `not_signed_in` | `forbidden` */
export async function countQueues(scope: Scope) {
  const { rows } = await batchAs(scope, "read", (me) => selectQueues(scope.db.query, me, scope.now()));
  return queuesView(rows);
}
