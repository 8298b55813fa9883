import type { FILE_FORMATS } from "../file-formats.ts";
import type { FileClock } from "./file-clock.ts";

/**
 * What the API says of broker accounts: accounts of a trader elsewhere, whose trades come from files. Nothing of it is money of the ledger.
 * Numbers are of the account's currency; decimals as strings have all of their digits; times are ISO 8601.
 */

/** What the rows of a file are. */
export type RowsKind = "trades" | "fills";

/** What happens to a ticket that the account has with other figures: the stored ones stay, or the file's are taken. */
export type ChangedRows = "keep" | "take";

/** A row of a file of closed trades. @property line where it stands in the file */
export type TradeRow = {
  line: number;
  ticket: string;
  symbol: string;
  direction: "Buy" | "Sell";
  quantity: string;
  entryPrice: string;
  exitPrice: string;
  stopPrice: string | null;
  openedAtMs: number | null;
  closedAtMs: number;
  profit: string;
  fees: string;
  swap: string;
};

/** A row of a file of fills. @property multiplier the value of a price of 1 of one unit, in the account's currency */
export type FillRow = {
  line: number;
  id: string;
  symbol: string;
  side: "Buy" | "Sell";
  quantity: string;
  price: string;
  atMs: number;
  fee: string;
  multiplier: string;
  /** A position that the platform keeps apart within the symbol; empty or left out where there is nothing. */
  position?: string;
  /** Whether the file says that it only closes: one without its opening opens nothing. */
  isClosing?: boolean;
};

/** A position that is open at the end of the newest file. */
export type BrokerPosition = {
  symbol: string;
  direction: "Buy" | "Sell";
  quantity: string;
  entryPrice: string;
  openedAt: string | null;
};

/** Lines of a file that are no trades, and why. */
export type LeftOutCount = { reason: string; count: number };

/** What was paid in and out, as the file says it. */
export type BrokerDeposits = { in: string; out: string };

/** A file that was committed, or taken back after it. @property trades the file's rows @property result of its rows; null of fills, which are paired over files */
export type BrokerImport = {
  id: string;
  status: "committed" | "reversed";
  fileName: string;
  format: string;
  kind: RowsKind;
  rows: number;
  clock: FileClock;
  changed: ChangedRows;
  leftOut: LeftOutCount[];
  statedTotal: string | null;
  deposits: BrokerDeposits | null;
  committedAt: string;
  reversedAt: string | null;
};

/** A broker account. @property accountNumber its last four characters at most @property mapping how columns of its files were read */
export type BrokerAccount = {
  number: number;
  name: string;
  platform: string | null;
  currency: string;
  decimals: number;
  accountNumber: string | null;
  clock: FileClock | null;
  mapping: unknown;
  trades: number;
  result: number;
  fees: number;
  firstCloseAt: string | null;
  lastCloseAt: string | null;
  open: BrokerPosition[];
  /** Newest first. */
  imports: BrokerImport[];
};

/** A ticket that the account has with other figures. */
export type ChangedRow<Row = TradeRow | FillRow> = { ticket: string; before: Row; after: Row };

/** What a commit would do. `resultAfter` keeps the stored figures of changed tickets, `resultTaken` takes the file's. */
export type BrokerPreview = {
  /** The account's version: the commit names it, and is refused where the account has changed since. */
  version: number;
  added: number;
  same: number;
  /** The first of them. */
  changed: ChangedRow[];
  changedCount: number;
  /** Closed trades of the account. */
  tradesBefore: number;
  tradesAfter: number;
  resultBefore: number;
  resultAfter: number;
  resultTaken: number;
  /** Rows of which a sum has more digits than the account keeps, and was rounded. */
  rounded: number;
};

/** The formats of broker files: those that are known by their shape, and tables whose columns a person named. */
export type BrokerFormat = (typeof FILE_FORMATS)[number] | "other";

/** What the user's answer has of each account. */
export type BrokerAccountSummary = {
  number: number;
  name: string;
  currency: string;
  decimals: number;
  trades: number;
  result: number;
};

/** The broker account of figures. @property fees what fees cost, negative where they do @property imports how many files its trades come from */
export type BrokerOfFigures = {
  number: number;
  name: string;
  platform: string | null;
  currency: string;
  decimals: number;
  fees: number;
  swap: number;
  imports: number;
  lastImportAt: string | null;
  clock: FileClock | null;
  /** Of the newest file that says it, as files may overlap; null when none does. */
  deposits: BrokerDeposits | null;
};

/** What a trade of a broker account has besides. @property file the name of the file that it comes from */
export type ImportedTrade = {
  ticket: string;
  quantity: string;
  entryPrice: string;
  exitPrice: string;
  stopPrice: string | null;
  profit: string;
  fees: string;
  swap: string;
  result: string;
  openTime: string | null;
  currency: string;
  file: string;
};
