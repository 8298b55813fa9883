import { formatCount } from "../ui/format.ts";

const count = (number: number, one: string, many: string) => `${formatCount(number)} ${number === 1 ? one : many}`;
const trades = (number: number) => count(number, "trade", "trades");

export const brokerText = {
  // The head of an account.
  files: (number: number, until: string | null) =>
    `${count(number, "file", "files")}${until === null ? "" : ` to ${until}`}`,
  clock: (name: string) => `clock ${name}`,
  deposits: "Put in, taken out",
  fees: "Fees",
  closed: "Closed",
  trades: (number: number) => (number === 1 ? "trade" : "trades"),
  result: "Result",
  addFile: "Add a file",
  loading: "Loading this account",
  failed: "This account could not be loaded",
  failedText: "None of its trades is lost. Check your connection and try again.",
  unknown: "There is no such account",
  unknownText: "It was deleted, also in another tab or on another device, or the address is another trader's.",
  toOwn: "Show my performance",
  empty: "No trades in this account yet",
  emptyText: "Add a file of its trades, and their results, the calendar and the curve appear here.",

  // Its files.
  filesTitle: "Files",
  noFiles: "No file yet.",
  file: (rows: number, kind: "trades" | "fills", date: string) =>
    `${kind === "trades" ? trades(rows) : count(rows, "fill", "fills")}, ${date}`,
  takenBack: (date: string) => `Taken back ${date}`,
  takeBack: "Take back",
  takeBackOf: (file: string) => `Take back ${file}`,
  keep: "Keep it",
  rename: "Rename",
  renameTitle: "Rename this account",
  name: "Name",
  nameLong: (most: number) => `1 to ${most} characters`,
  save: "Save",
  cancel: "Cancel",
  delete: "Delete account",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: (number: number, files: number) =>
    `${number === 0 ? "" : `${trades(number)}, `}${count(files, "file", "files")} and all figures of this account go for good. Your money, your demo runs and your other accounts stay as they are.`,
  deleteFailed: "The account could not be deleted. Check your connection and try again.",
  deleted: (name: string) => `${name} is deleted`,
  notDone: "It was not done. Check your connection and try again.",

  // What is open.
  open: "Open positions",
  openNote: (number: number) => `${formatCount(number)}, not in the figures`,
  at: (quantity: string, price: string) => `${quantity} at ${price}`,

  // One trade.
  detail: (symbol: string) => `Trade of ${symbol}`,
  replay: "Replay",
  replayDay: "Replay the day",
  opened: "Opened",
  closedAt: "Closed at",
  direction: "Direction",
  size: "Size",
  entry: "Entry",
  exit: "Exit",
  stop: "Stop",
  profit: "Profit",
  swap: "Swap",
  fromFile: "File",
} as const;
