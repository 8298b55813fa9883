import type {
  ClosedTrade as ClosedTradeAt,
  Fill as FillAt,
  OpenPosition as OpenPositionAt,
} from "../../../worker/contract/broker/closed-trade.ts";
import type { Decimal } from "../../../worker/contract/broker/decimal.ts";
import type { FILE_FORMATS } from "../../../worker/contract/file-formats.ts";
import type { DecimalMark } from "../../../worker/contract/files/number-marks.ts";
import type { Row } from "../../../worker/contract/files/row.ts";
import type { DateOrder, WallTime } from "../../../worker/contract/files/time-forms.ts";
import type { Mapping } from "./mapping.ts";

/** The formats that are read; each has a file of its name in `formats`. */
export type FormatId = (typeof FILE_FORMATS)[number];

/** A file's content in its tables. `xml` has its elements in the text. */
export type Source =
  | { kind: "csv" | "sheet"; rows: readonly Row[] }
  | { kind: "html"; title: string; rows: readonly Row[] }
  | { kind: "xml"; text: string };

/** A closed trade, as the file says it. */
export type ClosedTrade = ClosedTradeAt<WallTime>;

/** One fill, as the file says it. */
export type Fill = FillAt<WallTime>;

/** What is open at the end of a file. */
export type OpenPosition = OpenPositionAt<WallTime>;

/** Why a line is not a trade. */
export type LeftOutReason =
  | "balance"
  | "cancelled"
  | "pending_order"
  | "other_column"
  | "totals"
  | "other_asset"
  | "summary_row"
  | "not_filled"
  /** The closing of a position that was opened before the file begins. */
  | "opened_before"
  /** Of another currency than the one that a person chose. */
  | "other_currency";

/** A line, or with `other_column` a column, that is left out on purpose. */
export type LeftOut = { line: number; reason: LeftOutReason; text: string };

/** Why a line cannot be read, with the text in question. */
export type CellFault =
  | "not_number"
  | "not_time"
  | "not_direction"
  | "missing"
  | "price_below_zero"
  | "quantity_zero"
  | "sum_decimals"
  | "repeated_ticket"
  | "too_many_cells"
  | "too_few_cells"
  | "other_currency"
  /** A name with markup, or one that a spreadsheet would compute. */
  | "characters";

export type LineFault = { line: number; column: string; text: string; fault: CellFault };

/** What the file does not say, so that a person must. `point_value`: the value of a price of 1 of one contract. */
export type Question =
  /** @property found where the file has several: sums of different currencies are never added up, so that one of them is read */
  | { ask: "currency"; found?: readonly string[] }
  | { ask: "decimal_mark"; line: number; text: string }
  | { ask: "date_order"; line: number; text: string }
  | { ask: "point_value"; symbol: string }
  /** The one symbol of all trades of a file that has none. */
  | { ask: "symbol" };

/** What a person answered. */
export type Answers = {
  currency?: string;
  decimalMark?: DecimalMark;
  dateOrder?: DateOrder;
  /** By the file's symbol. */
  pointValues?: Readonly<Record<string, Decimal>>;
  /** Of a file without symbols. */
  symbol?: string;
  /** Of a table of no known form; it is then read by it, whatever it looks like. */
  mapping?: Mapping;
};

/** What was understood of a file. Nothing of it is stored where it has faults or questions. */
export type Statement = {
  format: FormatId;
  /** As a person knows it, `MetaTrader 5`. */
  platform: string;
  /** The number or name of the account; null where the file has none. */
  account: string | null;
  /** As the file writes it: `USD`, `mBTC`, `USC`. Null is asked. */
  currency: string | null;
  /** Whether it is an account without money, as its server or its type says. */
  isDemo: boolean;
  /** Whether all times of the file are UTC, as it says or the platform writes them. */
  isUtc: boolean;
  trades: ClosedTrade[];
  open: OpenPosition[];
  /** Those of a file of fills, the oldest first, of which the trades above were paired; an account pairs them over all of its files. */
  fills?: readonly Fill[];
  leftOut: LeftOut[];
  faults: LineFault[];
  questions: Question[];
  /** The sum of results that the file itself states, to be held against that of its trades; null without one. */
  statedTotal: Decimal | null;
  /** What was paid in and out, both without a sign, as the file says it; null where it does not. No result, and no money of ours. */
  deposits: { in: Decimal; out: Decimal } | null;
};

/** One format. Both functions are pure. */
export type Format = {
  id: FormatId;
  platform: string;
  /** Whether a file is of this format, by the shape of its tables and never by its titles in one language. */
  detect: (source: Source) => boolean;
  /** @throws UnreadableFile for a file that is of the format and ends in the middle, or that has no trade */
  read: (source: Source, answers: Answers) => Statement;
};
