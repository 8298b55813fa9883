import type { QuestionKind, QuestionSubject, QuestionTemplate } from "../../contract/client-questions.ts";
import type { Language } from "../../contract/languages.ts";
import { insertImageForTrader } from "../../images/image-store.ts";
import { inspectImage } from "../../images/inspect-image.ts";
import { readDataUrl } from "../../images/read-data-url.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { questionAskedMail } from "../../questions/question-mails.ts";
import { insertQuestion, insertQuestionImage } from "../../questions/question-store.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { assertAskable, assertTemplate, otherText, questionText } from "./question-admin-rules.ts";
import { selectAskable } from "./question-admin-store.ts";

/**
 * Asks the trader of a withdrawal, an identity or a payment exception, which leaves its queue until the answer. The trader gets a
 * notification and a mail, and answers on their own page of that item. A picture that goes with it is kept as an ID card of the trader's
 * is: each look of an admin is in the audit log.
 *
 * @param input.image a data URL; null without a picture
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `claimed_by_other` | `invalid_input` | `too_many_requests` |
 * `service_down` | `key_reused`
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
    image: string | null;
  },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const { kind, id, language, template } = input;
  const text = questionText(input.text, "text");
  const other = otherText(input.otherText);
  assertTemplate(kind, template);
  const images = input.image === null ? [] : [inspectImage(readDataUrl(input.image, "image"), "image")];
  const subject: QuestionSubject = `${kind}:${id}`;
  return runAdminCommand(
    scope,
    idempotencyKey,
    () => [selectAskable(query, kind, id)] as const,
    ([[found]], admin, nowMs) => {
      const { userId, email, number, bill } = assertAskable(found, admin, nowMs);
      const question = crypto.randomUUID();
      return {
        images,
        plan: ([picture]) => ({
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
            ...(picture
              ? [
                  ...insertImageForTrader(
                    query,
                    picture,
                    { purpose: "id_card", adminId: admin.id, traderId: userId },
                    nowMs,
                  ),
                  insertQuestionImage(query, { filename: picture.filename, questionId: question }),
                ]
              : []),
            audit(
              query,
              {
                actor: admin.id,
                action: "question.asked",
                subject,
                detail: { question, template: template ?? "", ...(picture && { filename: picture.filename }) },
              },
              nowMs,
            ),
          ],
          mails: [
            questionAskedMail(email, scope.settings.APP_ORIGIN, {
              kind,
              text,
              hasPicture: picture !== undefined,
              notice: { number, bill },
            }),
          ],
        }),
      };
    },
  );
}
