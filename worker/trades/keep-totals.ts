import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { tradeDays, tradeHours, tradeQuarters, tradeSymbols, trades, tradeTotals } from "../../db/schema/index.ts";
import { type OffsetSpan, QUARTER_MS } from "../contract/trade-calendar.ts";

/**
 * The statements that keep every total in step with the trades, for the write that records or removes them. Sums are
 * added to what stands, so their cost is that of the import and not of the history. What depends on the order of all
 * trades (drawdown, streaks) is counted anew.
 */

// Written out, not bound: a bound number arrives as a REAL, and whole numbers divide into whole numbers only.
const QUARTER = sql.raw(`closed_at_ms / ${QUARTER_MS}`);

/** The zone's day and hour of a quarter, once its offset stands beside it. */
const DAY = sql.raw("(quarter + offset_quarters) / 96");
const HOUR = sql.raw("(quarter + offset_quarters) % 96 / 4");

/** The columns of totals in their order, and what one import adds to them; a sign of -1 takes it away. */
const COLUMNS = sql.raw("trades, wins, losses, buys, profit_cents, gross_profit_cents, gross_loss_cents, holding_ms");
const sums = (sign: 1 | -1) =>
  sql.raw(
    [
      "count(*), sum(profit_cents > 0), sum(profit_cents < 0), sum(direction = 'Buy'), sum(profit_cents)",
      "sum(max(profit_cents, 0)), sum(max(-profit_cents, 0)), sum(closed_at_ms - opened_at_ms)",
    ]
      .join(", ")
      .replaceAll(/(count|sum)\(/g, `${sign} * $1(`),
  );
const ADDED = sql.raw(
  ["trades", "wins", "losses", "buys", "profit_cents", "gross_profit_cents", "gross_loss_cents", "holding_ms"]
    .map((column) => `${column} = ${column} + excluded.${column}`)
    .join(", "),
);

/**
 * Adds an import's trades to the totals, or takes them away: after they were written, or before they are removed.
 * @param spans the offsets of the trader's zone over all quarters of the import
 */
export function countImport(
  query: Query,
  { importId, userId, sign, spans }: { importId: string; userId: string; sign: 1 | -1; spans: readonly OffsetSpan[] },
) {
  const own = sql`FROM ${trades} WHERE ${trades.importId} = ${importId}`;
  const local = sql`FROM (SELECT ${QUARTER} AS quarter, profit_cents, direction, opened_at_ms, closed_at_ms ${own})
    JOIN (${spanRows(spans)}) ON quarter >= from_quarter AND quarter < to_quarter WHERE true`;
  // A WHERE is what tells SQLite's parser that the ON after it is the conflict's and not a join's.
  const upsert = (table: SQL, key: SQL, select: SQL) =>
    query.run(
      sql`INSERT INTO ${table} (user_id, ${key}, ${COLUMNS}) ${select} ON CONFLICT (user_id, ${key}) DO UPDATE SET ${ADDED}`,
    );
  return [
    upsert(
      sql`${tradeQuarters}`,
      sql.raw("quarter"),
      sql`SELECT ${userId}, ${QUARTER}, ${sums(sign)} ${own} GROUP BY ${QUARTER}`,
    ),
    upsert(sql`${tradeDays}`, sql.raw("day"), sql`SELECT ${userId}, ${DAY}, ${sums(sign)} ${local} GROUP BY ${DAY}`),
    upsert(
      sql`${tradeHours}`,
      sql.raw("hour"),
      sql`SELECT ${userId}, ${HOUR}, ${sums(sign)} ${local} GROUP BY ${HOUR}`,
    ),
    upsert(
      sql`${tradeSymbols}`,
      sql.raw("symbol"),
      sql`SELECT ${userId}, symbol, ${sums(sign)} ${own} GROUP BY symbol`,
    ),
  ] as const;
}

/** Counts what depends on all of a trader's trades, after an import came or went, and drops totals of nothing. */
export function countWhole(query: Query, userId: string) {
  const own = (table: SQL) => sql`DELETE FROM ${table} WHERE user_id = ${userId} AND trades = 0`;
  return [
    query.run(own(sql`${tradeQuarters}`)),
    query.run(own(sql`${tradeDays}`)),
    query.run(own(sql`${tradeHours}`)),
    query.run(own(sql`${tradeSymbols}`)),
    query.run(sql`
      INSERT OR REPLACE INTO ${tradeTotals}
      WITH curve AS (
        SELECT profit_cents, sign(profit_cents) AS side, row_number() OVER closing AS place,
          sum(profit_cents) OVER closing AS total
        FROM ${trades} WHERE user_id = ${userId}
        WINDOW closing AS (ORDER BY closed_at_ms, id)
      ),
      falls AS (
        SELECT place, total, max(0, max(total) OVER (ORDER BY place)) AS peak FROM curve
      ),
      deepest AS (SELECT peak - total AS depth, peak FROM falls ORDER BY depth DESC, place LIMIT 1),
      runs AS (
        SELECT side, count(*) AS length
        FROM (SELECT side, place - row_number() OVER (PARTITION BY side ORDER BY place) AS run FROM curve)
        GROUP BY side, run
      ),
      risks AS (
        SELECT CAST(round((exit_price - entry_price) * 1000 / (entry_price - stop_price)) AS INTEGER) AS milli_r
        FROM ${trades}
        WHERE user_id = ${userId} AND stop_price IS NOT NULL
          AND CASE direction WHEN 'Buy' THEN entry_price > stop_price ELSE entry_price < stop_price END
      )
      SELECT ${userId}, coalesce(sum(trades), 0), coalesce(sum(wins), 0), coalesce(sum(losses), 0),
        coalesce(sum(buys), 0), coalesce(sum(profit_cents), 0), coalesce(sum(gross_profit_cents), 0),
        coalesce(sum(gross_loss_cents), 0), coalesce(sum(holding_ms), 0),
        coalesce((SELECT depth FROM deepest), 0), coalesce((SELECT CASE WHEN depth > 0 THEN peak END FROM deepest), 0),
        coalesce((SELECT max(length) FROM runs WHERE side = 1), 0),
        coalesce((SELECT max(length) FROM runs WHERE side = -1), 0),
        (SELECT count(*) FROM risks), coalesce((SELECT sum(milli_r) FROM risks), 0)
      FROM ${tradeSymbols} WHERE user_id = ${userId}`),
  ] as const;
}

/**
 * Makes days and hours anew for another zone, from the quarters alone: no trade is touched.
 * @param spans the offsets of the new zone over all of the trader's quarters
 */
export function rebuildDays(query: Query, userId: string, spans: readonly OffsetSpan[]) {
  const rebuild = (table: SQL, key: SQL, of: SQL) =>
    [
      query.run(sql`DELETE FROM ${table} WHERE user_id = ${userId}`),
      query.run(sql`
        INSERT INTO ${table} (user_id, ${key}, ${COLUMNS})
        SELECT ${userId}, ${of}, sum(trades), sum(wins), sum(losses), sum(buys),
          sum(profit_cents), sum(gross_profit_cents), sum(gross_loss_cents), sum(holding_ms)
        FROM ${tradeQuarters} JOIN (${spanRows(spans)}) ON quarter >= from_quarter AND quarter < to_quarter
        WHERE user_id = ${userId} GROUP BY ${of}`),
    ] as const;
  return [
    ...rebuild(sql`${tradeDays}`, sql.raw("day"), DAY),
    ...rebuild(sql`${tradeHours}`, sql.raw("hour"), HOUR),
  ] as const;
}

/** The spans as a table of whole numbers; without any, a table without rows. */
function spanRows(spans: readonly OffsetSpan[]): SQL {
  if (spans.length === 0) return sql.raw("SELECT 0 AS from_quarter, 0 AS to_quarter, 0 AS offset_quarters WHERE false");
  const rows = spans.map(
    ({ from, to, offsetQuarters }) =>
      `SELECT ${from} AS from_quarter, ${to} AS to_quarter, ${offsetQuarters} AS offset_quarters`,
  );
  return sql.raw(rows.join(" UNION ALL "));
}
