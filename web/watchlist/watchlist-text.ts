/** The text of the watchlist's tools and of its editing. */
export const watchlistText = {
  find: "Find a symbol",
  edit: "Edit",
  editList: "Edit the watchlist",
  done: "Done",
  edited: "Order of the watchlist",
  grip: (symbol: string, place: number, count: number) => `Move ${symbol}, ${place} of ${count}. Arrow keys move it.`,
  moved: (symbol: string, place: number, count: number) => `${symbol} is ${place} of ${count}`,
  hide: (symbol: string) => `Hide ${symbol}`,
  show: (symbol: string) => `Show ${symbol}`,
  hidden: "Hidden",
  isHidden: (symbol: string) => `${symbol} is hidden`,
  isShown: (symbol: string) => `${symbol} is shown`,
  setAlert: "Set an alert",
  add: "Add",
  added: (symbol: string) => `${symbol} was added`,
} as const;
