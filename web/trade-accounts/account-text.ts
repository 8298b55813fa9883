import { formatCount } from "../ui/format.ts";

const trades = (count: number) => `${formatCount(count)} ${count === 1 ? "trade" : "trades"}`;

export const accountText = {
  accounts: "Account",
  cash: "Cash account",
  run: (run: number) => `Demo run ${run}`,
  archived: "Archived runs",
  archivedRun: (run: number) => `Archived run ${run}`,
  archivedShort: "Archived",
  runShort: (run: number) => `Run ${run}`,
  imported: (count: number) => (count === 0 ? "Imported, no trades" : `Imported, ${trades(count)}`),
  add: "Add",
  addLabel: "Add an account by a file of its trades",
  loading: "Loading your archived runs",
  showMore: "Show more",
  ended: (closed: number, balanceCents: number) => {
    if (closed === 0) return "Reset without a closed trade";
    return balanceCents === 0 ? `Used up in ${trades(closed)}` : `Reset after ${trades(closed)}`;
  },
  unknown: (run: number) => `There is no demo run ${run}`,
  unknownText: "The address may be mistyped, or it was sent by another trader: runs are seen by their owner alone.",
  between: (from: string, to: string) => (from === to ? to : `${from} – ${to}`),
  notLoaded: {
    refused: { title: "Your runs could not be loaded", text: "None of them is lost. Try again in a moment." },
    unreachable: {
      title: "Your runs could not be loaded",
      text: "None of them is lost. Check your connection and try again.",
    },
  },
} as const;
