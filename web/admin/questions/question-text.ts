import type { QuestionEnd, QuestionTemplate } from "../../../worker/contract/client-questions.ts";

const TEMPLATE: Record<QuestionTemplate, string> = {
  holder_name: "Holder’s name",
  change_account: "Change the account",
  clearer_picture: "Clearer picture",
  source_of_money: "Source of money",
  clearer_card: "Clearer picture",
  name_differs: "Name differs",
  other_document: "Another document",
  whose_payment: "Whose payment",
  what_for: "What it is for",
  where_to_return: "Where to return it",
};

const ENDED: Record<QuestionEnd, string> = {
  taken_back: "Taken back without an answer",
  asked_again: "Asked again",
  decided: "Decided without an answer",
  cancelled: "The client cancelled the request: nothing is asked any more",
  sent_again: "The client sent another ID card instead",
};

export const QUESTION_TEXT = {
  title: "Conversation",
  seenBy: (name: string) => `${name} sees this, by e-mail and in the account`,
  nothing: "Nothing was asked yet. H asks the client.",
  accountClosed: "The account is closed: nobody would read a question.",
  ended: ENDED,
  you: "You",
  template: (name: string) => `template “${name}”`,
  inLanguage: (language: string) => `in ${language}`,
  waits: (age: string) => `Waiting for the client for ${age}; its clock stands`,
  reminded: (when: string) => `reminded ${when}`,
  returned: (when: string) => `No answer in 3 days: back to decide ${when}. The client can still answer.`,
  back: (when: string) => `Back in the queue ${when}`,
  byPhone: (name: string) => `By phone, recorded by ${name}`,
  /** Both ages of an item. */
  counted: (ours: string, theirs: string) =>
    `Waited ${ours} for us, and ${theirs} for the client, which is not counted`,
  pictureOf: (number: number, name: string) => `Picture ${number} of the answer of ${name}`,
  open: (number: number) => `Open picture ${number}`,
  logged: "Opening it is in the audit log",
  atClient: (age: string) => `Waiting for the client for ${age}`,
  answered: "The client has answered",
  returnedMark: "No answer in 3 days",
  list: "Waits for",
  stage: { waiting: "For an admin", client: "The client" },

  ask: "Ask the client",
  askTitle: (name: string) => `Ask ${name}`,
  askLead: "Sent by notification and e-mail. It leaves the queue until answered; you can undo it for 8 seconds.",
  askSubmit: "Ask the client",
  askLabel: (name: string) => `Ask ${name}`,
  asked: (name: string) => `${name} was asked`,
  templates: "Templates",
  templateWord: TEMPLATE,
  language: "Language of the client",
  text: (language: string) => `Question, in ${language}`,
  textHint: "What the client reads. No notes, no names of colleagues.",
  other: (language: string) => `The same in ${language}`,
  otherHint: "For colleagues alone; may stay empty.",
  missing: "Write the question",
  kept: "Kept as a draft in this browser",

  phone: "Record a call",
  phoneTitle: (name: string) => `Record an answer of ${name} by phone`,
  phoneLead: "It stands in the conversation as recorded from a call, and the client sees it.",
  phoneLabel: "What the client said",
  phoneMissing: "Write what the client said",
  phoneSubmit: "Record the answer",
  phoneDone: "The answer is recorded",

  takeBack: "Take back",
  takeBackTitle: (name: string) => `Take the question to ${name} back`,
  takeBackLead: "It is in the queue again at once. The client reads that the question needs no answer.",
  takeBackSubmit: "Take it back",
  takeBackDone: "The question is taken back",
} as const;
