import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { setChoices } from "../platform/user-store.ts";

/** Puts the first steps on the caller's dashboard away, on every device. @throws AppError `not_signed_in` | `too_many_requests` */
export async function hideFirstSteps(scope: Scope): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "profileByAccount", callerId, nowMs),
    setChoices(query, callerId, { firstStepsHiddenAtMs: nowMs }),
  ]);
}
