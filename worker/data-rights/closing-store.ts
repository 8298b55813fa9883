import { eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { accounts, deposits, paymentExceptions, secondFactors, users, withdrawals } from "../../db/schema/index.ts";
import { LATE_POLLS_END_MS } from "../deposits/deposit-rules.ts";

/** The statement that reads the facts of the decision, and the credentials to check. */
export function selectClosing(query: Query, callerId: SQL<string>) {
  const balanceOf = (kind: "available" | "held") =>
    sql<number>`(SELECT ${accounts.balanceCents} FROM ${accounts} WHERE ${accounts.id} = ${`${kind}:`} || ${users.id})`;
  const ownDeposits = sql`FROM ${deposits} WHERE ${deposits.userId} = ${users.id}`;
  return query
    .select({
      frozenAtMs: users.frozenAtMs,
      email: users.email,
      role: users.role,
      passwordHash: users.passwordHash,
      timeZone: users.timeZone,
      totpSecret: secondFactors.totpSecret,
      lastStep: secondFactors.lastStep,
      availableCents: balanceOf("available"),
      heldCents: balanceOf("held"),
      openDeposits: sql<number>`(SELECT count(*) ${ownDeposits} AND ${deposits.status} = 'pending')`,
      openWithdrawals: sql<number>`(SELECT count(*) FROM ${withdrawals} WHERE ${withdrawals.userId} = ${users.id} AND ${withdrawals.status} IN ('pending', 'approved'))`,
      openExceptions: sql<number>`(SELECT count(*) FROM ${paymentExceptions} WHERE ${paymentExceptions.status} = 'open' AND ${paymentExceptions.depositId} IN (SELECT ${deposits.id} ${ownDeposits}))`,
      lateUntilMs: sql<
        number | null
      >`(SELECT max(${deposits.updatedAtMs}) + ${sql.raw(String(LATE_POLLS_END_MS))} ${ownDeposits} AND ${deposits.status} NOT IN ('pending', 'paid') AND ${deposits.nextAskAtMs} IS NOT NULL)`,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, callerId));
}
