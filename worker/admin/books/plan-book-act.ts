import type { ActInput } from "../../books/book-plan.ts";
import { factsOf, selectFactsOf } from "../../books/book-store.ts";
import { planAct } from "../../books/plan-act.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { type ActBody, readAct } from "./act-body.ts";
import { planView } from "./act-view.ts";

/**
 * The dry run of an act: every entry with its account before and after, and what changes with them. It writes nothing.
 * @throws AppError what the act itself would be refused with
 */
export async function planBookAct(scope: Scope, body: ActBody) {
  const input: ActInput = readAct(body);
  const { rows } = await authorizedBatch(scope, "read", () => [selectFactsOf(scope.db.query, input, scope.now())]);
  return { plan: planView(planAct(input, factsOf(rows[0][0]))) };
}
