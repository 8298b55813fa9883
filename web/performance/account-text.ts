import { formatCount } from "../ui/format.ts";

const trades = (count: number) => `${formatCount(count)} ${count === 1 ? "trade" : "trades"}`;

/** The texts of the choice between the account of money and the demo runs. */
export const accountText = {
  accounts: "Account",
  cash: "Cash account",
  run: (run: number) => `Demo run ${run}`,
  archived: "Archived runs",
  archivedRun: (run: number) => `Archived run ${run}`,
  runs: (count: number) => `${formatCount(count)} ${count === 1 ? "run" : "runs"}`,
  loading: "Loading your archived runs",
  showMore: "Show more",
  ended: (closed: number, balanceCents: number) => {
    if (closed === 0) return "Reset without a closed trade";
    return balanceCents === 0 ? `Used up in ${trades(closed)}` : `Reset after ${trades(closed)}`;
  },
  between: (from: string, to: string) => `${from} – ${to}`,
  notLoaded: {
    refused: { title: "Your runs could not be loaded", text: "None of them is lost. Try again in a moment." },
    unreachable: {
      title: "Your runs could not be loaded",
      text: "None of them is lost. Check your connection and try again.",
    },
  },
} as const;
