import { formatCount, formatPercent } from "../ui/format.ts";

const count = (number: number, one: string, many: string) => `${formatCount(number)} ${number === 1 ? one : many}`;
const trades = (number: number) => count(number, "trade", "trades");
const won = (share: number) => formatPercent(share * 100, 0);

export const insightsText = {
  studying: "Looking at your trades",

  found: (findings: number, studied: number) => `${count(findings, "finding", "findings")} in ${trades(studied)}`,
  nothingStands: (studied: number) => `Nothing stands out in ${trades(studied)}`,
  isResult: "That is a result: no habit of the questions below costs you anything that can be told from luck.",
  bound: (asked: number) =>
    `${count(asked, "fixed question", "fixed questions")}. With no pattern in your trades at all, you would see any finding here at most 1 time in 20.`,
  howTitle: "How it is computed",
  how: [
    "The same questions are asked of every account. Each compares the trades that it is about with all others.",
    "A difference counts when trades in a random order are rarely as far apart (10,000 orders). Because many questions are asked, each has to clear a higher bar: on average at most 5% of all findings are false.",
    "Nothing is said about fewer than 20 trades of a side. Intervals hold the true figure in 95 of 100 findings.",
  ],
  newest: (most: number) => `Only the newest ${formatCount(most)} trades count here.`,
  unit: {
    risk: "1R is what the stop risked. Trades without a stop do not count here.",
    median_loss: "1R is your median loss, as too few of your trades have a stop.",
  },

  head: "What differs from your other trades",
  perTrade: "Per trade, 95%",
  inMoney: "In money",
  rates: (own: number, ownWon: number, others: number, othersWon: number) =>
    `${trades(own)}, won ${won(ownWon)}. The other ${formatCount(others)} won ${won(othersWon)}.`,
  range: (from: string, to: string) => `${from} to ${to}`,
  aTrade: "a trade",
  inAll: "in all",
  show: (number: number) => `Show the ${trades(number)}`,
  multiple: (r: string) => `${r}R`,

  remind: "Remind me in the ticket",
  reminds: "Reminds you",
  reminderOn: "The ticket reminds you before such an order.",
  reminderOff: "The ticket no longer reminds you.",
  remindsElse: (title: string) => `The ticket reminds you: ${title}.`,
  stopReminding: "Stop",
  undo: "Undo",

  waiting: "Nothing to say yet",
  waitingDetail: (missing: number) => `${count(missing, "trade", "trades")} to go`,
  ofTwenty: (number: number) => `${formatCount(number)} of 20`,
  otherSide: "too few other trades",
  others: (number: number) => `${formatCount(number)} more`,
  fewTrades: "Findings begin at 20 trades of a kind beside 20 others.",
  nothing: (number: number) => `${count(number, "question", "questions")}, no difference that stands`,

  empty: { title: "No trades to look at", text: "Findings appear once this account has 40 closed trades." },
  unknownAccount: { title: "There is no such account", text: "It was deleted, or the address is another trader's." },
  unknownRun: (run: number) => ({
    title: `There is no demo run ${run}`,
    text: "The address is mistyped, or another trader's.",
  }),
  toOwn: "Show my insights",
  failed: {
    refused: { title: "Could not load your trades", text: "Nothing is lost. Try again in a moment." },
    unreachable: { title: "No connection", text: "Your trades could not be loaded. Try again when you are online." },
  },
  stale: "These findings could not be refreshed.",
  columns: { closed: "Closed", symbol: "Symbol", side: "Side", result: "Result", r: "R" },
  sides: { buy: "Buy", sell: "Sell" },
  close: "Close",
} as const;
