import { and, type SQL, sql } from "drizzle-orm";
import { type OffsetSpan, QUARTER_MS, quarterOf, weeklySpans } from "../contract/trade-calendar.ts";
import {
  HELD_RANGES,
  NO_KEY,
  NUMBER_RANGES,
  R_RANGES,
  type Range,
  SIZES,
  type SizeGroup,
} from "../contract/trade-groups.ts";
import { HAS_RISK, MILLI_R } from "./trade-risk-sql.ts";

/** Conditions that trades are in a group of `trade-groups.ts`. The columns have the same names in all tables of trades. */

/** The part of a filter that names groups, each by the key of its figures. */
export type GroupFilter = {
  held?: string | undefined;
  size?: SizeGroup | undefined;
  number?: number | undefined;
  /** The bin of R. */
  r?: number | undefined;
};

/** Days of a zone, up to a time. */
type Days = { zone: string; untilMs: number };

/**
 * The conditions of groups.
 * @param given.among the condition of the trades among which sizes and numbers are compared
 * @param given.size the expression of a trade's size
 * @param given.days of the zone in which trades are counted; those of UTC where it is not given
 */
export function inGroups(
  { held, size, number, r }: GroupFilter,
  given: { table: SQL; among: SQL; size: SQL; days: Days | undefined },
): SQL[] {
  return [
    ...(held === undefined ? [] : [isHeld(held)]),
    ...(r === undefined ? [] : [sql`${HAS_RISK} AND ${within(MILLI_R, R_RANGES[r])}`]),
    ...(size === undefined ? [] : [hasSize(size, given)]),
    ...(number === undefined ? [] : [hasNumber(number, given)]),
  ];
}

function isHeld(key: string): SQL {
  if (key === NO_KEY) return sql.raw("opened_at_ms IS NULL");
  return within(sql.raw("(closed_at_ms - opened_at_ms)"), HELD_RANGES[Number(key)]);
}

/** Nothing is within a range that does not exist. */
function within(value: SQL, range: Range | undefined): SQL {
  if (!range) return sql`false`;
  const { from, to } = range;
  const ends = and(
    from === null ? undefined : sql`${value} >= ${from}`,
    to === null ? undefined : sql`${value} < ${to}`,
  );
  return sql`${ends ?? sql`true`}`;
}

/** As `sizeGroupOf`, with the median of each symbol. */
function hasSize(group: SizeGroup, { table, among, size }: { table: SQL; among: SQL; size: SQL }): SQL {
  return sql`id IN (
    WITH sized AS MATERIALIZED (SELECT id, symbol, ${size} AS size FROM ${table} WHERE ${among}),
    usual AS MATERIALIZED (
      SELECT symbol, size AS usual FROM (
        SELECT symbol, size, row_number() OVER (PARTITION BY symbol ORDER BY size) AS place,
          count(*) OVER (PARTITION BY symbol) AS trades
        FROM sized
      ) WHERE place = (trades + 1) / 2
    )
    SELECT id FROM sized JOIN usual USING (symbol)
    WHERE CASE WHEN size <= usual * 0.5 THEN 0 WHEN size < usual THEN 1 WHEN size = usual THEN 2 WHEN size < usual * 2 THEN 3 ELSE 4 END
      = ${SIZES.indexOf(group)}
  )`;
}

function hasNumber(number: number, { table, among, days }: { table: SQL; among: SQL; days: Days | undefined }): SQL {
  const quarters = sql.raw(`closed_at_ms / ${QUARTER_MS}`);
  return sql`id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY (quarter + offset_quarters) / 96 ORDER BY closed_at_ms, id) AS number
      FROM (SELECT id, closed_at_ms, ${quarters} AS quarter FROM ${table} WHERE ${among})
      JOIN (${spanRows(days ? spansOf(days) : UTC)}) ON quarter >= from_quarter AND quarter < to_quarter
    ) WHERE ${within(sql.raw("number"), NUMBER_RANGES[number])}
  )`;
}

/** The spans as a table of integers; without spans, an empty table. */
export function spanRows(spans: readonly OffsetSpan[]): SQL {
  if (spans.length === 0) return sql.raw("SELECT 0 AS from_quarter, 0 AS to_quarter, 0 AS offset_quarters WHERE false");
  const rows = spans.map(
    ({ from, to, offsetQuarters }) =>
      `SELECT ${from} AS from_quarter, ${to} AS to_quarter, ${offsetQuarters} AS offset_quarters`,
  );
  return sql.raw(rows.join(" UNION ALL "));
}

const UTC: readonly OffsetSpan[] = [{ from: 0, to: Number.MAX_SAFE_INTEGER, offsetQuarters: 0 }];
/** No trade was closed before. */
const FIRST_QUARTER = quarterOf(Date.UTC(1990, 0, 1));
/** The spans up to a year's end cost some milliseconds, and are the same for all requests of a zone. */
const known = new Map<string, OffsetSpan[]>();
const KNOWN_MAX = 50;

function spansOf({ zone, untilMs }: Days): OffsetSpan[] {
  const end = quarterOf(Date.UTC(new Date(untilMs).getUTCFullYear() + 1, 0, 2));
  const key = `${zone} ${end}`;
  const found = known.get(key);
  if (found) return found;
  const spans = weeklySpans(FIRST_QUARTER, end, zone);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(key, spans);
  return spans;
}
