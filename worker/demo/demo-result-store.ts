import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { demoParts, demoRuns, users } from "../../db/schema/index.ts";
import type { ArchivedRun, DemoPart, StartedRun } from "./demo-results.ts";

/** The only SQL that writes demo results. Functions return statements; verbs put them into batches. */

type Cell = string | number | boolean | null;

/**
 * The columns of a table except the owner's, as JSON lists carry them: their names in SQL, and each value from a list.
 */
function columnsOf<Row extends Record<string, Cell>>(
  columns: Record<string, { name: string }>,
  keys: readonly (keyof Row & string)[],
  /** Those of them that rows of an older version lack: a row that is there may have none. */
  later: readonly (keyof Row & string)[] = [],
) {
  const names = keys.map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`there is no column ${key}`);
    return column.name;
  });
  return {
    listed: sql.raw(names.join(", ")),
    values: sql.raw(names.map((_, i) => `json_extract(value, '$[${i}]')`).join(", ")),
    isSame: sql.raw(
      names
        .map((name, i) => {
          const isEqual = `${name} IS json_extract(value, '$[${i}]')`;
          return later.some((key) => columns[key]?.name === name) ? `(${name} IS NULL OR ${isEqual})` : isEqual;
        })
        .join(" AND "),
    ),
    json: (rows: readonly Row[]) => JSON.stringify(rows.map((row) => keys.map((key) => row[key]))),
  };
}

/** What was done to a part's exits, which parts have since a later version. */
const MOVED = ["stopMovedAway", "targetPulled"] as const;
// The first of each is its key beside the owner.
const PARTS = columnsOf<DemoPart>(
  getTableColumns(demoParts),
  [
    ...(["id", "run", "position", "openFill", "symbol", "direction", "units", "stepsPerDollar"] as const),
    ...(["entryPrice", "exitPrice", "stopPrice", "targetPrice", "placedAtMs", "openedAtMs", "closedAtMs"] as const),
    ...(["openRule", "closeRule", "openAsked", "closeAsked", "grossCents", "openCommissionCents"] as const),
    ...(["closeCommissionCents", "overnightCents", "profitCents", "openBalanceCents", "balanceCents"] as const),
    ...(["planLockedAtMs", "planSetupId", "planSetupName", "planReason", "planUnits", "planRiskCents"] as const),
    ...(["planTargetMilliR"] as const),
    ...MOVED,
  ],
  MOVED,
);
const STARTED = columnsOf<StartedRun>(getTableColumns(demoRuns), [
  ...(["run", "startCents", "costs", "costsVersion", "leverage", "startedAtMs"] as const),
]);
const ARCHIVED = columnsOf<ArchivedRun>(getTableColumns(demoRuns), [
  ...(["run", "archivedAtMs", "balanceCents", "profitCents", "commissionCents", "overnightCents"] as const),
  ...(["protectionCents", "opened", "closed", "voided"] as const),
]);

/** The statement that refuses the batch when the account is closed. */
export function mustBeOpen(query: Query, userId: string) {
  return mustHold(
    query,
    "account_closed",
    sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.closedAtMs} IS NULL)`,
  );
}

/**
 * The statements that insert what is missing of a table's rows, and refuse the batch when a row that is there differs. The rows
 * are one JSON parameter.
 */
function insertMissing<Row extends Record<string, Cell>>(
  query: Query,
  { table, columns, key }: { table: SQL; columns: ReturnType<typeof columnsOf<Row>>; key: string },
  userId: string,
  rows: readonly Row[],
) {
  if (rows.length === 0) return [];
  const json = columns.json(rows);
  // A trigger sees a row before a conflict is found, so a row that is there is not inserted at all.
  const own = sql`user_id = ${userId} AND ${sql.raw(key)} = json_extract(value, '$[0]')`;
  return [
    query.run(sql`
      INSERT INTO ${table} (user_id, ${columns.listed})
      SELECT ${userId}, ${columns.values} FROM json_each(${json})
      WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${own})`),
    mustEqual(query, { table, columns, own }, json),
  ];
}

/** The statement that refuses the batch unless each of the rows is there, with the same values. */
function mustEqual(
  query: Query,
  { table, columns, own }: { table: SQL; columns: { isSame: SQL }; own: SQL },
  json: string,
) {
  return mustHold(
    query,
    "demo_results_differ",
    sql`NOT EXISTS (
      SELECT 1 FROM json_each(${json}) WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${own} AND ${columns.isSame})
    )`,
  );
}

/** The statements that record runs that began. */
export function insertRuns(query: Query, userId: string, runs: readonly StartedRun[]) {
  return insertMissing(query, { table: sql`${demoRuns}`, columns: STARTED, key: "run" }, userId, runs);
}

/** The statements that record parts of positions that were closed. */
export function insertParts(query: Query, userId: string, parts: readonly DemoPart[]) {
  return insertMissing(query, { table: sql`${demoParts}`, columns: PARTS, key: "id" }, userId, parts);
}

export function archiveRun(query: Query, userId: string, archived: ArchivedRun) {
  const { run, ...figures } = archived;
  const own = sql`user_id = ${userId} AND run = json_extract(value, '$[0]')`;
  return [
    query
      .update(demoRuns)
      .set(figures)
      .where(and(eq(demoRuns.userId, userId), eq(demoRuns.run, run), isNull(demoRuns.archivedAtMs))),
    mustEqual(query, { table: sql`${demoRuns}`, columns: ARCHIVED, own }, ARCHIVED.json([archived])),
  ];
}

/** The statements that delete a trader's demo results, after the account was closed in the same batch. */
export function deleteDemoResults(query: Query, userId: string) {
  return [
    query.delete(demoParts).where(eq(demoParts.userId, userId)),
    query.delete(demoRuns).where(eq(demoRuns.userId, userId)),
  ] as const;
}
