import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { closeQuestion, selectQuestion } from "../../questions/question-store.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { assertOpenQuestion } from "./question-admin-rules.ts";

/**
 * Takes back a question that has no answer yet: its item is in the queue again, and the trader reads that it needs none.
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `key_reused`
 */
export function takeBackQuestion(scope: Scope, id: string, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    () => [selectQuestion(query, id)] as const,
    ([[found]], admin, nowMs) => {
      const { subject } = assertOpenQuestion(found, admin);
      return {
        reply: { question: id },
        statements: [
          ...closeQuestion(query, id, "taken_back", nowMs),
          audit(query, { actor: admin.id, action: "question.taken_back", subject, detail: { question: id } }, nowMs),
        ],
      };
    },
  );
}
