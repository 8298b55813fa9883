import type { QuestionKind } from "../contract/client-questions.ts";
import type { NotificationEvent } from "../contract/notifications.ts";
import { joinLanguages, type Said } from "../contract/translated.ts";
import { withdrawalNumber } from "../contract/withdrawal-number.ts";
import { compose, HELLO, type Mail, type MailPart } from "../platform/mail/compose-mail.ts";
import { QUESTION_MAIL_TEXT as khmer } from "./question-mail-text.km.ts";
import { QUESTION_MAIL_TEXT as english } from "./question-mail-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** What a mail says of a question. @property notice by what the trader knows the item, as `question_notices` has it */
export type MailedQuestion = {
  kind: QuestionKind;
  text: string;
  hasPicture: boolean;
  notice: { number?: number | null; bill?: string | null };
};

/** The notification that goes with the mail, and where the trader answers. */
const PLACES: Record<QuestionKind, { event: NotificationEvent; path: string }> = {
  withdrawal: { event: "question_withdrawal", path: "/account" },
  identity: { event: "question_identity", path: "/profile" },
  exception: { event: "question_payment", path: "/account" },
};

/** The mail about a question. */
export function questionAskedMail(to: string, appOrigin: string, question: MailedQuestion): Mail {
  return mailOf(to, appOrigin, question, TEXT.asked);
}

/** The mail that reminds of a question without an answer. */
export function questionReminderMail(to: string, appOrigin: string, question: MailedQuestion): Mail {
  return mailOf(to, appOrigin, question, TEXT.reminder);
}

function mailOf(to: string, appOrigin: string, question: MailedQuestion, text: typeof TEXT.asked): Mail {
  const { event, path } = PLACES[question.kind];
  const what = itemOf(question);
  const parts: MailPart[] = [
    HELLO,
    text.body(what),
    question.text,
    ...(question.hasPicture ? [TEXT.picture] : []),
    { link: `${appOrigin}${path}`, text: TEXT.answer },
    TEXT.where,
  ];
  return compose(to, text.subject(what), parts, event);
}

function itemOf({ kind, notice }: MailedQuestion): Said & object {
  if (kind === "withdrawal") return TEXT.what.withdrawal(withdrawalNumber(notice.number ?? 0));
  return kind === "identity" ? TEXT.what.identity : TEXT.what.exception(notice.bill ?? "");
}
