import type { QuestionEnd } from "../../worker/contract/client-questions.ts";

const ENDED: Record<QuestionEnd, string> = {
  taken_back: "We took this question back. It needs no answer.",
  asked_again: "We asked again.",
  decided: "This was decided. It needs no answer.",
  cancelled: "You cancelled the request. It needs no answer.",
  sent_again: "You sent another ID card. It needs no answer.",
};

export const questionsText = {
  title: "We have a question",
  past: "Our questions to you",
  about: {
    withdrawal: (name: string) => `Withdrawal ${name}`,
    identity: () => "Your ID card",
    exception: (name: string) => `Payment for deposit ${name}`,
  },
  us: "Tonle",
  you: "You",
  ourPicture: "Picture of our question",
  waits: "It waits for your answer.",
  ended: ENDED,
  byPhone: "You said this on the phone; we recorded it.",
  answer: "Your answer",
  hint: "Only we read it, and the pictures. We never ask for a password or a code.",
  addPicture: "Add picture",
  reading: "Reading the picture",
  full: (max: number) => `${max} pictures at most`,
  remove: (number: number) => `Remove picture ${number}`,
  picture: (number: number) => `Picture ${number} of your answer`,
  /** @param names of the files, as they are called on the trader's machine */
  tooMany: (max: number, names: string) => `${max} pictures at most. Not added: ${names}.`,
  notAdded: (name: string, why: string) => `${name}: ${why}`,
  unreadable: "This file is no JPEG, PNG or WebP picture.",
  missing: "Write something or add a picture.",
  tooLong: (max: number, over: number) => `At most ${max} characters: please write ${over} fewer.`,
  send: "Send the answer",
  sent: "Your answer was sent",
  failed: "No answer came from us. What you wrote is kept: send it again, it arrives once.",
} as const;
