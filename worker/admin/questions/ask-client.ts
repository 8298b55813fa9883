import type { QuestionKind, QuestionSubject, QuestionTemplate } from "../../contract/client-questions.ts";
import type { Language } from "../../contract/languages.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { questionAskedMail } from "../../questions/question-mails.ts";
import { insertQuestion } from "../../questions/question-store.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { assertAskable, assertTemplate, otherText, questionText } from "./question-admin-rules.ts";
import { selectAskable } from "./question-admin-store.ts";

/**
 * Asks the trader of a withdrawal, an identity or a payment exception, which leaves its queue until the answer. The trader gets a
 * notification and a mail, and answers on their own page of that item.
 *
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `claimed_by_other` | `invalid_input` | `key_reused`
 */
export function askClient(
  scope: Scope,
  input: {
    kind: QuestionKind;
    id: string;
    text: string;
    otherText: string;
    language: Language;
    template: QuestionTemplate | null;
  },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const { kind, id, language, template } = input;
  const text = questionText(input.text, "text");
  const other = otherText(input.otherText);
  assertTemplate(kind, template);
  const subject: QuestionSubject = `${kind}:${id}`;
  return runAdminCommand(
    scope,
    idempotencyKey,
    () => [selectAskable(query, kind, id)] as const,
    ([[found]], admin, nowMs) => {
      const { userId, email, number, bill } = assertAskable(found, admin, nowMs);
      const question = crypto.randomUUID();
      return {
        reply: { question },
        statements: [
          ...insertQuestion(query, {
            id: question,
            userId,
            subject,
            text,
            language,
            otherText: other,
            template,
            askedBy: admin.id,
            askedAtMs: nowMs,
          }),
          audit(
            query,
            { actor: admin.id, action: "question.asked", subject, detail: { question, template: template ?? "" } },
            nowMs,
          ),
        ],
        mails: [questionAskedMail(email, scope.settings.APP_ORIGIN, { kind, text, notice: { number, bill } })],
      };
    },
  );
}
