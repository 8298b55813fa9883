/** The sheet after a trade was closed, and its link in the toast. */
export const closedTradeText = {
  title: (symbol: string) => `Closed ${symbol}`,
  sides: { Buy: "Buy", Sell: "Sell" },
  remember: "Anything to remember?",
  note: "Note, if you like",
  oneLine: "One line is enough",
  later: "Later",
  save: "Save",
  waits: "The grade waits in the journal",
  loading: "Loading your tags",
  notLoaded: "Your tags could not be loaded. Your note will be kept.",
} as const;
