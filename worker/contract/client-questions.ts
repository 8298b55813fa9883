import { DAY_MS } from "./time.ts";

/** Questions of admins to a trader: rules and names of both sides. */

/** What a question can be about; with its id it is the subject of the question. */
export const QUESTION_KINDS = ["withdrawal", "identity", "exception"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];
export type QuestionSubject = `${QuestionKind}:${string}`;

export const QUESTION = {
  /** Of a question, of its other language and of an answer. */
  textMax: 1_000,
  imagesMax: 3,
  /** One reminder after this time without an answer, and after the longer one the item is back in its queue. */
  remindAfterMs: DAY_MS,
  returnAfterMs: 3 * DAY_MS,
} as const;

/** The templates of a question about each kind, in the order of the composer. Their texts are the Worker's, in every language. */
export const QUESTION_TEMPLATES = {
  withdrawal: ["holder_name", "change_account", "clearer_picture", "source_of_money"],
  identity: ["clearer_card", "name_differs", "other_document"],
  exception: ["whose_payment", "what_for", "where_to_return"],
} as const satisfies Record<QuestionKind, readonly string[]>;

export type QuestionTemplate = (typeof QUESTION_TEMPLATES)[QuestionKind][number];

/** Why a question ended without an answer. `sent_again`: the trader sent another ID card instead. */
export type QuestionEnd = "taken_back" | "asked_again" | "decided" | "cancelled" | "sent_again";
