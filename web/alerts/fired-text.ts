/** The texts of the toast of an alert that has fired. */
export const firedText = {
  headline: (symbol: string, what: string) => `${symbol} ${what}`,
  note: (note: string) => `“${note}”`,
  older: (count: number) => (count === 1 ? "1 older" : `${count} older`),
  open: (headline: string) => `${headline}: open the quote that fired it`,
  close: "Close",
} as const;
