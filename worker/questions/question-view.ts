import type { QuestionEnd } from "../contract/client-questions.ts";
import { iso, isoOrNull } from "../contract/iso-time.ts";
import { languageOf } from "../contract/languages.ts";
import { withdrawalNumber } from "../contract/withdrawal-number.ts";
import { imagePath } from "../images/image-name.ts";
import { subjectParts } from "./question-rules.ts";
import type { ClientFacts } from "./question-sql.ts";
import type { QuestionRow } from "./question-store.ts";

/** A question as both sides see it. */
function questionView(row: QuestionRow) {
  return {
    _id: row.id,
    text: row.text,
    /** The language of the text. */
    language: languageOf(row.language),
    /** The picture that was sent with it; null without one. */
    picture: row.picture === null ? null : pictureOf(JSON.parse(row.picture) as ListedImage),
    askedAt: iso(row.askedAtMs),
    state:
      row.answeredAtMs !== null
        ? ("answered" as const)
        : row.closedAtMs !== null
          ? ("closed" as const)
          : ("open" as const),
    closedAt: isoOrNull(row.closedAtMs),
    closedBecause: row.closedBecause as QuestionEnd | null,
    answer: row.answer && {
      text: row.answer.text,
      /** An admin wrote down what the trader said on the phone. */
      isByPhone: row.answer.isByPhone,
      at: iso(row.answer.createdAtMs),
      images: picturesOf(row),
    },
  };
}

/** A picture as the statement lists it. */
type ListedImage = { filename: string; bytes: number };

function picturesOf({ images }: Pick<QuestionRow, "images">) {
  return (JSON.parse(images) as ListedImage[]).map(pictureOf);
}

function pictureOf({ filename, bytes }: ListedImage): { src: string; bytes: number } {
  return { src: imagePath(filename) ?? "", bytes };
}

/** A question as its trader sees it: without admins, and without what only they read. */
export function ownQuestionView(row: QuestionRow) {
  const { kind, id } = subjectParts(row.subject);
  const notice = noticeOf(row);
  return {
    ...questionView(row),
    about: {
      kind,
      id,
      /** By what the trader knows it: the number of a withdrawal, or the bill number of a deposit; null for an identity. */
      name: notice.number == null ? (notice.bill ?? null) : withdrawalNumber(notice.number),
    },
  };
}

/** By what a trader knows the item of a question. */
export function noticeOf({ notice }: { notice: string }): { number?: number | null; bill?: string | null } {
  // The view `question_notices` makes these objects.
  return JSON.parse(notice) as { number?: number | null; bill?: string | null };
}

/** The questions about an item as admins see them, and the language that its trader is asked in. */
export function threadView(rows: readonly QuestionRow[], [trader]: readonly { language: string | null }[]) {
  return {
    /** Of the trader's account. */
    language: languageOf(trader?.language),
    list: rows.map((row) => ({
      ...questionView(row),
      otherText: row.otherText,
      template: row.template,
      askedById: row.askedBy,
      askedBy: row.askedByName,
      remindedAt: isoOrNull(row.remindedAtMs),
      /** When the item went back to the queue without an answer. */
      returnedAt: isoOrNull(row.returnedAtMs),
      /** The admin who wrote down a call; null for an answer of the trader's own. */
      recordedBy: row.answer?.isByPhone ? row.answerByName : null,
    })),
  };
}

/** What an item has waited for its client, in the lists of admins. */
export function clientView(row: ClientFacts) {
  return {
    /** Since when it waits for its client; null when it does not. */
    askedAt: isoOrNull(row.atClientSinceMs),
    answeredAt: isoOrNull(row.clientAnsweredAtMs),
    /** When it came back because no answer had come. */
    returnedAt: isoOrNull(row.clientReturnedAtMs),
    /** How long it has waited before, ms. */
    waitedMs: row.clientWaits.reduce((sum, [fromMs, toMs]) => sum + toMs - fromMs, 0),
    /** When it has waited before, epoch ms: not counted in its age, nor is the time since `askedAt`. */
    waits: row.clientWaits,
  };
}
