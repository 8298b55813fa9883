import { FILE_FAULT_TEXT } from "./fault-text.ts";
import { TRADE_FIELDS, type TradeField, type TradeText } from "./read-trade.ts";
import { assertDollars, DemoFile, type SourceRow, UnreadableFile } from "./source-row.ts";

/** Column names of a CSV file; case, spaces and underscores in its first line are ignored. */
export const CSV_COLUMNS: Readonly<Record<TradeField, string>> = {
  ticket: "ticket",
  symbol: "symbol",
  direction: "direction",
  lots: "lots",
  stopPrice: "stop price",
  openTime: "open time",
  entryPrice: "entry price",
  closeTime: "close time",
  exitPrice: "exit price",
  profit: "profit",
  commission: "commission",
  swap: "swap",
};

/** A column that is no part of a trade: the currency of its sums, which must be dollars. Without it they are by definition. */
export const CURRENCY_COLUMN = "currency";

const OPTIONAL: ReadonlySet<Column> = new Set(["stopPrice", "commission", "swap", CURRENCY_COLUMN]);

/**
 * Parses the trades of a CSV file (RFC 4180): a first line with column names, then one trade per line, separated by
 * commas or semicolons. A quoted cell may contain separators, line ends, and doubled quotes.
 * @param onTrade called for each trade with the file's text
 * @throws UnreadableFile for an invalid first line, or a quote that does not end
 */
export async function parseCsv(
  text: AsyncIterable<string>,
  onTrade: (text: TradeText, line: number) => void,
): Promise<void> {
  let fieldAt: readonly Column[] | null = null;
  for await (const { line, cells } of csvRows(text)) {
    if (cells.every((cell) => cell === "")) continue;
    if (cells.some((cell) => DEMO_CELL.test(cell))) throw new DemoFile(line);
    if (!fieldAt) {
      if (isDemoHead(cells)) throw new DemoFile(line);
      fieldAt = readHead(cells, line);
      continue;
    }
    if (cells.length !== fieldAt.length) {
      throw new UnreadableFile(FILE_FAULT_TEXT.cells(cells.length, fieldAt.length), line);
    }
    const currency = cells[fieldAt.indexOf(CURRENCY_COLUMN)];
    if (currency !== undefined) assertDollars(currency, line);
    const trade = Object.fromEntries(TRADE_FIELDS.map((field) => [field, cells[fieldAt?.indexOf(field) ?? -1] ?? ""]));
    // The loop above gives the object every field as a key.
    onTrade(trade as TradeText, line);
  }
  if (!fieldAt) throw new UnreadableFile(FILE_FAULT_TEXT.empty, 1);
}

/** The name of the account in each line of our own export of a demo run: `Demo run 3`. */
const DEMO_CELL = /^demo run \d+$/i;
/** Columns that only the export of a demo run has. */
const DEMO_HEADS = ["account", "closed by", "overnight (usd)"];

function isDemoHead(cells: readonly string[]): boolean {
  return DEMO_HEADS.every((head) => cells.some((cell) => cell.toLowerCase() === head));
}

type Column = TradeField | typeof CURRENCY_COLUMN;

function readHead(cells: readonly string[], line: number): Column[] {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_]/g, "");
  const fields = cells.map((name): Column => {
    if (plain(name) === CURRENCY_COLUMN) return CURRENCY_COLUMN;
    const field = TRADE_FIELDS.find((known) => plain(CSV_COLUMNS[known]) === plain(name));
    if (field) return field;
    throw new UnreadableFile(FILE_FAULT_TEXT.unknownColumn(name, TRADE_FIELDS.map(nameOf)), line);
  });
  for (const field of [...TRADE_FIELDS, CURRENCY_COLUMN] as const) {
    const count = fields.filter((other) => other === field).length;
    if (count > 1) throw new UnreadableFile(FILE_FAULT_TEXT.repeatedColumn(nameOf(field), count), line);
    if (count === 0 && !OPTIONAL.has(field)) {
      throw new UnreadableFile(FILE_FAULT_TEXT.missingColumn(nameOf(field)), line);
    }
  }
  return fields;
}

function nameOf(field: Column): string {
  return field === CURRENCY_COLUMN ? field : CSV_COLUMNS[field];
}

/** The rows of a CSV file. The line of a row is the one where it starts. */
async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<SourceRow, void> {
  let delimiter: string | undefined;
  let row: SourceRow = { line: 1, cells: [] };
  let cell = "";
  let line = 1;
  /** `ended`: after a quote inside quotes, which ends them unless another quote follows. */
  let quotes: "none" | "open" | "ended" = "none";

  const endCell = () => {
    row.cells.push(quotes === "none" ? cell.trim() : cell);
    cell = "";
    quotes = "none";
  };
  function endRow(): SourceRow {
    endCell();
    const done = row;
    row = { line: line + 1, cells: [] };
    return done;
  }

  for await (const piece of text) {
    for (const character of piece) {
      if (quotes === "open") {
        if (character === '"') quotes = "ended";
        else cell += character;
      } else if (character === '"' && quotes === "ended") {
        cell += character;
        quotes = "open";
      } else if (character === '"' && cell.trim() === "") {
        cell = "";
        quotes = "open";
      } else if (character === "\n") {
        yield endRow();
      } else if (character === delimiter || (delimiter === undefined && /[,;]/.test(character))) {
        delimiter = character;
        endCell();
      } else if (quotes === "ended" && character.trim() !== "") {
        throw new UnreadableFile(FILE_FAULT_TEXT.afterQuote(character), line);
      } else if (character === '"') {
        throw new UnreadableFile(FILE_FAULT_TEXT.quoteInside, line);
      } else if (quotes === "none") {
        cell += character;
      }
      if (character === "\n") line += 1;
    }
  }
  if (quotes === "open") throw new UnreadableFile(FILE_FAULT_TEXT.quoteOpen, row.line);
  if (cell !== "" || row.cells.length > 0) yield endRow();
}
