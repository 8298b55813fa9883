/** The chart of a note. */
export const noteChartText = {
  attach: "Attach the chart",
  attachOf: (symbol: string) => `Attach ${symbol}`,
  loading: "Your drawings are loading",
  notRead: "Your drawings could not be loaded. The chart can be attached once they are.",
  chart: "Chart",
  open: (symbol: string, timeframe: string) => `${symbol}, ${timeframe}`,
  what: (drawings: number, indicators: number) =>
    `${drawings} ${drawings === 1 ? "drawing" : "drawings"}, ${indicators} ${indicators === 1 ? "indicator" : "indicators"}`,
  remove: "Remove the chart",
  removed: "The chart was removed from the note.",
  undo: "Undo",
  staysHere: "What you draw here stays with the note.",
  full: "The note has as much drawn on its chart as it can keep.",
  beforeHistory: "Candles of that time are not there any more. These are the oldest.",
  notLoaded: "The candles of that time could not be loaded.",
} as const;
