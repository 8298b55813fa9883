import {
  QUESTION,
  QUESTION_TEMPLATES,
  type QuestionEnd,
  type QuestionKind,
  type QuestionTemplate,
} from "../../contract/client-questions.ts";
import { AppError } from "../../contract/errors.ts";
import { joinLanguages } from "../../contract/translated.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { plainText } from "../../platform/plain-text.ts";
import type { ActingAdmin } from "../commands/run-admin-command.ts";
import type { AskableRow } from "./question-admin-store.ts";
import { QUESTION_ADMIN_TEXT as khmer } from "./question-admin-text.km.ts";
import { QUESTION_ADMIN_TEXT as english } from "./question-admin-text.ts";

/** The rules of asking a client: pure, no I/O, no clock. The database checks them again. */

const TEXT = joinLanguages({ en: english, km: khmer });

/**
 * Refuses a question about what is missing, closed, the admin's own, in a colleague's hands, or asked about already.
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `claimed_by_other`
 */
export function assertAskable(item: AskableRow | undefined, admin: ActingAdmin, nowMs: number): AskableRow {
  if (!item) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (item.userId === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
  const { isOpen, closedAtMs, payerId, waits, claimedBy, claimedByName, claimedUntilMs } = item;
  if (isOpen !== 1) throw new AppError("wrong_state", TEXT.closed);
  if (closedAtMs !== null) throw new AppError("wrong_state", TEXT.accountClosed);
  if (payerId !== null) throw new AppError("wrong_state", TEXT.beingPaid);
  if (claimedBy !== null && claimedBy !== admin.id && (claimedUntilMs ?? 0) > nowMs) {
    const message = TEXT.claimed(claimedByName, claimedUntilMs ?? 0, admin.timeZone);
    throw new AppError("claimed_by_other", message);
  }
  if (waits === 1) throw new AppError("wrong_state", TEXT.waits);
  return item;
}

/** Refuses an act on a question that is missing, to oneself, or not open any more. @throws AppError `not_found` | `own_account` | `wrong_state` */
export function assertOpenQuestion<
  T extends { userId: string; answeredAtMs: number | null; closedBecause: QuestionEnd | null },
>(question: T | undefined, admin: ActingAdmin): T {
  if (!question) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (question.userId === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
  if (question.answeredAtMs !== null) throw new AppError("wrong_state", TEXT.answered);
  if (question.closedBecause !== null) throw new AppError("wrong_state", TEXT.ended);
  return question;
}

/** Cleans a text that a question needs. @throws AppError `invalid_input` */
export function questionText(text: string, field: "text"): string {
  return plainText(text, { field, max: QUESTION.textMax, lines: "several", isRequired: true });
}

/** Cleans the text in the other language, which nobody has to write. @throws AppError `invalid_input` */
export function otherText(text: string): string | null {
  return plainText(text, { field: "otherText", max: QUESTION.textMax, lines: "several" }) || null;
}

/** Refuses a template of another kind of item. @throws AppError `invalid_input` */
export function assertTemplate(kind: QuestionKind, template: QuestionTemplate | null): void {
  const known: readonly QuestionTemplate[] = QUESTION_TEMPLATES[kind];
  if (template !== null && !known.includes(template)) {
    throw new AppError("invalid_input", TEXT.template, { field: "template" });
  }
}
