import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import {
  brokerAccounts,
  brokerDays,
  brokerHours,
  brokerQuarters,
  brokerSymbols,
  brokerTotals,
  brokerTrades,
  tradeDays,
  tradeHours,
  tradeQuarters,
  tradeSymbols,
  trades,
  tradeTotals,
} from "../../db/schema/index.ts";
import { type OffsetSpan, QUARTER_MS } from "../contract/trade-calendar.ts";
import { paymentsSql } from "../ledger/ledger-store.ts";
import { NO_ORDERED_FIGURES, type OrderedFigures } from "../performance/ordered-figures.ts";
import { spanRows } from "./group-filter-sql.ts";
import { blocksOfBroker, blocksOfCash, deleteBlocksOf } from "./trade-block-store.ts";
import { HAS_RISK, MILLI_R } from "./trade-risk-sql.ts";

/**
 * The statements that keep the trade aggregates in step with the trades, for the write that inserts or deletes them.
 * Sums are added to the stored ones, so their cost depends on the import and not on the history. What depends on the
 * order of the trades (drawdown, streaks) is continued from the last trade, or recomputed when trades were inserted in
 * between: of money by the write itself, of broker accounts before it, as a write may not last as long as a million trades need.
 */

/** Where trades of one kind are, and the aggregates of them. */
type Kept = {
  trades: SQL;
  quarters: SQL;
  days: SQL;
  hours: SQL;
  symbols: SQL;
  totals: SQL;
  /** The column by which all of them name whose they are. */
  owner: "user_id" | "account_id";
  /** The column of a trade's result, and how the columns of sums end: of money in cents, of a broker account in its own units. */
  result: "profit_cents" | "result_units";
  unit: "cents" | "units";
  /** The condition of an owner's blocks of trades. */
  blocksOf: (ownerId: Owner) => SQL;
};

/** Who owns trades, as an expression. */
type Owner = SQL | string | number;

// A literal, not a parameter: a bound number arrives as REAL, and only integers divide to integers.
const QUARTER = sql.raw(`closed_at_ms / ${QUARTER_MS}`);

/** The local day and hour of a quarter, after its offset was joined. */
const DAY = sql.raw("(quarter + offset_quarters) / 96");
const HOUR = sql.raw("(quarter + offset_quarters) % 96 / 4");

/** The sums of a set of trades, in the order of {@link columnsOf}; a sign of -1 makes them what is taken away. */
function sumsOf({ result }: Kept, sign: 1 | -1): SQL {
  return sql.raw(
    [
      `count(*), sum(${result} > 0), sum(${result} < 0), sum(direction = 'Buy'), sum(${result})`,
      `sum(max(${result}, 0)), sum(max(-${result}, 0)), sum(closed_at_ms - coalesce(opened_at_ms, closed_at_ms))`,
    ]
      .join(", ")
      .replaceAll(/(count|sum)\(/g, `${sign} * $1(`),
  );
}

/** The columns of the aggregates in order. */
function columnsOf({ result, unit }: Kept): string[] {
  return ["trades", "wins", "losses", "buys", result, `gross_profit_${unit}`, `gross_loss_${unit}`, "holding_ms"];
}

/** The statements about trades of one kind. */
function aggregatesOf(kept: Kept) {
  const { owner, result } = kept;
  const ownerColumn = sql.raw(owner);
  const columns = sql.raw(columnsOf(kept).join(", "));
  const added = sql.raw(
    columnsOf(kept)
      .map((column) => `${column} = ${column} + excluded.${column}`)
      .join(", "),
  );

  /**
   * Adds trades to the aggregates after they were inserted, or subtracts them before they are deleted, and deletes the blocks of their times.
   * @param chosen the condition of the trades
   * @param spans the UTC offsets of the trader's zone over all of their quarters
   */
  function countTrades(
    query: Query,
    ownerId: Owner,
    { chosen, sign, spans }: { chosen: SQL; sign: 1 | -1; spans: readonly OffsetSpan[] },
  ) {
    const sums = sumsOf(kept, sign);
    const own = sql`FROM ${kept.trades} WHERE ${chosen}`;
    const local = sql`FROM (SELECT ${QUARTER} AS quarter, ${sql.raw(result)}, direction, opened_at_ms, closed_at_ms ${own})
    JOIN (${spanRows(spans)}) ON quarter >= from_quarter AND quarter < to_quarter WHERE true`;
    // Without the WHERE, SQLite's parser would read the following ON as part of a join.
    const upsert = (table: SQL, key: SQL, select: SQL) =>
      query.run(
        sql`INSERT INTO ${table} (${ownerColumn}, ${key}, ${columns}) ${select} ON CONFLICT (${ownerColumn}, ${key}) DO UPDATE SET ${added}`,
      );
    return [
      upsert(kept.quarters, sql.raw("quarter"), sql`SELECT ${ownerId}, ${QUARTER}, ${sums} ${own} GROUP BY ${QUARTER}`),
      upsert(kept.days, sql.raw("day"), sql`SELECT ${ownerId}, ${DAY}, ${sums} ${local} GROUP BY ${DAY}`),
      upsert(kept.hours, sql.raw("hour"), sql`SELECT ${ownerId}, ${HOUR}, ${sums} ${local} GROUP BY ${HOUR}`),
      upsert(kept.symbols, sql.raw("symbol"), sql`SELECT ${ownerId}, symbol, ${sums} ${own} GROUP BY symbol`),
      ...deleteBlocksOf(query, kept.blocksOf(ownerId), { table: kept.trades, chosen }),
    ] as const;
  }

  /** Deletes aggregates of which no trade is left. */
  function deleteEmptied(query: Query, ownerId: Owner) {
    return [kept.quarters, kept.days, kept.hours, kept.symbols].map((table) =>
      query.run(sql`DELETE FROM ${table} WHERE ${ownerColumn} = ${ownerId} AND trades = 0`),
    );
  }

  /** The sums of all trades of an owner, in the order of {@link columnsOf}. */
  function wholeOf(ownerId: Owner): SQL {
    const sums = columnsOf(kept).map((column) => `coalesce(sum(${column}), 0) AS ${column}`);
    return sql`SELECT ${sql.raw(sums.join(", "))} FROM ${kept.symbols} WHERE ${ownerColumn} = ${ownerId}`;
  }

  /**
   * Recomputes days and hours for another zone from the quarters alone, without reading trades.
   * @param owners the condition of those whose zone it is
   * @param spans the UTC offsets of the new zone over all of their quarters
   */
  function rebuildDays(query: Query, owners: SQL, spans: readonly OffsetSpan[]) {
    const sums = sql.raw(
      columnsOf(kept)
        .map((column) => `sum(${column})`)
        .join(", "),
    );
    const rebuild = (table: SQL, key: SQL, of: SQL) =>
      [
        query.run(sql`DELETE FROM ${table} WHERE ${owners}`),
        query.run(sql`
        INSERT INTO ${table} (${ownerColumn}, ${key}, ${columns})
        SELECT ${ownerColumn}, ${of}, ${sums}
        FROM ${kept.quarters} JOIN (${spanRows(spans)}) ON quarter >= from_quarter AND quarter < to_quarter
        WHERE ${owners} GROUP BY ${ownerColumn}, ${of}`),
      ] as const;
    return [...rebuild(kept.days, sql.raw("day"), DAY), ...rebuild(kept.hours, sql.raw("hour"), HOUR)] as const;
  }

  /** Deletes everything of some owners. @param owners their condition */
  function deleteAll(query: Query, owners: SQL) {
    return [kept.quarters, kept.days, kept.hours, kept.symbols, kept.totals].map((table) =>
      query.run(sql`DELETE FROM ${table} WHERE ${owners}`),
    );
  }

  return { countTrades, deleteEmptied, wholeOf, rebuildDays, deleteAll };
}

/** The number of trades with a risk, and the sum of their results in thousandths of it, as a query. @param rows the condition of the trades */
function risksOf(table: SQL, rows: SQL): SQL {
  return sql`
    SELECT count(*) AS trades, coalesce(sum(milli_r), 0) AS milli_r FROM (
      SELECT ${MILLI_R} AS milli_r
      FROM ${table} WHERE ${rows} AND ${HAS_RISK}
    )`;
}

/** The columns of what depends on the order of the trades. */
const ORDERED = [
  ...["max_drawdown_cents", "max_drawdown_peak_cents", "longest_win_streak", "longest_loss_streak"],
  ...["peak_cents", "win_streak", "loss_streak", "last_closed_at_ms"],
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
/** Where the peak above a place was: the last one there with its total; null where the peak is from before. */
const PEAK_PLACE = sql.raw(
  "(SELECT max(curve.place) FROM curve WHERE +curve.place <= low.place AND +curve.total = low.peak)",
);
// The plus keeps SQLite from building an index for a single look-up.
/** Ids of trades, from a row of `streaks` or `falls` above: the ends of a run, and the first trade after the peak. */
const RUN_BEGIN = sql.raw("coalesce(begun_id, (SELECT id FROM curve WHERE +place = first))");
const RUN_END = sql.raw("(SELECT id FROM curve WHERE +place = last)");
const AFTER_PEAK = sql.raw(`CASE WHEN peak_place IS NULL
  THEN coalesce((SELECT fall_first_id FROM before), (SELECT id FROM curve WHERE +place = 1))
  ELSE (SELECT id FROM curve WHERE +place = peak_place + 1) END`);

/** Where trades whose results are money are. */
const CASH: Kept = {
  trades: sql`${trades}`,
  quarters: sql`${tradeQuarters}`,
  days: sql`${tradeDays}`,
  hours: sql`${tradeHours}`,
  symbols: sql`${tradeSymbols}`,
  totals: sql`${tradeTotals}`,
  owner: "user_id",
  result: "profit_cents",
  unit: "cents",
  blocksOf: blocksOfCash,
};
const OF_CASH = aggregatesOf(CASH);

/**
 * Adds an import's trades to the aggregates after they were inserted, or subtracts them before they are deleted.
 * @param spans the UTC offsets of the trader's zone over all quarters of the import
 */
export function countImport(
  query: Query,
  { importId, userId, sign, spans }: { importId: string; userId: string; sign: 1 | -1; spans: readonly OffsetSpan[] },
) {
  return OF_CASH.countTrades(query, userId, { chosen: sql`${trades.importId} = ${importId}`, sign, spans });
}

/**
 * Recomputes what depends on the order of a trader's trades, after an import was added or removed, and deletes empty aggregates.
 * @param appended the import whose trades were all closed after every earlier one: then the computation continues from the stored state, at
 * their cost. Null recomputes from all trades
 */
export function countOrdered(query: Query, userId: string, appended: string | null) {
  const rows = appended === null ? sql`user_id = ${userId}` : sql`import_id = ${appended}`;
  const start = sql.raw(
    `SELECT ${[...ORDERED.map((column) => `0 AS ${column}`), ...RUN_ENDS.map((column) => `NULL AS ${column}`)].join(", ")}, NULL AS max_drawdown_share, 0.0 AS account_peak_cents, 0 AS profit_cents, 0 AS risked_trades, 0 AS risked_milli_r`,
  );
  const stored = sql`SELECT ${sql.raw([...ORDERED, ...RUN_ENDS, ...ACCOUNT].join(", "))}, profit_cents, risked_trades, risked_milli_r FROM ${tradeTotals} WHERE user_id = ${userId}`;
  const before = appended === null ? start : sql`${stored} UNION ALL ${start} WHERE NOT EXISTS (${stored})`;
  // In `account`, the account with its payments, each step is a trade or a payment.
  return [
    ...OF_CASH.deleteEmptied(query, userId),
    query.run(sql`
      INSERT OR REPLACE INTO ${tradeTotals} (user_id, ${sql.raw(columnsOf(CASH).join(", "))}, ${sql.raw(ORDERED.join(", "))}, risked_trades, risked_milli_r,
        ${sql.raw([...RUN_ENDS, ...ACCOUNT].join(", "))})
      WITH RECURSIVE before AS (${before}),
      curve AS MATERIALIZED (
        SELECT id, sign(profit_cents) AS side, closed_at_ms, row_number() OVER closing AS place,
          (SELECT profit_cents FROM before) + sum(profit_cents) OVER closing AS total,
          sum(profit_cents > 0) OVER closing AS won, sum(profit_cents < 0) OVER closing AS lost
        FROM ${trades} WHERE ${rows}
        WINDOW closing AS (ORDER BY closed_at_ms, id ROWS UNBOUNDED PRECEDING)
      ),
      falls AS MATERIALIZED (
        SELECT place, id, total,
          max((SELECT peak_cents FROM before), max(total) OVER (ORDER BY place ROWS UNBOUNDED PRECEDING)) AS peak
        FROM curve
      ),
      deepest AS MATERIALIZED (
        SELECT depth, peak, id, ${PEAK_PLACE} AS peak_place
        FROM (SELECT peak - total AS depth, peak, place, id FROM falls ORDER BY depth DESC, place LIMIT 1) AS low
      ),
      runs AS (
        SELECT side, min(place) AS first, max(place) AS last, count(*) AS length
        FROM curve WHERE side <> 0 GROUP BY side, place - CASE side WHEN 1 THEN won ELSE lost END
      ),
      streaks AS MATERIALIZED (
        SELECT side, first, last,
          length + CASE WHEN first > 1 THEN 0 WHEN side = 1 THEN win_streak ELSE loss_streak END AS length,
          CASE WHEN first > 1 THEN NULL WHEN side = 1 THEN win_streak_first_id ELSE loss_streak_first_id END AS begun_id
        FROM runs, before
      ),
      longest_win AS (SELECT * FROM streaks WHERE side = 1 ORDER BY length DESC, last LIMIT 1),
      longest_loss AS (SELECT * FROM streaks WHERE side = -1 ORDER BY length DESC, last LIMIT 1),
      whole AS (SELECT count(*) AS trades, max(closed_at_ms) AS last_closed FROM curve),
      ending AS MATERIALIZED (
        SELECT ${PEAK_PLACE} AS peak_place FROM falls AS low WHERE +place = (SELECT trades FROM whole)
      ),
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
      risks AS (${risksOf(sql`${trades}`, rows)}),
      sums AS (${OF_CASH.wholeOf(userId)})
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
        risked_trades + risks.trades,
        risked_milli_r + risks.milli_r,
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
          ELSE (SELECT ${AFTER_PEAK} FROM ending) END,
        (SELECT share FROM account ORDER BY step DESC LIMIT 1),
        (SELECT peak FROM account ORDER BY step DESC LIMIT 1)
      FROM sums, before, whole, risks`),
  ] as const;
}

/** The aggregates of trades of broker accounts. */
const BROKER: Kept = {
  trades: sql`${brokerTrades}`,
  quarters: sql`${brokerQuarters}`,
  days: sql`${brokerDays}`,
  hours: sql`${brokerHours}`,
  symbols: sql`${brokerSymbols}`,
  totals: sql`${brokerTotals}`,
  owner: "account_id",
  result: "result_units",
  unit: "units",
  blocksOf: (accountId) => blocksOfBroker(sql`id = ${accountId}`),
};
const OF_BROKER = aggregatesOf(BROKER);

export const { countTrades: countBrokerTrades, deleteAll: deleteBrokerAggregates } = OF_BROKER;

/** The statement that subtracts the risks of trades from an account's totals before they are deleted. @param chosen their condition */
export function subtractBrokerRisks(query: Query, accountId: number, chosen: SQL) {
  const risks = risksOf(sql`${brokerTrades}`, chosen);
  return query.run(sql`
    UPDATE ${brokerTotals} SET (risked_trades, risked_milli_r) = (
      SELECT risked_trades - risks.trades, risked_milli_r - risks.milli_r FROM (${risks}) AS risks
    ) WHERE account_id = ${accountId}`);
}

/**
 * The statements that store the totals of an account whose trades and sums were changed, and delete empty aggregates.
 * @param added the condition of the trades whose risks are not counted yet
 */
export function storeBrokerTotals(
  query: Query,
  accountId: number,
  { figures, added }: { figures: OrderedFigures; added: SQL },
) {
  const { resultUnits: _, ...ordered } = NO_ORDERED_FIGURES;
  // `Object.keys` does not type what it returns.
  const keys = Object.keys(ordered) as (keyof typeof ordered)[];
  const columns = getTableColumns(brokerTotals);
  const names = keys.map((key) => columns[key].name);
  const values = keys.map((key) => sql`${figures[key]}`);
  const earlier = (column: string) =>
    sql`coalesce((SELECT ${sql.raw(column)} FROM ${brokerTotals} WHERE account_id = ${accountId}), 0)`;
  return [
    ...OF_BROKER.deleteEmptied(query, accountId),
    query.run(sql`
      INSERT OR REPLACE INTO ${brokerTotals} (account_id, ${sql.raw(columnsOf(BROKER).join(", "))}, risked_trades, risked_milli_r, ${sql.raw(names.join(", "))})
      SELECT ${accountId}, sums.*, ${earlier("risked_trades")} + risks.trades, ${earlier("risked_milli_r")} + risks.milli_r, ${sql.join(values, sql`, `)}
      FROM (${OF_BROKER.wholeOf(accountId)}) AS sums, (${risksOf(sql`${brokerTrades}`, added)}) AS risks`),
  ] as const;
}

/**
 * Recomputes a trader's days and hours for another zone.
 * @param spans the UTC offsets of the new zone over all of the trader's quarters
 */
export function rebuildDays(query: Query, userId: string, spans: readonly OffsetSpan[]) {
  return [
    ...OF_CASH.rebuildDays(query, sql`user_id = ${userId}`, spans),
    ...OF_BROKER.rebuildDays(query, brokerAccountsOf(userId), spans),
  ] as const;
}

/** The condition of rows of a trader's broker accounts. */
function brokerAccountsOf(userId: string): SQL {
  return sql`account_id IN (SELECT ${brokerAccounts.id} FROM ${brokerAccounts} WHERE ${brokerAccounts.userId} = ${userId})`;
}
