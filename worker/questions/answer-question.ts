import type { Statement } from "../../db/client.ts";
import { AppError } from "../contract/errors.ts";
import { insertOwnImage } from "../images/image-store.ts";
import { inspectImage } from "../images/inspect-image.ts";
import { readDataUrl } from "../images/read-data-url.ts";
import { type StoredImage, storeImages } from "../images/store-image.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { audit } from "../platform/audit-log-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { storedResponse, withIdempotency } from "../platform/idempotency.ts";
import { type IdempotencyKey, selectStoredResponse, storeResponse } from "../platform/idempotency-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { mustBeSameCaller } from "../platform/session-store.ts";
import { answerText, assertAnswerable } from "./question-rules.ts";
import { insertAnswer, insertAnswerImage, selectOwnQuestion } from "./question-store.ts";
import { ownQuestionView } from "./question-view.ts";

/** A question as its trader sees it. */
export type OwnQuestion = ReturnType<typeof ownQuestionView>;

/**
 * Answers a question to the caller, once. Its pictures are kept, inspected and counted as ID cards are, and each look of an admin at
 * one is in the audit log.
 * @param input.images data URLs
 * @throws AppError `not_signed_in` | `not_found` | `wrong_state` for a question that has its answer or has ended | `invalid_input` |
 * `image_quota` | `too_many_requests` | `service_down` | `key_reused`
 */
export function answerQuestion(
  scope: Scope,
  id: string,
  input: { text: string; images: readonly string[] },
  idempotencyKey: IdempotencyKey | null,
): Promise<OwnQuestion> {
  const text = answerText(input.text, { pictures: input.images.length });
  const images = input.images.map((image, i) => inspectImage(readDataUrl(image, `images.${i}`), `images.${i}`));
  const { query } = scope.db;

  const answer = async (): Promise<OwnQuestion> => {
    const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
      selectStoredResponse(query, idempotencyKey, callerId),
      selectOwnQuestion(query, callerId, id),
    ]);
    const [replies, [question]] = rows;
    const known = await storedResponse<OwnQuestion>(scope, idempotencyKey, replies);
    if (known) return known;
    if (!question) throw new AppError("not_found", ERROR_TEXT.not_found);
    assertAnswerable(question);
    const nowMs = scope.now();
    return storeImages(scope.bindings.IMAGES, images, async (stored) => {
      const answered = ownQuestionView({
        ...question,
        answeredAtMs: nowMs,
        answer: { text, isByPhone: false, createdAtMs: nowMs },
        images: JSON.stringify(stored.map(({ filename, sizeBytes }) => ({ filename, bytes: sizeBytes }))),
      });
      await authorizedBatch(scope, "act", (callerId): Statement[] => [
        ...storeResponse(query, idempotencyKey, callerId, answered, nowMs),
        mustBeSameCaller(query, callerId, caller),
        insertAnswer(query, { questionId: id, authorId: callerId, isByPhone: false, text, createdAtMs: nowMs }),
        ...stored.flatMap((image: StoredImage, place) => [
          ...insertOwnImage(query, image, { purpose: "id_card", callerId }, nowMs),
          insertAnswerImage(query, { filename: image.filename, questionId: id, place }),
        ]),
        audit(
          query,
          { actor: caller.userId, action: "question.answered", subject: question.subject, detail: { question: id } },
          nowMs,
        ),
      ]);
      return answered;
    });
  };
  return withIdempotency(scope, idempotencyKey, async () => {
    try {
      return await answer();
    } catch (error) {
      // Another tab's answer or a decision came first: the second attempt says which.
      if (!refusedBy(error, "question_ended")) throw error;
      return await answer();
    }
  });
}
