import { and, type SQL, sql } from "drizzle-orm";
import { demoParts, journalEntries, journalEntryLabels, journalLabels } from "../../db/schema/index.ts";
import { NO_KEY, NO_MISTAKE } from "../contract/trade-groups.ts";
import type { TradeAccount } from "./trade-account.ts";

/** Setups, tags and mistakes of trades, which the journal keeps by an account's name and a trade's key there. */

/** The part of a filter that names labels by their ids. */
export type LabelFilter = {
  /** A setup, or {@link NO_KEY} for trades without one. */
  setup?: string | undefined;
  /** A tag or a mistake, or {@link NO_KEY} for trades without a tag, {@link NO_MISTAKE} for those without a mistake. */
  tag?: string | undefined;
};

/** The keys that name trades without a label. */
export const NO_LABEL_KEYS: readonly string[] = [NO_KEY, NO_MISTAKE];

/** An account as the journal names it. */
export function journalName(account: TradeAccount): string {
  switch (account.kind) {
    case "cash":
      return "cash";
    case "run":
      return `run:${account.run}`;
    case "broker":
      return `broker:${account.number}`;
  }
}

/**
 * The setups of an account's trades, as a query of `key` and `setup_id` with one row for each trade that has one: the one place that says what a
 * trade's setup is.
 */
export function setupsOf(callerId: SQL, account: TradeAccount): SQL {
  const chosen = sql`SELECT key, setup_id FROM ${journalEntries} WHERE user_id = ${callerId} AND account = ${journalName(account)}
    AND subject = 'trade' AND setup_id IS NOT NULL`;
  if (account.kind !== "run") return chosen;
  // What was planned before the entry cannot be bettered afterwards.
  const planned = sql`SELECT CAST(id AS TEXT) AS key, plan_setup_id AS setup_id FROM ${demoParts}
    WHERE user_id = ${callerId} AND run = ${account.run} AND plan_setup_id IS NOT NULL`;
  return sql`${planned} UNION ALL SELECT key, setup_id FROM (${chosen}) WHERE key NOT IN (SELECT key FROM (${planned}))`;
}

/** The tags and mistakes of an account's trades, as a query of `key` and `label_id`. */
export function labelsOf(callerId: SQL, account: TradeAccount): SQL {
  return sql`SELECT key, label_id FROM ${journalEntryLabels} WHERE user_id = ${callerId} AND account = ${journalName(account)}
    AND subject = 'trade'`;
}

/** The condition that a trade's key is one of a query's. @param keys a query of `key` */
export function hasKey({ kind }: TradeAccount, keys: SQL): SQL {
  // By the columns that have an index.
  return kind === "broker" ? sql`ticket IN (${keys})` : sql`id IN (SELECT CAST(key AS INTEGER) FROM (${keys}))`;
}

/** The key of a trade as the journal has it. */
export function keyOf({ kind }: TradeAccount): SQL {
  return sql.raw(kind === "broker" ? "ticket" : "CAST(id AS TEXT)");
}

/**
 * Narrows a condition to trades with labels.
 * @param own the condition of the account's trades
 * @param ownKeys that of the account alone, for the index of keys: see {@link lookedUp}
 */
export function withLabels(
  callerId: SQL,
  account: TradeAccount,
  { setup, tag }: LabelFilter,
  { own, ownKeys }: { own: SQL; ownKeys: SQL },
): SQL {
  const lacking = lackingLabels(callerId, account, { setup, tag });
  const having = [
    ...(setup === undefined || NO_LABEL_KEYS.includes(setup)
      ? []
      : [sql`SELECT key FROM (${setupsOf(callerId, account)}) WHERE setup_id = ${setup}`]),
    ...(tag === undefined || NO_LABEL_KEYS.includes(tag)
      ? []
      : [sql`SELECT key FROM (${labelsOf(callerId, account)}) WHERE label_id = ${tag}`]),
  ];
  const without = lacking.map((keys) => sql`NOT (${hasKey(account, keys)})`);
  const [keys, ...further] = having;
  if (keys)
    return sql`${and(lookedUp(account, { keys, own, ownKeys }), ...further.map((one) => hasKey(account, one)), ...without)}`;
  return without.length === 0 ? own : sql`${and(own, ...without)}`;
}

/** Queries of the keys of trades that a filter leaves out, because they have a label. */
export function lackingLabels(callerId: SQL, account: TradeAccount, { setup, tag }: LabelFilter): SQL[] {
  const kind = tag === NO_KEY ? "tag" : tag === NO_MISTAKE ? "mistake" : null;
  const ofKind = sql`SELECT id FROM ${journalLabels} WHERE user_id = ${callerId} AND kind = ${kind}`;
  return [
    ...(setup === NO_KEY ? [sql`SELECT key FROM (${setupsOf(callerId, account)})`] : []),
    ...(kind === null ? [] : [sql`SELECT key FROM (${labelsOf(callerId, account)}) WHERE label_id IN (${ofKind})`]),
  ];
}

/**
 * The condition of those of an account's trades whose keys a query has. They are looked up by their keys: a trader wrote about few of many.
 */
export function lookedUp(account: TradeAccount, { keys, own, ownKeys }: { keys: SQL; own: SQL; ownKeys: SQL }): SQL {
  // The sign keeps SQLite from an index of all trades of the account.
  return sql`${and(hasKey(account, keys), ownKeys, sql`+(${own})`)}`;
}
