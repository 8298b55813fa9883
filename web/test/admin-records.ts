import type { AdminDeposit } from "../admin/deposits/deposit-calls.ts";
import type { AdminException } from "../admin/exceptions/exception-calls.ts";
import type { AdminIdentity } from "../admin/identities/identity-calls.ts";
import type { AdminOverview } from "../admin/overview/overview-calls.ts";
import type { TraderContext } from "../admin/trader/trader-types.ts";
import type { AdminWithdrawal } from "../admin/withdrawals/withdrawal-calls.ts";

/** Records as the admin API returns them, each with the changes that a test needs. */

/** When the first of them was made, epoch ms. */
export const ASKED_AT = Date.parse("2026-11-20T03:20:00Z");

/** Of an item about which nothing was asked. */
const NOT_ASKED = { askedAt: null, answeredAt: null, returnedAt: null, waitedMs: 0, waits: [] };

/** A new request as the admin API returns it. */
export function adminWithdrawal(changes: Partial<AdminWithdrawal> = {}): AdminWithdrawal {
  return {
    _id: "withdrawal-1",
    number: "WD-2275",
    amount: 100,
    currency: "USD",
    status: "pending",
    cancelledByUser: false,
    paymentMethod: "Bank Transfer",
    paymentDetails: { bankName: "ACLEDA Bank", accountId: "0015 2284 7730" },
    holder: "BOPHA KEO",
    requestMessage: "For rent",
    paymentId: null,
    createdAt: new Date(ASKED_AT).toISOString(),
    reviewedAt: null,
    approvableAt: null,
    approvedAt: null,
    processedAt: null,
    completedAt: null,
    returnedAt: null,
    bank: null,
    rejectedAt: null,
    rejectReason: null,
    adminNotes: null,
    approvals: { have: 0, need: 1 },
    stage: stageIn(changes.status ?? "pending"),
    client: NOT_ASKED,
    isAsked: false,
    adminImages: [],
    proofOfPayment: null,
    userId: "trader-1",
    user: person("Bopha Keo"),
    payer: null,
    payerId: null,
    paymentStartedAt: null,
    payerBefore: null,
    takeOverAt: null,
    isSaidPaid: false,
    rejectionApprovedBy: [],
    unverifiedReason: null,
    owed: 0,
    identityStatus: "verified",
    isSecurityChanged: false,
    isRenamed: false,
    version: 1,
    claimedBy: null,
    claimedById: null,
    claimedUntil: null,
    decidedBy: null,
    approvedBy: [],
    ...changes,
  };
}

/** The stage of a request that nothing blocks and that nobody has approved. */
function stageIn(status: AdminWithdrawal["status"]): AdminWithdrawal["stage"] {
  if (status === "pending") return "review";
  return status === "approved" ? "payout" : null;
}

/** A trader without any records. */
export function traderContext(changes: Partial<TraderContext> = {}): TraderContext {
  return {
    _id: "trader-1",
    createdAt: "2025-08-04T03:00:00.000Z",
    phone: "+855 12 345 418",
    frozen: null,
    money: { balance: 360, held: 0, owed: 0, deposited: 360, withdrawn: 0, tradingResult: 0 },
    identity: {
      status: "none",
      image: null,
      submittedAt: null,
      decidedAt: null,
      decidedBy: null,
      rejectReason: null,
      note: null,
    },
    paymentMethods: {
      savedAt: null,
      khqr: { image: null, isActive: false, holder: "" },
      bankTransfer: { isActive: true, bankName: "ACLEDA Bank", accountId: "0015 2284 7730", holder: "BOPHA KEO" },
    },
    deposits: { count: 0, last: [] },
    withdrawals: { count: 0, last: [] },
    notes: [],
    sessions: [],
    securityChanges: [],
    nameChange: null,
    identityEvents: [],
    ...changes,
  };
}

export function adminException(changes: Partial<AdminException>): AdminException {
  return {
    _id: "exception-1",
    status: "open",
    reason: "wrong_amount",
    paidAmount: 95,
    paidCurrency: "USD",
    paidAt: new Date(ASKED_AT).toISOString(),
    paidFrom: "sokha_chan@mekong",
    settlementHash: "8f3c".repeat(16),
    code: changes.deposit?.billNumber ?? "D23456789AB",
    chosenTrader: null,
    creditedAmount: null,
    creditedTo: null,
    refundedAmount: null,
    refundReference: null,
    mostRefundable: changes.paidAmount ?? 95,
    refundApprovals: { have: 0, need: 2 },
    refundApprovedBy: [],
    mostCreditable: changes.paidAmount ?? 95,
    notCreditable: null,
    note: null,
    decidedBy: null,
    decidedAt: null,
    version: 1,
    createdAt: new Date(ASKED_AT).toISOString(),
    deposit: {
      _id: "deposit-1",
      amount: 100,
      paidAmount: null,
      isMarkedByHand: false,
      status: "expired",
      billNumber: "D23456789AB",
      expiresAt: new Date(ASKED_AT + 600_000).toISOString(),
      createdAt: new Date(ASKED_AT).toISOString(),
    },
    user: person("Bopha Keo"),
    client: NOT_ASKED,
    approvals: { have: 0, need: 2 },
    approvedBy: [],
    ...changes,
  };
}

export function adminIdentity(changes: Partial<AdminIdentity> = {}): AdminIdentity {
  return {
    _id: "trader-1",
    status: "pending",
    image: "/api/image/card.jpg",
    rejectReason: null,
    note: null,
    submittedAt: new Date(ASKED_AT).toISOString(),
    decidedAt: null,
    decidedBy: null,
    cardExpiresOn: null,
    version: 1,
    client: NOT_ASKED,
    user: { ...person("Bopha Keo"), phone: "012 345 678", address: "", createdAt: "2025-08-04T03:00:00.000Z" },
    ...changes,
  };
}

export function adminDeposit(changes: Partial<AdminDeposit>): AdminDeposit {
  const createdAt = new Date(ASKED_AT).toISOString();
  return {
    _id: "deposit-1",
    amount: 100,
    status: "expired",
    billNumber: "D23456789AB",
    createdAt,
    updatedAt: createdAt,
    expiresAt: new Date(ASKED_AT + 600_000).toISOString(),
    paidAmount: changes.status === "paid" ? (changes.amount ?? 100) : null,
    payments: [],
    isLate: false,
    paymentVerifiedAt: null,
    reversedAt: null,
    md5Hash: "0".repeat(32),
    settlementHash: null,
    bankReference: null,
    user: person("Bopha Keo"),
    approvals: { have: 0, need: 2 },
    approvedBy: [],
    ...changes,
  };
}

export function person(name: string): AdminWithdrawal["user"] {
  const username = name.toLowerCase().replace(" ", ".");
  return { _id: "trader-1", email: `${username}@example.com`, username, name, closedAt: null, frozenAt: null };
}

/** The overview while every service is healthy and the ledger is balanced. */
export function healthyOverview(): Omit<AdminOverview, "queues"> {
  const now = new Date().toISOString();
  const nothing = { today: { count: 0, sum: 0 }, month: { count: 0, sum: 0 } };
  const fine = { state: "up" as const, lastSuccessAt: now, lastFailureAt: null, calls: 120, failures: 0, errorRate: 0 };
  return {
    since: { today: now, month: now },
    deposits: nothing,
    matched: nothing,
    withdrawals: nothing,
    clientMoney: {
      available: 320,
      held: 80,
      total: 400,
      byLedger: 400,
      difference: 0,
      owed: 0,
      undecided: 0,
      undecidedOther: [],
      payoutsBegun: 0,
      bankHasAtLeast: 400,
    },
    house: [
      { accountId: "house:khqr", account: "khqr", balance: -500 },
      { accountId: "house:payout", account: "payout", balance: 100 },
      { accountId: "house:trading", account: "trading", balance: 0 },
    ],
    ledger: { newEntriesCheckedAt: now, wholeCheckedAt: now, difference: null },
    withdrawalPause: null,
    depositPause: null,
    soleApproverPayout: "refused",
    paused: [],
    services: [
      { service: "database", ...fine },
      { service: "journal", ...fine },
      { service: "mail", ...fine },
    ],
    feed: {
      upstream: "Finnhub",
      isWanted: true,
      isConnected: true,
      heardAt: now,
      isSimulated: true,
      prices: [{ symbol: "BTCUSDm", at: now }],
    },
    tape: {
      state: { sealedUntil: now, recordsToday: 1_234, unshippedMinutes: 0 },
      checkedAt: now,
      checkedUntil: now,
      faultCount: 0,
      faults: [],
    },
    journal: { lastAppendAt: now, waitingRows: 0, unshippedEntries: 0 },
    channels: [
      { channel: "push", count: 0, silent: 0, failed: 0 },
      { channel: "telegram", count: 0, silent: 0, failed: 0 },
      { channel: "email", count: 0, silent: 0, failed: 0 },
    ],
    recovery: { lastBackupAt: now, lastDrillAt: now, review: null },
    bakong: { restsUntil: null, isTokenRefused: false, tokenEndsAt: null },
  };
}

/** The same target age, in hours, for every queue. */
export function targetsOf(hours: number) {
  return { withdrawals: hours, identities: hours, exceptions: hours, imports: hours };
}
