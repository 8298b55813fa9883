import { formatSignedPrice } from "../ui/format.ts";
import { insightsText as text } from "./insights-text.ts";
import { QUESTION_TEXT } from "./question-text.ts";
import { type Study, subjectOf } from "./study.ts";

/** `−0.31R` */
export function multiple(r: number): string {
  return text.multiple(formatSignedPrice(r, 2));
}

/** What a question's trades have in common. */
export function titleOfQuestion(question: string, { trades }: Study): string {
  const title = QUESTION_TEXT[question] ?? question;
  return typeof title === "string" ? title : title(subjectOf(question, trades)?.name ?? "");
}
