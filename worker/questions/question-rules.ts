import { QUESTION, type QuestionEnd, type QuestionKind, type QuestionSubject } from "../contract/client-questions.ts";
import { AppError } from "../contract/errors.ts";
import { joinLanguages } from "../contract/translated.ts";
import { plainText } from "../platform/plain-text.ts";
import { QUESTION_TEXT as khmer } from "./question-text.km.ts";
import { QUESTION_TEXT as english } from "./question-text.ts";

/** The rules of questions and answers: pure, no I/O, no clock. The database checks them again. */

const TEXT = joinLanguages({ en: english, km: khmer });

type Progress = { answeredAtMs: number | null; closedAtMs: number | null; closedBecause: QuestionEnd | null };

/** Refuses to answer a question that has its answer or has ended. @throws AppError `wrong_state` */
export function assertAnswerable({ answeredAtMs, closedBecause }: Progress): void {
  if (answeredAtMs !== null) throw new AppError("wrong_state", TEXT.answered);
  if (closedBecause !== null) throw new AppError("wrong_state", TEXT.ended[closedBecause]);
}

/** Cleans the text of an answer. A trader may send pictures alone. @throws AppError `invalid_input` */
export function answerText(text: string, { pictures }: { pictures: number }): string {
  const plain = plainText(text, { field: "text", max: QUESTION.textMax, lines: "several" });
  if (plain === "" && pictures === 0) throw new AppError("invalid_input", TEXT.nothing, { field: "text" });
  return plain;
}

/** The kind and the id of a subject. */
export function subjectParts(subject: QuestionSubject): { kind: QuestionKind; id: string } {
  const at = subject.indexOf(":");
  // The type of a subject says what is before its colon.
  return { kind: subject.slice(0, at) as QuestionKind, id: subject.slice(at + 1) };
}
