import { AppError } from "../contract/errors.ts";
import { STATEMENT } from "../contract/limits.ts";
import { DAY_MS } from "../contract/time.ts";
import { dayAt, isoDate } from "../contract/trade-calendar.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { STATEMENT_TEXT } from "./statement-answers.ts";
import { statementOf } from "./statement-rules.ts";
import { selectBefore, selectHolder, selectMovements } from "./statement-store.ts";

/** A zone is at most 14 hours ahead of UTC and 12 behind, so that its days lie within this distance of those of UTC. */
const ZONE_REACH_MS = 14 * 3_600_000;

/** Days of the caller's zone, as `trade-calendar.ts` counts them; both are within the period. */
export type StatementPeriod = { fromDay: number; toDay: number };

/** A money statement: its holder, the balances that it opens and closes with, and all movements between; dollars. */
export type MoneyStatement = Awaited<ReturnType<typeof moneyStatement>>;

/**
 * The caller's money statement of a period. Its opening balances and all changes add up to its closing balances, as the ledger has
 * them.
 * @throws AppError `invalid_input` for more movements than a statement holds | `not_signed_in`
 */
export async function moneyStatement(scope: Scope, { fromDay, toDay }: StatementPeriod) {
  const { query } = scope.db;
  // The zone is known only after the same round trip: the widest span is read, and sorted into days here.
  const [fromMs, toMs] = [fromDay * DAY_MS - ZONE_REACH_MS, (toDay + 1) * DAY_MS + ZONE_REACH_MS];
  const limit = STATEMENT.movementsMax + 1;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectHolder(query, callerId),
    selectBefore(query, callerId, fromMs),
    selectMovements(query, callerId, { fromMs, toMs, limit }),
  ]);
  const [[holder], [before], found] = rows;
  if (!holder || !before) throw new Error("a session without its user");
  if (found.length === limit) {
    const most = STATEMENT.movementsMax.toLocaleString("en-US");
    throw new AppError("invalid_input", STATEMENT_TEXT.tooLong(most), { field: "from" });
  }
  const { timeZone } = holder;
  const opening = { ...before };
  const within = found.filter((row) => {
    const day = dayAt(row.atMs, timeZone);
    if (day < fromDay) {
      opening.availableCents += row.availableCents;
      opening.heldCents += row.heldCents;
    }
    return day >= fromDay && day <= toDay;
  });
  return {
    holder: `${holder.firstName} ${holder.lastName}`,
    email: holder.email,
    timeZone,
    from: isoDate(fromDay),
    to: isoDate(toDay),
    madeAt: new Date(scope.now()).toISOString(),
    ...statementOf(opening, within),
  };
}
