import { ADMIN_TEXT, withTotal } from "../core/admin-text.ts";
import type { LedgerAccount, TransferKind } from "./ledger-calls.ts";

const KIND: Record<TransferKind, string> = { deposit: "Deposit", withdrawal: "Withdrawal", trades: "Trades" };
/** Labels by the parts of a reference before and after the id, joined by a dot. */
const PURPOSE: Readonly<Record<string, string>> = {
  deposit: "Deposit paid",
  exception: "Payment matched",
  "withdrawal.request": "Withdrawal requested",
  "withdrawal.complete": "Withdrawal paid out",
  "withdrawal.reject": "Withdrawal returned",
  "import.commit": "Trades imported",
  "import.reverse": "Trades taken back",
};
const ACCOUNT: Record<LedgerAccount["kind"], string> = {
  available: ADMIN_TEXT.money.balance,
  held: ADMIN_TEXT.money.held,
  khqr: "House, KHQR",
  payout: "House, payouts",
  trading: "House, trading",
};

/** Texts of transfers. */
export const TRANSFER_ADMIN_TEXT = {
  kinds: KIND,
  kind: "Kind",
  purpose: PURPOSE,
  account: ACCOUNT,
  transfer: "Transfer",
  loading: "Loading transfers",
  shown: (count: number, hasMore: boolean) => withTotal(count, hasMore, "transfer"),
  search: "Reference or ID",
  searchPlaceholder: "D23456789AB",
  empty: ["No transfer yet", "Every movement of money will appear here, newest first."],
  when: "When",
  what: "For",
  trader: "Trader",
  route: "From and to",
  nobody: "The house",
  entries: "Entries",
  accountHead: "Account",
  debit: "Out",
  credit: "In",
  balanceAfter: "After",
  notKept: "Too many entries have followed to compute it here.",
  facts: "Details",
  reference: "Reference",
  movedBy: "Moved by",
  system: "Tonle, automatically",
  memo: "Memo",
  id: "Transfer ID",
  copyId: "transfer ID",
  copyReference: "reference",
  failed: "This transfer could not be loaded",
  failedDetail: "Nothing is lost. Try again in a moment.",
} as const;

/** Texts of accounts and their entries. */
export const ACCOUNT_ADMIN_TEXT = {
  account: "Account",
  shown: (count: number) => withTotal(count, false, "account"),
  shownOfHouse: (count: number) => withTotal(count, false, "house account"),
  loading: "Loading accounts",
  search: "Trader or account",
  searchPlaceholder: "Name, e-mail, phone or account ID",
  empty: ["No account", "The house's accounts will appear here."],
  kind: "Account",
  whose: "Whose",
  house: "The house",
  moved: "Last moved",
  never: "Never",
  floor: "Never below",
  noFloor: "No floor",
  id: "Account ID",
  copyId: "account ID",
  entriesOf: (name: string) => `Entries of ${name}`,
  amount: "Amount",
  noEntries: ["No entry", "No money has moved here."],
  more: "Show more entries",
  failed: "The entries could not be loaded",
  failedDetail: "Nothing is lost. Try again in a moment.",
} as const;
