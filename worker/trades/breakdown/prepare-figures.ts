import { type Database, openDatabase } from "../../../db/client.ts";
import { AppError } from "../../contract/errors.ts";
import { databaseOptions } from "../../platform/env.ts";
import { logFault } from "../../platform/log.ts";
import type { Scope } from "../../platform/scope.ts";
import { type FoldSizes, foldTrades } from "../fold-trades.ts";
import { readAllTrades } from "../read-trades.ts";
import { sumBlocks } from "../sum-blocks.ts";
import { accountParameter, type FoldedAccount } from "../trade-account.ts";
import { BLOCK_GROUPS, personIn, selectFolded } from "../trade-block-store.ts";
import { selectZone } from "../trade-store.ts";
import { keepGroups, keptGroups, selectKeptGroups } from "./kept-breakdown-store.ts";
import { countAll, KEPT_MIN } from "./trade-breakdown.ts";

/** Makes what the figures of a large account are read from, after the answer of what has changed its trades. */
export function prepareFiguresSoon(scope: Scope, userId: string, account: FoldedAccount): void {
  prepareSoon(scope, (db) => prepareFigures(db, userId, account));
}

/** As {@link prepareFiguresSoon} for all accounts of a person who has changed the time zone, whose days and hours they have. */
export function prepareZoneSoon(scope: Scope, userId: string): void {
  prepareSoon(scope, async (db) => {
    const [folded] = await db.read([selectFolded(db.query, personIn(userId))]);
    for (const { account } of folded) {
      const named = accountParameter.parse(account);
      if (named.kind !== "run") await prepareFigures(db, userId, named);
    }
  });
}

function prepareSoon(scope: Scope, prepare: (db: Database) => Promise<void>): void {
  // A database of its own: the answer's has the journal of money beside it, and counts what the answer waited for.
  const db = openDatabase(databaseOptions(scope.settings));
  const prepared = prepare(db).catch((error) => {
    // The trades have changed again, and what changed them prepares them too.
    if (!(error instanceof AppError)) logFault(error);
  });
  scope.defer(prepared);
}

/**
 * Makes the blocks of an account's trades with their sums, and stores the sums of its groups where it has any. @param given what tests make small
 */
export async function prepareFigures(
  db: Pick<Database, "query" | "read" | "write">,
  userId: string,
  account: FoldedAccount,
  given: { fold?: FoldSizes; sumsMin?: number; keptMin?: number } = {},
): Promise<void> {
  await foldTrades(db, userId, account, given.fold);
  await sumBlocks(db, userId, account, { min: given.sumsMin });
  const { query } = db;
  const { rows, revision, hasBlocks, parts } = await readAllTrades(db, userId, account, {
    sums: BLOCK_GROUPS,
    beside: (ownerId) => [selectZone(query, ownerId), selectKeptGroups(query, ownerId, account)],
    unless: (ownerId) => keptGroups(ownerId, account),
  });
  const [[zone], [kept]] = rows;
  if (!zone || kept?.groups || revision === null || !hasBlocks) return;
  const { timeZone } = zone;
  const groups = await countAll(parts(), timeZone);
  if (groups.all.trades < (given.keptMin ?? KEPT_MIN)) return;
  await db.write([keepGroups(query, personIn(userId), account, { revision, timeZone, groups })]);
}
