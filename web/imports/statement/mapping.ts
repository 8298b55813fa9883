/** The columns that a person can point to in a table of an unknown form. */
export type MappedField =
  | "symbol"
  | "side"
  | "quantity"
  /** Of fills. */
  | "time"
  | "price"
  /** Of closed trades. */
  | "opened"
  | "closed"
  | "entryPrice"
  | "exitPrice"
  | "stopPrice"
  | "profit"
  | "swap"
  /** The day, where a column of times has the time of day alone. */
  | "date"
  | "fee"
  | "id"
  | "currency";

/** How a table is read that is of no known format. It can be kept, and fits each file with the same heads. */
export type Mapping = {
  /** `trades`: a row is a closed trade. `fills`: a row is a purchase or a sale; they are paired first in, first out. */
  kind: "trades" | "fills";
  /** The heads of the table that it was made for. Another table is not read with it. */
  heads: readonly string[];
  /** The column of each field, from 0. */
  columns: Readonly<Partial<Record<MappedField, number>>>;
  /** Whether a fee without a sign is a cost. */
  costsArePositive: boolean;
  /** Whether the profit has fees and swap in it. */
  profitIsNet: boolean;
  /** Whether prices are of one unit of the quantity, as those of shares and coins are. Else the value of a point is asked where profits are not stated. */
  pricesAreOfUnits: boolean;
};
