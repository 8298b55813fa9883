/** What a toast offers of trades that were just closed. */
export const tellText = {
  note: "Note",
  toReview: (count: number) => `${count} to review`,
} as const;
