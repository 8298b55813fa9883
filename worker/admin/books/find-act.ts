import { factsOf, inputOf, selectFactsOfAct } from "../../books/book-store.ts";
import { planAct } from "../../books/plan-act.ts";
import { AppError } from "../../contract/errors.ts";
import { iso } from "../../contract/iso-time.ts";
import { saidIn } from "../../contract/translated.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { ACTS_MAX, type ActFilter, selectAct, selectActPage } from "./act-admin-store.ts";
import { actView, planView } from "./act-view.ts";
import { existing } from "./post-act.ts";

/** A page of acts, the newest first. @returns `before` begins the next page; null on the last one */
export async function listActs(scope: Scope, filter: ActFilter) {
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectActPage(scope.db.query, callerId, filter),
  ]);
  const acts = rows[0].map(actView);
  const last = rows[0].at(-1);
  return { acts, before: last && acts.length === ACTS_MAX ? iso(last.act.proposedAtMs) : null };
}

/**
 * One act, and while it is open what it would write now, or why it would be refused.
 * @throws AppError `not_found`
 */
export async function findAct(scope: Scope, id: string) {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectAct(query, callerId, id),
    selectFactsOfAct(query, id, scope.now()),
  ]);
  const row = existing(rows[0][0]);
  const view = actView(row);
  if (view.state !== "open") return { act: view, plan: null, refusal: null };
  try {
    return { act: view, plan: planView(planAct(inputOf(row.act), factsOf(rows[1][0]))), refusal: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { act: view, plan: null, refusal: saidIn(scope.language, error.said) };
  }
}
