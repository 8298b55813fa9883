/** The texts of demo runs: the switch in the header, their settings, the archive, and what ends one. */
export const runText = {
  run: (number: number) => `Run ${number}`,
  runHead: "Run",
  openRuns: "Settings, new run and archive",
  marginLevel: "Margin level",
  demoRuns: "Demo runs",
  current: "Current run",
  startBalance: "Start balance",
  balance: "Balance",
  result: "Result",
  costs: "Costs",
  costWords: { none: "None", typical: "Typical" },
  leverage: "Leverage",
  noLeverage: "None",
  oneTo: (leverage: number) => `1:${leverage}`,
  started: "Started",
  ended: "Ended",
  stillOpen: "Open",
  trades: "Closed",
  newRun: "New run",
  archive: "Archived runs",
  archiveTable: "Your runs, newest first",
  noArchive: "No archived runs yet",
  noArchiveText: "Reset begins a new run, and keeps this one here with its final figures.",
  showMore: "Show more",
  close: "Close",
  loadFailure: {
    refused: { title: "Your runs could not be loaded", text: "None of them is lost. Try again in a moment." },
    unreachable: {
      title: "Your runs could not be loaded",
      text: "None of them is lost. Check your connection and try again.",
    },
  },

  compare: "Compare",
  compareRun: (number: number) => `Compare run ${number}`,
  compareHint: "Tick two runs to compare them",
  compareTable: (one: number, other: number) => `Run ${one} and run ${other}, side by side`,
  figure: "Figure",
  resultPercent: "Result in percent",
  profit: "Profit before costs",
  commission: "Commission",
  overnight: "Overnight costs",
  protection: "Added below zero",
  opened: "Positions opened",
  closed: "Parts closed",
  voided: "Ended without a price",

  reset: (sum: string | null) => (sum === null ? "Reset" : `Reset to ${sum}`),
  resetTitle: "Reset the demo account?",
  resetDetail: (run: number, balance: string) =>
    `The demo balance goes back to ${balance}. Run ${run} is archived with its final figures, and nothing of it changes afterwards.`,
  resetCloses: (positions: number, orders: number) =>
    `${[
      ...(positions > 0 ? [`${counted(positions, "open position")} will close at the market`] : []),
      ...(orders > 0 ? [`${counted(orders, "order")} will be cancelled`] : []),
    ].join(", and ")}.`,
  cashStays: "Your cash is not affected.",
  resetDone: "The demo account was reset",
  resetElsewhere:
    "The demo account was reset elsewhere meanwhile. What you see is its new run; you can reset that one too.",
  keep: "Keep",
  costsLabel: "Costs of the new run",
  costsHint: {
    none: "You buy and sell at the price that is shown, and nothing is charged.",
    typical: "You buy at the ask and sell at the bid, and pay commission and overnight costs as with a usual broker.",
  },
  leverageHint: {
    none: "A position binds its whole value.",
    some: "A position binds a part of its value. At half of the used margin, positions are closed.",
  },

  lowMargin: "Your margin is nearly used up.",
  marginCall: "Margin call.",
  callAt: (equity: string) => `A margin call comes at an equity of ${equity}.`,
  stopOutAt: (equity: string) => `At ${equity} positions are closed, the largest loss first.`,
  closedFirst: (trade: string, result: string) => `That would be ${trade}, now at ${result}.`,
  equityNow: (equity: string) => `Your equity is ${equity}.`,
} as const;

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
