import { desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { nameChecks, users } from "../../../db/schema/index.ts";
import { nameOf } from "../lists/person-sql.ts";
import { accountKey } from "../lists/record-search-sql.ts";

/** The SQL about names and destinations of withdrawals. Functions return statements; verbs put them into batches. */

/** A row of `name_checks`. */
export type NameCheck = typeof nameChecks.$inferSelect;

const decider = alias(users, "decider");

/** The statement that reads what admins found about the names of a withdrawal, newest first, with who they were. */
export function selectNameChecks(query: Query, withdrawalId: string) {
  return query
    .select({
      holder: nameChecks.holder,
      holderFrom: nameChecks.holderFrom,
      accountName: nameChecks.accountName,
      verdict: nameChecks.verdict,
      reason: nameChecks.reason,
      decidedByName: nameOf(decider),
      decidedAtMs: nameChecks.decidedAtMs,
    })
    .from(nameChecks)
    .leftJoin(decider, eq(decider.id, nameChecks.decidedBy))
    .where(eq(nameChecks.withdrawalId, withdrawalId))
    .orderBy(desc(nameChecks.decidedAtMs));
}

/**
 * The statement that records the names of an approval, before which it comes. The database refuses its batch as `names_changed`
 * when the account's name or the withdrawal has changed since it was read, `not_an_admin` or `own_account`.
 */
export function insertNameCheck(query: Query, check: Omit<NameCheck, "id">) {
  return query.insert(nameChecks).values({ id: crypto.randomUUID(), ...check });
}

/** The most people who are named; of more than these it is enough to know that there are some. */
const OTHERS_MAX = 6;

/**
 * The statement that reads the other people whose payment method or withdrawal has the account number of a withdrawal, in any spelling, or
 * its payment code, by its picture. The bank is not compared, as its name is written in many ways.
 */
export function selectOthersOfDestination(query: Query, withdrawalId: string) {
  const account = sql`(SELECT ${accountKey(sql`w.account_id`)} FROM withdrawals AS w WHERE w.id = ${withdrawalId} AND w.account_id <> '')`;
  const owner = sql`(SELECT w.user_id FROM withdrawals AS w WHERE w.id = ${withdrawalId})`;
  const found = sql`(
    SELECT m.user_id FROM payment_methods AS m WHERE ${accountKey(sql`m.account_id`)} = ${account}
    UNION SELECT o.user_id FROM withdrawals AS o WHERE ${accountKey(sql`o.account_id`)} = ${account}
    UNION SELECT i.user_id FROM withdrawals AS w JOIN images AS own ON own.filename = w.payment_image
      JOIN images AS i ON i.digest = own.digest AND i.purpose = 'payment_code' WHERE w.id = ${withdrawalId}
  )`;
  return query
    .select({ _id: users.id, name: nameOf(users), username: users.username })
    .from(users)
    .where(sql`${users.id} IN ${found} AND ${users.id} <> ${owner}`)
    .orderBy(users.id)
    .limit(OTHERS_MAX);
}
