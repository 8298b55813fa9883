import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { insertAnswer, selectQuestion } from "../../questions/question-store.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { assertOpenQuestion, questionText } from "./question-admin-rules.ts";

/**
 * Records what a trader answered on the phone. The trader sees it in the conversation, as recorded from a call.
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `invalid_input` | `key_reused`
 */
export function recordPhoneAnswer(
  scope: Scope,
  id: string,
  input: { text: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const text = questionText(input.text, "text");
  return runAdminCommand(
    scope,
    idempotencyKey,
    () => [selectQuestion(query, id)] as const,
    ([[found]], admin, nowMs) => {
      const { subject } = assertOpenQuestion(found, admin);
      return {
        reply: { question: id },
        statements: [
          insertAnswer(query, { questionId: id, authorId: admin.id, isByPhone: true, text, createdAtMs: nowMs }),
          audit(
            query,
            { actor: admin.id, action: "question.answered_by_phone", subject, detail: { question: id } },
            nowMs,
          ),
        ],
      };
    },
  );
}
