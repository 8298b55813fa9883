import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { selectPeople } from "./people-store.ts";
import { adminPersonView } from "./people-view.ts";

/** The people of the operation: who holds which roles, and what waits for an approval. */
export async function listPeople(scope: Scope) {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectPeople(scope.db.query, callerId)]);
  return { people: rows[0].map(adminPersonView) };
}
