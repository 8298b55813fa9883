import { and, eq, type SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { accounts, paymentMethods, users } from "../../db/schema/index.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { totalsOf } from "../ledger/ledger-store.ts";
import { PAYMENT_METHOD_COLUMNS } from "../payment-methods/payment-method-store.ts";
import { paymentMethodsView } from "../payment-methods/payment-method-view.ts";

/** The user as the API shows it: the fields of the specification's section 3, built one by one. Money in dollars. */
export type UserView = ReturnType<typeof userView>;

/** The statement that reads what the view is made of. @param userId an SQL expression; NULL gives no row */
export function selectUser(query: Query, userId: SQL) {
  return query
    .select({
      id: users.id,
      email: users.email,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      phone: users.phone,
      address: users.address,
      theme: users.theme,
      timeZone: users.timeZone,
      createdAtMs: users.createdAtMs,
      balanceCents: accounts.balanceCents,
      paymentMethods: PAYMENT_METHOD_COLUMNS,
      ...totalsOf(users.id),
    })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.kind, "available")))
    .leftJoin(paymentMethods, eq(paymentMethods.userId, users.id))
    .where(eq(users.id, userId));
}

type UserRow = Awaited<ReturnType<typeof selectUser>>[number];

/** @param sessionKind the role is the session's, not the person's: an ordinary log-in gives an admin no admin rights */
export function userView(row: UserRow, sessionKind: "trader" | "admin") {
  return {
    _id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    name: `${row.firstName} ${row.lastName}`,
    username: row.username,
    phone: row.phone,
    address: row.address,
    profileImage: null,
    idCardImage: null,
    idVerificationStatus: "none" as const,
    idRejectionReason: null,
    balance: dollarsFromCents(row.balanceCents),
    /** Set aside for withdrawals that are not paid yet; it is not in the balance. */
    heldBalance: dollarsFromCents(row.heldCents),
    totalWithdrawals: dollarsFromCents(row.totalWithdrawalsCents),
    createdAt: new Date(row.createdAtMs).toISOString(),
    theme: row.theme,
    timeZone: row.timeZone,
    role: sessionKind,
    paymentMethods: paymentMethodsView(row.paymentMethods),
    analytics: {
      totalDeposits: dollarsFromCents(row.totalDepositsCents),
      winningTrades: 0,
      losingTrades: 0,
      totalTrades: 0,
      dayWinPercentage: 0,
      winLossRatio: 0,
      avgWin: 0,
      avgLoss: 0,
      todayPnL: 0,
      profitFactor: 0,
      grossProfit: 0,
      grossLoss: 0,
      bestDayAmount: 0,
      buyTrades: 0,
      sellTrades: 0,
    },
  };
}
