/** Refusals about questions to clients and their answers. */
export const QUESTION_TEXT = {
  answered: "This question has its answer already. It stands in the conversation.",
  ended: {
    taken_back: "This question was taken back, so it needs no answer.",
    asked_again: "There is a newer question about this. Please answer that one.",
    decided: "This was decided meanwhile, so the question needs no answer.",
    cancelled: "You have cancelled this request, so the question needs no answer.",
    sent_again: "You have sent another ID card instead, so the question needs no answer.",
  },
  nothing: "Write something or add a picture.",
} as const;
