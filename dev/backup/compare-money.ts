import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { keyOf, PRIMARY_KEYS, type Row } from "./journalled-tables.ts";

/** A comparison of two databases. @property differences each as a line; the first hundred of them */
export type MoneyComparison = { rows: number; differences: string[] };

const PAGE_ROWS = 2_000;
const DIFFERENCES_MAX = 100;

/** Which rows and columns of a table are compared. @property isAsCopied it is not in the journal: what came after the copy is missing */
type Compared = { where?: string; without?: readonly string[]; only?: readonly string[]; isAsCopied?: boolean };

/** The tables that a restore brings to the row, and those of the bank that it brings to the copy. */
const COMPARED: Record<string, Compared> = {
  // Of users, only the columns that say who owns money and what holds it back.
  users: {
    only: [
      "id",
      "role",
      "role_given_by",
      "role_given_at_ms",
      "frozen_at_ms",
      "closed_at_ms",
      "email_verified_at_ms",
      "security_changed_at_ms",
    ],
  },
  bank_accounts: {},
  accounts: {},
  transfers: {},
  entries: {},
  book_acts: {},
  month_closes: {},
  // The schedule of polls is not money, and a restore begins it anew.
  deposits: { without: ["asked_at_ms", "next_ask_at_ms"] },
  withdrawals: {},
  withdrawal_images: {},
  name_checks: {},
  payment_exceptions: {},
  approvals: {},
  imports: {},
  trades: {},
  trade_quarters: {},
  trade_days: {},
  trade_hours: {},
  trade_symbols: {},
  trade_totals: {},
  // The digest is computed anew from the image.
  images: { where: "purpose IN ('payment_code', 'admin_image', 'proof')", without: ["digest"] },
  audit_log: {
    where:
      "(subject LIKE 'deposit:%' OR subject LIKE 'withdrawal:%' OR subject LIKE 'exception:%' OR subject LIKE 'import:%' OR subject LIKE 'book:%')",
  },
  bank_statements: { isAsCopied: true },
  statement_lines: { isAsCopied: true },
  line_match_transfers: { isAsCopied: true },
  line_matches: { isAsCopied: true, without: ["taken_back_by", "taken_back_at_ms", "taken_back_reason"] },
  payout_results: { isAsCopied: true },
  payout_result_lines: { isAsCopied: true },
  // An item leaves its batch, and its outcome becomes known, later.
  payout_batches: { isAsCopied: true, only: ["id", "number", "bank_account_id", "profile"] },
  payout_batch_items: { isAsCopied: true, only: ["batch_id", "line", "withdrawal_id", "reference", "amount_cents"] },
  idempotency_keys: {
    where: "route NOT LIKE 'POST /api/admin/users/%' AND route NOT LIKE 'POST /api/admin/identities/%'",
  },
};

/** Rows that are not compared, as `table key`: those that are known to have changed since, or to be lost. */
export type IgnoredRows = ReadonlySet<string>;

/** The name of a row among {@link IgnoredRows}. */
export const rowName = (table: string, row: Row) => `${table} ${keyOf(table, row)}`;

/** Compares the money of two databases row by row, both ways. */
export async function compareMoney(
  live: Database,
  restored: Database,
  ignored: IgnoredRows = new Set(),
): Promise<MoneyComparison> {
  const found: MoneyComparison = { rows: 0, differences: [] };
  const differ = (line: string) => {
    if (found.differences.length < DIFFERENCES_MAX) found.differences.push(line);
  };
  for (const [table, rule] of Object.entries(COMPARED)) {
    const others = rowsOf(restored, table, rule.where);
    let other = await others.next();
    for await (const row of rowsOf(live, table, rule.where)) {
      const key = keyOf(table, row);
      // Both are in the order of the key, so what the other has before is in none of the first.
      while (!other.done && isBefore(table, other.value, row)) {
        if (!ignored.has(rowName(table, other.value)))
          differ(`${rowName(table, other.value)} is only in the restored one`);
        other = await others.next();
      }
      const twin = !other.done && keyOf(table, other.value) === key ? other.value : null;
      if (twin) other = await others.next();
      if (ignored.has(rowName(table, row))) continue;
      if (!twin && rule.isAsCopied) continue;
      found.rows += 1;
      if (!twin) differ(`${rowName(table, row)} is missing`);
      else for (const column of columnsThatDiffer(row, twin, rule)) differ(`${rowName(table, row)}: ${column}`);
    }
    for (; !other.done; other = await others.next()) {
      if (!ignored.has(rowName(table, other.value)))
        differ(`${rowName(table, other.value)} is only in the restored one`);
    }
  }
  return found;
}

function columnsThatDiffer(row: Row, twin: Row, { without, only }: (typeof COMPARED)[string]): string[] {
  return Object.keys(row)
    .filter((column) => (only ? only.includes(column) : !without?.includes(column)))
    .filter((column) => row[column] !== twin[column])
    .map((column) => `${column} is ${JSON.stringify(twin[column])} instead of ${JSON.stringify(row[column])}`);
}

function isBefore(table: string, a: Row, b: Row): boolean {
  for (const column of PRIMARY_KEYS.get(table) ?? []) {
    const [one, two] = [a[column] ?? "", b[column] ?? ""];
    if (one !== two) return compareBytes(one, two) < 0;
  }
  return false;
}

/** As SQLite orders: numbers by value, texts by their bytes. */
function compareBytes(one: string | number, two: string | number): number {
  if (typeof one === "number" && typeof two === "number") return one - two;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(two)));
}

/** The rows of a table in the order of its primary key. */
async function* rowsOf({ query, read }: Database, table: string, where = "true"): AsyncGenerator<Row> {
  const keys = PRIMARY_KEYS.get(table) ?? [];
  const order = sql.raw(keys.join(", "));
  let after: SQL = sql`true`;
  for (;;) {
    const page = sql`SELECT * FROM ${sql.raw(table)} WHERE ${sql.raw(where)} AND ${after} ORDER BY ${order} LIMIT ${PAGE_ROWS}`;
    const [{ rows }] = await read([query.run(page)]);
    // The client reads values of SQL as numbers, texts and nulls.
    const found = rows as unknown as Row[];
    yield* found;
    const last = found.at(-1);
    if (!last || found.length < PAGE_ROWS) return;
    const values = sql.join(
      keys.map((key) => sql`${last[key]}`),
      sql`, `,
    );
    after = sql`(${order}) > (${values})`;
  }
}
