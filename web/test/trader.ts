import type { User } from "../api.ts";

/** A trader as the API shows one who has just signed up. */
export function trader(changes: Partial<User> = {}): User {
  return {
    _id: "trader-1",
    email: "sokha@example.com",
    firstName: "Sokha",
    lastName: "Chan",
    name: "Sokha Chan",
    username: "sokha.chan",
    phone: "",
    address: "",
    profileImage: null,
    idCardImage: null,
    idVerificationStatus: "none",
    idRejectionReason: null,
    balance: 350.55,
    heldBalance: 0,
    totalWithdrawals: 0,
    createdAt: "2025-08-04T03:00:00.000Z",
    theme: 1,
    timeZone: "Asia/Phnom_Penh",
    role: "trader",
    paymentMethods: {
      khqr: { image: null, isActive: false },
      bankTransfer: { isActive: false, bankName: "", accountId: "" },
    },
    analytics: {
      totalDeposits: 0,
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
    ...changes,
  };
}
