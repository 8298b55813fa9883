import { sql } from "drizzle-orm";

/**
 * What an account must hold, in cents, by the deposits, exceptions, withdrawals and imported trades behind it: an
 * expression for a statement about `accounts`. A trader's accounts are served by the indexes on their user; the house's
 * sum up everything.
 *
 * The columns are written out: in a statement about one table Drizzle drops their tables' names, and the inner tables
 * have columns of the same names. The plus keeps the exceptions of one trader from being looked for among everybody's.
 */
export const recordsCents = sql<number>`CASE accounts.kind
  WHEN 'available' THEN
    (SELECT coalesce(sum(amount_cents), 0) FROM deposits
      WHERE deposits.user_id = accounts.user_id AND deposits.status = 'paid')
    + (SELECT coalesce(sum(credited_cents), 0) FROM deposits
      JOIN payment_exceptions ON payment_exceptions.deposit_id = deposits.id
      WHERE deposits.user_id = accounts.user_id AND +payment_exceptions.status = 'matched')
    - (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
      WHERE withdrawals.user_id = accounts.user_id AND withdrawals.status <> 'rejected')
    + (SELECT coalesce(sum(profit_cents), 0) FROM imports
      WHERE imports.user_id = accounts.user_id AND imports.status = 'committed')
  WHEN 'held' THEN
    (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
      WHERE withdrawals.user_id = accounts.user_id AND withdrawals.status IN ('pending', 'approved'))
  WHEN 'khqr' THEN
    - (SELECT coalesce(sum(amount_cents), 0) FROM deposits WHERE status = 'paid')
    - (SELECT coalesce(sum(credited_cents), 0) FROM payment_exceptions WHERE status = 'matched')
  WHEN 'payout' THEN
    (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE status = 'completed')
  WHEN 'trading' THEN
    - (SELECT coalesce(sum(profit_cents), 0) FROM imports WHERE status = 'committed')
END`;
