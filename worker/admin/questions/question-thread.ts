import type { SQL } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Query } from "../../../db/client.ts";
import { QUESTION_TEMPLATES, type QuestionKind, type QuestionTemplate } from "../../contract/client-questions.ts";
import { joinLanguages, type Translated } from "../../contract/translated.ts";
import { selectLanguage, selectThread } from "../../questions/question-store.ts";
import { threadView } from "../../questions/question-view.ts";
import { QUESTION_TEMPLATE_TEXT as khmer } from "./template-text.km.ts";
import { QUESTION_TEMPLATE_TEXT as english } from "./template-text.ts";

const TEMPLATES: Readonly<Record<QuestionTemplate, Translated>> = joinLanguages({ en: english, km: khmer });

/** The statements that read the conversation about an item, for {@link questionThread}. @param traderId as SQL */
export function selectQuestionThread(query: Query, callerId: SQL, kind: QuestionKind, id: string, traderId: SQL) {
  return [selectThread(query, callerId, `${kind}:${id}`), selectLanguage(query, traderId)] as const;
}

/** The conversation about an item as admins see it, with the templates of a question in every language. */
export function questionThread(
  kind: QuestionKind,
  [rows, trader]: BatchResponse<ReturnType<typeof selectQuestionThread>>,
) {
  return {
    ...threadView(rows, trader),
    templates: QUESTION_TEMPLATES[kind].map((template) => ({ template, text: TEMPLATES[template] })),
  };
}
