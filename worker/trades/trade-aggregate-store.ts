import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { tradeDays, tradeHours, tradeQuarters, tradeSymbols, trades, tradeTotals } from "../../db/schema/index.ts";
import { type OffsetSpan, QUARTER_MS } from "../contract/trade-calendar.ts";
import { paymentsSql } from "../ledger/ledger-store.ts";
import { HAS_RISK } from "./trade-store.ts";

/**
 * The statements that keep the trade aggregates in step with the trades, for the write that inserts or deletes them.
 * Sums are added to the stored ones, so their cost depends on the import and not on the history. What depends on the
 * order of the trades (drawdown, streaks) is continued from the last trade, or recomputed when trades were inserted in
 * between.
 */

// A literal, not a parameter: a bound number arrives as REAL, and only integers divide to integers.
const QUARTER = sql.raw(`closed_at_ms / ${QUARTER_MS}`);

/** The local day and hour of a quarter, after its offset was joined. */
const DAY = sql.raw("(quarter + offset_quarters) / 96");
const HOUR = sql.raw("(quarter + offset_quarters) % 96 / 4");

/** The columns of the aggregates in order, and what one import adds to them; a sign of -1 subtracts it. */
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
 * Adds an import's trades to the aggregates after they were inserted, or subtracts them before they are deleted.
 * @param spans the UTC offsets of the trader's zone over all quarters of the import
 */
export function countImport(
  query: Query,
  { importId, userId, sign, spans }: { importId: string; userId: string; sign: 1 | -1; spans: readonly OffsetSpan[] },
) {
  const own = sql`FROM ${trades} WHERE ${trades.importId} = ${importId}`;
  const local = sql`FROM (SELECT ${QUARTER} AS quarter, profit_cents, direction, opened_at_ms, closed_at_ms ${own})
    JOIN (${spanRows(spans)}) ON quarter >= from_quarter AND quarter < to_quarter WHERE true`;
  // Without the WHERE, SQLite's parser would read the following ON as part of a join.
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

/**
 * Recomputes what depends on the order of a trader's trades, after an import was added or removed, and deletes empty
 * aggregates.
 *
 * @param appended the import whose trades were all closed after every earlier one: then the computation continues from
 * the stored state, at the cost of that import. Null recomputes from all trades.
 */
export function countOrdered(query: Query, userId: string, appended: string | null) {
  const emptied = (table: SQL) => query.run(sql`DELETE FROM ${table} WHERE user_id = ${userId} AND trades = 0`);
  const rows = appended === null ? sql`user_id = ${userId}` : sql`import_id = ${appended}`;
  const start = sql.raw(
    `SELECT ${[...ORDERED.map((column) => `0 AS ${column}`), ...RUN_ENDS.map((column) => `NULL AS ${column}`)].join(", ")}, NULL AS max_drawdown_share, 0.0 AS account_peak_cents, 0 AS profit_cents, 0 AS risked_trades, 0 AS risked_milli_r`,
  );
  const stored = sql`SELECT ${sql.raw([...ORDERED, ...RUN_ENDS, ...ACCOUNT].join(", "))}, profit_cents, risked_trades, risked_milli_r FROM ${tradeTotals} WHERE user_id = ${userId}`;
  const before = appended === null ? start : sql`${stored} UNION ALL ${start} WHERE NOT EXISTS (${stored})`;
  return [
    emptied(sql`${tradeQuarters}`),
    emptied(sql`${tradeDays}`),
    emptied(sql`${tradeHours}`),
    emptied(sql`${tradeSymbols}`),
    query.run(sql`
      INSERT OR REPLACE INTO ${tradeTotals} (user_id, ${COLUMNS}, ${sql.raw(ORDERED.join(", "))}, risked_trades, risked_milli_r,
        ${sql.raw([...RUN_ENDS, ...ACCOUNT].join(", "))})
      WITH RECURSIVE before AS (${before}),
      curve AS (
        SELECT id, sign(profit_cents) AS side, closed_at_ms, row_number() OVER closing AS place,
          (SELECT profit_cents FROM before) + sum(profit_cents) OVER closing AS total
        FROM ${trades} WHERE ${rows}
        WINDOW closing AS (ORDER BY closed_at_ms, id ROWS UNBOUNDED PRECEDING)
      ),
      falls AS (
        SELECT place, id, total,
          max((SELECT peak_cents FROM before), max(total) OVER (ORDER BY place ROWS UNBOUNDED PRECEDING)) AS peak
        FROM curve
      ),
      fallen AS (
        SELECT place, id, total, peak,
          max(CASE WHEN total = peak THEN place END) OVER (ORDER BY place ROWS UNBOUNDED PRECEDING) AS peak_place
        FROM falls
      ),
      deepest AS (SELECT peak - total AS depth, peak, peak_place, id FROM fallen ORDER BY depth DESC, place LIMIT 1),
      runs AS (
        SELECT side, min(place) AS first, max(place) AS last, count(*) AS length
        FROM (SELECT side, place, place - row_number() OVER (PARTITION BY side ORDER BY place) AS run FROM curve)
        GROUP BY side, run
      ),
      streaks AS (
        SELECT side, first, last,
          length + CASE WHEN first > 1 THEN 0 WHEN side = 1 THEN win_streak ELSE loss_streak END AS length,
          CASE WHEN first > 1 THEN NULL WHEN side = 1 THEN win_streak_first_id ELSE loss_streak_first_id END AS begun_id
        FROM runs, before WHERE side <> 0
      ),
      longest_win AS (SELECT * FROM streaks WHERE side = 1 ORDER BY length DESC, last LIMIT 1),
      longest_loss AS (SELECT * FROM streaks WHERE side = -1 ORDER BY length DESC, last LIMIT 1),
      whole AS (SELECT count(*) AS trades, max(closed_at_ms) AS last_closed FROM curve),
      payments AS (${paymentsSql(sql`${userId}`)}),
      events AS MATERIALIZED (
        SELECT row_number() OVER (ORDER BY at_ms, is_payment, id) AS step, is_payment, cents FROM (
          SELECT closed_at_ms AS at_ms, 0 AS is_payment, id, profit_cents AS cents FROM ${trades} WHERE ${rows}
          UNION ALL
          SELECT at_ms, 1, id, cents FROM payments
          WHERE at_ms >= (SELECT last_closed_at_ms FROM before) AND at_ms < (SELECT last_closed FROM whole)
        )
      ),
      account AS (
        SELECT 0 AS step, account_peak_cents AS peak, max_drawdown_share AS share, profit_cents + (
          SELECT coalesce(sum(payments.cents), 0) FROM payments WHERE at_ms < (SELECT last_closed_at_ms FROM before)
        ) AS cents
        FROM before
        UNION ALL
        SELECT events.step,
          CASE WHEN is_payment = 0 THEN max(peak, account.cents + events.cents)
            WHEN account.cents <= 0 THEN account.cents + events.cents
            WHEN events.cents > 0 THEN peak + events.cents
            ELSE 1.0 * peak * (account.cents + events.cents) / account.cents END,
          CASE WHEN is_payment = 1 OR max(peak, account.cents + events.cents) <= 0 THEN share
            ELSE max(coalesce(share, 0.0),
              min(1.0, 1 - 1.0 * (account.cents + events.cents) / max(peak, account.cents + events.cents))) END,
          account.cents + events.cents
        FROM account JOIN events ON events.step = account.step + 1
      ),
      risks AS (
        SELECT CAST(round((exit_price - entry_price) * 1000 / (entry_price - stop_price)) AS INTEGER) AS milli_r
        FROM ${trades}
        WHERE ${rows} AND ${HAS_RISK}
      ),
      sums AS (
        SELECT coalesce(sum(trades), 0) AS trades, coalesce(sum(wins), 0) AS wins, coalesce(sum(losses), 0) AS losses,
          coalesce(sum(buys), 0) AS buys, coalesce(sum(profit_cents), 0) AS profit_cents,
          coalesce(sum(gross_profit_cents), 0) AS gross_profit_cents,
          coalesce(sum(gross_loss_cents), 0) AS gross_loss_cents, coalesce(sum(holding_ms), 0) AS holding_ms
        FROM ${tradeSymbols} WHERE user_id = ${userId}
      )
      SELECT ${userId}, sums.*,
        max(max_drawdown_cents, coalesce((SELECT depth FROM deepest), 0)),
        CASE WHEN coalesce((SELECT depth FROM deepest), 0) > max_drawdown_cents THEN (SELECT peak FROM deepest)
          ELSE max_drawdown_peak_cents END,
        max(longest_win_streak, coalesce((SELECT length FROM longest_win), 0)),
        max(longest_loss_streak, coalesce((SELECT length FROM longest_loss), 0)),
        max(peak_cents, coalesce((SELECT max(peak) FROM falls), 0)),
        CASE whole.trades WHEN 0 THEN win_streak
          ELSE coalesce((SELECT length FROM streaks WHERE side = 1 AND last = whole.trades), 0) END,
        CASE whole.trades WHEN 0 THEN loss_streak
          ELSE coalesce((SELECT length FROM streaks WHERE side = -1 AND last = whole.trades), 0) END,
        coalesce(last_closed, last_closed_at_ms),
        risked_trades + (SELECT count(*) FROM risks),
        risked_milli_r + coalesce((SELECT sum(milli_r) FROM risks), 0),
        CASE WHEN (SELECT depth FROM deepest) > max_drawdown_cents
          THEN (SELECT ${AFTER_PEAK} FROM deepest) ELSE max_drawdown_first_id END,
        CASE WHEN (SELECT depth FROM deepest) > max_drawdown_cents
          THEN (SELECT id FROM deepest) ELSE max_drawdown_last_id END,
        CASE WHEN (SELECT length FROM longest_win) > longest_win_streak
          THEN (SELECT ${RUN_BEGIN} FROM longest_win) ELSE longest_win_first_id END,
        CASE WHEN (SELECT length FROM longest_win) > longest_win_streak
          THEN (SELECT ${RUN_END} FROM longest_win) ELSE longest_win_last_id END,
        CASE WHEN (SELECT length FROM longest_loss) > longest_loss_streak
          THEN (SELECT ${RUN_BEGIN} FROM longest_loss) ELSE longest_loss_first_id END,
        CASE WHEN (SELECT length FROM longest_loss) > longest_loss_streak
          THEN (SELECT ${RUN_END} FROM longest_loss) ELSE longest_loss_last_id END,
        CASE whole.trades WHEN 0 THEN win_streak_first_id
          ELSE (SELECT ${RUN_BEGIN} FROM streaks WHERE side = 1 AND last = whole.trades) END,
        CASE whole.trades WHEN 0 THEN loss_streak_first_id
          ELSE (SELECT ${RUN_BEGIN} FROM streaks WHERE side = -1 AND last = whole.trades) END,
        CASE whole.trades WHEN 0 THEN fall_first_id
          ELSE (SELECT ${AFTER_PEAK} FROM fallen WHERE place = whole.trades) END,
        (SELECT share FROM account ORDER BY step DESC LIMIT 1),
        (SELECT peak FROM account ORDER BY step DESC LIMIT 1)
      FROM sums, before, whole`),
  ] as const;
}

/** The columns of what depends on the order of the trades. */
const ORDERED = [
  "max_drawdown_cents",
  "max_drawdown_peak_cents",
  "longest_win_streak",
  "longest_loss_streak",
  "peak_cents",
  "win_streak",
  "loss_streak",
  "last_closed_at_ms",
];

/** The columns of the account with its payments: the formula is that of `maxDrawdownPercent`. */
const ACCOUNT = ["max_drawdown_share", "account_peak_cents"];

/** The columns of the trade ids at which drawdowns and streaks begin and end. */
const RUN_ENDS = [
  "max_drawdown_first_id",
  "max_drawdown_last_id",
  "longest_win_first_id",
  "longest_win_last_id",
  "longest_loss_first_id",
  "longest_loss_last_id",
  "win_streak_first_id",
  "loss_streak_first_id",
  "fall_first_id",
];
/** Ids of trades, from a row of `streaks` or `fallen` above: the ends of a run, and the first trade after the peak. */
const RUN_BEGIN = sql.raw("coalesce(begun_id, (SELECT id FROM curve WHERE place = first))");
const RUN_END = sql.raw("(SELECT id FROM curve WHERE place = last)");
const AFTER_PEAK = sql.raw(`CASE WHEN peak_place IS NULL
  THEN coalesce((SELECT fall_first_id FROM before), (SELECT id FROM curve WHERE place = 1))
  ELSE (SELECT id FROM curve WHERE place = peak_place + 1) END`);

/**
 * Recomputes days and hours for another zone from the quarters alone, without reading trades.
 * @param spans the UTC offsets of the new zone over all of the trader's quarters
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

/** The spans as a table of integers; without spans, an empty table. */
function spanRows(spans: readonly OffsetSpan[]): SQL {
  if (spans.length === 0) return sql.raw("SELECT 0 AS from_quarter, 0 AS to_quarter, 0 AS offset_quarters WHERE false");
  const rows = spans.map(
    ({ from, to, offsetQuarters }) =>
      `SELECT ${from} AS from_quarter, ${to} AS to_quarter, ${offsetQuarters} AS offset_quarters`,
  );
  return sql.raw(rows.join(" UNION ALL "));
}
