import { isInList, WITHDRAWAL_LIST_NAMES } from "../../worker/contract/withdrawal-lists.ts";
import type { AdminArrivals, AdminQueues } from "../admin/core/admin-types.ts";
import type { AdminDeposit } from "../admin/deposits/deposit-calls.ts";
import type { AdminException } from "../admin/exceptions/exception-calls.ts";
import type { AdminIdentity } from "../admin/identities/identity-calls.ts";
import type { LedgerChecks } from "../admin/ledger/ledger-calls.ts";
import type { AdminOverview } from "../admin/overview/overview-calls.ts";
import type { TraderContext } from "../admin/trader/trader-types.ts";
import type { AdminWithdrawal, WithdrawalContext } from "../admin/withdrawals/withdrawal-calls.ts";
import { type ApiServer, type Call, ok, refuse } from "./api-server.ts";
import { trader } from "./trader.ts";

/** Only for withdrawals: exceptions have a status named `open`. */
const OPEN_STATUSES: readonly string[] = ["pending", "approved"];
const ASKED_AT = Date.parse("2026-11-20T03:20:00Z");

/** The admin routes of a test API: it keeps the items of every queue, and applies the decisions that are sent. */
export class AdminApi {
  readonly #server: ApiServer;
  readonly admin = trader({
    _id: "admin-1",
    role: "admin",
    firstName: "Sophea",
    lastName: "Nov",
    name: "Sophea Nov",
    operationTimeZone: "Asia/Phnom_Penh",
  });
  withdrawals: AdminWithdrawal[] = [];
  exceptions: AdminException[] = [];
  deposits: AdminDeposit[] = [];
  identities: AdminIdentity[] = [];
  /** The trader of every item. */
  trader: TraderContext = traderContext();
  /** Other payouts to the trader of a withdrawal, and the warnings to read before deciding. */
  payouts: WithdrawalContext["payouts"] = { here: 0, lastHereAt: null, elsewhere: 0 };
  warnings: WithdrawalContext["warnings"] = [];
  arrivals: AdminArrivals = { withdrawals: null, identities: null, exceptions: null };
  /** Results of the automatic ledger checks. */
  ledgerChecks: LedgerChecks = { newEntries: null, whole: null, withdrawalsPausedSince: null };
  /** Number of imports that wait for another admin. */
  waitingImports = 0;
  /** Changes to the overview of a healthy system. */
  overview: Partial<AdminOverview> = {};
  /** Whether the next action on money is refused until a second factor is confirmed. */
  needsStepUp = false;
  validCode = "123456";
  /** How long an item of a queue may wait, ms. */
  targetMs = 24 * 60 * 60_000;
  /** How long actions on money stay unlocked, in seconds. */
  stepUpLeftS = 900;
  pageRows = 50;

  constructor(server: ApiServer) {
    this.#server = server;
    server
      .on("GET /api/admin/withdrawals", ({ query }) =>
        this.#list("withdrawals", this.withdrawals, query, (status, row) =>
          WITHDRAWAL_LIST_NAMES.some((name) => name === status && isInList(name, row)),
        ),
      )
      .on("GET /api/admin/exceptions", ({ query }) => {
        const isOfAdmin = query.get("stage") === "waiting";
        const hasAgreed = ({ approvedBy }: AdminException) =>
          approvedBy.some(({ adminId }) => adminId === this.admin._id);
        return this.#list(
          "exceptions",
          this.exceptions.filter((row) => !isOfAdmin || !hasAgreed(row)),
          query,
        );
      })
      .on("GET /api/admin/deposits", ({ query }) => {
        const search = query.get("search") ?? "";
        const bill = search.toUpperCase();
        const found = this.deposits.filter(
          ({ _id, billNumber }) => search === "" || _id === search || billNumber === bill,
        );
        return this.#list("deposits", found, query);
      })
      .on("GET /api/admin/identities", ({ query }) => this.#list("identities", this.identities, query))
      .on("GET /api/admin/overview", () =>
        ok({ overview: { ...healthyOverview(), queues: this.#queues(), ...this.overview } }),
      )
      .on("GET /api/admin/queues", () =>
        ok({ queues: this.#queues(), arrivals: this.arrivals, targetMs: this.targetMs, stepUpLeftS: this.stepUpLeftS }),
      )
      .on("GET /api/admin/ledger/checks", () => ok({ checks: this.ledgerChecks }))
      .on("POST /api/auth/activity", () => ok())
      .on("POST /api/admin/step-up", ({ body }) => this.#stepUp(body));
  }

  /** Adds requests to the end of the queue, and registers the routes that decide about them. */
  addWithdrawals(...changes: Partial<AdminWithdrawal>[]): AdminWithdrawal[] {
    const added = changes.map((change, index) => {
      const createdAt = new Date(ASKED_AT + (this.withdrawals.length + index) * 60_000).toISOString();
      return adminWithdrawal({ _id: crypto.randomUUID(), createdAt, ...change });
    });
    this.withdrawals.push(...added);
    for (const { _id } of added) {
      const path = `POST /api/admin/withdrawals/${_id}`;
      this.#server.on(`GET /api/admin/withdrawals/${_id}`, () =>
        ok({
          withdrawal: this.withdrawals.find((row) => row._id === _id),
          trader: this.trader,
          payouts: this.payouts,
          warnings: this.warnings,
        }),
      );
      this.#server
        .on(`${path}/claim`, (call) => this.#mark(_id, call, claimBy(this.admin)))
        .on(`${path}/release`, (call) => this.#mark(_id, call, claimBy(null)))
        .on(`${path}/start-payment`, (call) => this.#mark(_id, call, paymentBy(this.admin)))
        .on(`${path}/stop-payment`, (call) => this.#mark(_id, call, paymentBy(null)))
        .on(`${path}/take-over-payment`, (call) =>
          this.#mark(_id, call, {
            ...paymentBy(this.admin),
            payerBefore: this.withdrawals.find((row) => row._id === _id)?.payer ?? null,
          }),
        )
        .on(`${path}/approve`, (call) => this.#decide(_id, call, (row) => this.#approve(row, "approve", "approved")))
        .on(`${path}/complete`, (call) => this.#decide(_id, call, (row) => this.#approve(row, "complete", "completed")))
        .on(`${path}/reject`, (call) => this.#decide(_id, call, () => ({ status: "rejected" })));
    }
    return added;
  }

  /** Adds an unmatched payment to its queue, and registers the routes that decide about it. */
  addException(change: Partial<AdminException> = {}): AdminException {
    const added = adminException({ _id: crypto.randomUUID(), ...change });
    this.exceptions.push(added);
    const path = `POST /api/admin/exceptions/${added._id}`;
    this.#server.on(`GET /api/admin/exceptions/${added._id}`, () =>
      ok({ exception: this.exceptions.find(({ _id }) => _id === added._id), trader: this.trader }),
    );
    const decide = (status: AdminException["status"]) => (call: Call) => {
      if (this.needsStepUp) return refuse("step_up_required", "Enter a code from your authenticator again to continue");
      const exception = { ...added, status, note: String(fieldOf(call.body, "note")), decidedBy: this.admin.name };
      this.exceptions = this.exceptions.map((row) => (row._id === added._id ? exception : row));
      return ok({ exception, approvals: exception.approvals });
    };
    this.#server
      .on(`${path}/match`, () => {
        const own = {
          act: "match" as const,
          adminId: this.admin._id,
          name: this.admin.name,
          detail: "",
          at: added.createdAt,
        };
        const exception = { ...added, approvals: { have: 1, need: 2 }, approvedBy: [own] };
        this.exceptions = this.exceptions.map((row) => (row._id === added._id ? exception : row));
        return ok({ exception, approvals: exception.approvals });
      })
      .on(`${path}/refund-note`, () => {
        const exception = { ...added, refundApprovals: { have: 1, need: 2 } };
        this.exceptions = this.exceptions.map((row) => (row._id === added._id ? exception : row));
        return ok({ exception, approvals: exception.refundApprovals });
      })
      .on(`${path}/dismiss`, decide("dismissed"));
    return added;
  }

  /** Adds a deposit, and registers the route that marks it paid. */
  addDeposit(change: Partial<AdminDeposit> = {}): AdminDeposit {
    const added = adminDeposit({ _id: crypto.randomUUID(), ...change });
    this.deposits.push(added);
    this.#server.on(`POST /api/admin/deposits/${added._id}/mark-paid`, () => {
      const deposit = { ...added, approvals: { have: 1, need: 2 } };
      this.deposits = this.deposits.map((row) => (row._id === added._id ? deposit : row));
      return ok({ deposit, approvals: deposit.approvals });
    });
    return added;
  }

  /** Adds an identity to the end of its queue, and registers the routes that decide about it. */
  addIdentity(name: string, change: Partial<AdminIdentity> = {}): AdminIdentity {
    const _id = crypto.randomUUID();
    const added = adminIdentity({ _id, user: { ...adminIdentity().user, ...person(name), _id }, ...change });
    this.identities.push(added);
    const decide =
      (status: "verified" | "rejected") =>
      ({ body }: Call) => {
        const row = this.identities.find((one) => one._id === _id) ?? added;
        if (row.version !== fieldOf(body, "version")) {
          return refuse(
            "wrong_state",
            "The trader has sent another image or changed their name since you opened it. Refresh to see it.",
          );
        }
        const identity = { ...row, status, version: row.version + 1, decidedBy: this.admin.name };
        this.identities = this.identities.map((one) => (one._id === _id ? identity : one));
        return ok({ identity });
      };
    const path = `POST /api/admin/identities/${_id}`;
    this.#server.on(`GET /api/admin/identities/${_id}`, () =>
      ok({ identity: this.identities.find((one) => one._id === _id), trader: this.trader }),
    );
    const reject = decide("rejected");
    this.#server
      .on(`${path}/verify`, decide("verified"))
      .on(`${path}/reject`, reject)
      .on(`${path}/reopen`, (call) =>
        this.needsStepUp
          ? refuse("step_up_required", "Enter a code from your authenticator again to continue")
          : reject(call),
      );
    return added;
  }

  /** Changes a request as if by another admin. */
  change(id: string, change: Partial<AdminWithdrawal>): void {
    this.withdrawals = this.withdrawals.map((row) =>
      row._id === id ? { ...row, version: row.version + 1, ...change } : row,
    );
  }

  /** The calls of one action on one request. */
  actionCalls(id: string, act: string): Call[] {
    return this.#server.callsOf(`POST /api/admin/withdrawals/${id}/${act}`);
  }

  #list<Row extends { _id: string; status: string }>(
    key: string,
    rows: readonly Row[],
    query: URLSearchParams,
    isIn: (status: string, row: Row) => boolean = (status, row) => row.status === status,
  ): Response {
    const [id, status] = [query.get("id"), query.get("status")];
    const matchesStatus = (row: Row) => status === null || isIn(status, row);
    const found = rows.filter((row) => (id === null || row._id === id) && matchesStatus(row));
    const from = Number(query.get("cursor") ?? 0);
    const to = from + this.pageRows;
    return ok({ [key]: found.slice(from, to), nextCursor: to < found.length ? String(to) : null });
  }

  #queues(): AdminQueues {
    const among = (rows: readonly { status: string; createdAt: string }[], status: string) => {
      const waiting = rows.filter((row) => row.status === status);
      return { count: waiting.length, oldestAt: waiting[0]?.createdAt ?? null };
    };
    const none = { count: 0, oldestAt: null };
    const identities = this.identities.map(({ status, submittedAt }) => ({ status, createdAt: submittedAt }));
    return {
      withdrawals: {
        mine: among(
          this.withdrawals.map((row) => ({ ...row, status: OPEN_STATUSES.includes(row.status) ? "open" : row.status })),
          "open",
        ),
        blocked: none,
        review: among(this.withdrawals, "pending"),
        payout: among(this.withdrawals, "approved"),
        secondApproval: none,
        held: none,
        claims: none,
      },
      identities: among(identities, "pending"),
      exceptions: among(this.exceptions, "open"),
      imports: { count: this.waitingImports, oldestAt: null },
    };
  }

  #decide(id: string, { body }: Call, decide: (row: AdminWithdrawal) => Partial<AdminWithdrawal>): Response {
    if (this.needsStepUp) return refuse("step_up_required", "Enter a code from your authenticator again to continue");
    const row = this.withdrawals.find(({ _id }) => _id === id);
    if (!row) return refuse("not_found", "Not found");
    if (row.version !== fieldOf(body, "version")) {
      return refuse(
        "wrong_state",
        `${row.decidedBy} has ${row.status} this withdrawal. Refresh to see its current state.`,
      );
    }
    this.change(id, { ...decide(row), decidedBy: this.admin.name });
    const withdrawal = this.withdrawals.find(({ _id }) => _id === id);
    return ok({ withdrawal, approvals: withdrawal?.approvals });
  }

  /** Sets or removes a claim or a payment mark. It decides nothing, so the version stays. */
  #mark(id: string, { body }: Call, mark: Partial<AdminWithdrawal>): Response {
    if (this.needsStepUp) return refuse("step_up_required", "Enter a code from your authenticator again to continue");
    const row = this.withdrawals.find(({ _id }) => _id === id);
    if (!row) return refuse("not_found", "Not found");
    if (row.version !== fieldOf(body, "version")) return refuse("wrong_state", "Refresh to see its current state.");
    const withdrawal = { ...row, ...mark };
    this.withdrawals = this.withdrawals.map((one) => (one._id === id ? withdrawal : one));
    return ok({ withdrawal, approvals: withdrawal.approvals });
  }

  #approve(
    { approvals: { have, need }, approvedBy }: AdminWithdrawal,
    act: "approve" | "complete",
    outcome: AdminWithdrawal["status"],
  ): Partial<AdminWithdrawal> {
    const approval = { act, adminId: this.admin._id, name: this.admin.name, detail: "", at: new Date().toISOString() };
    const isLast = have + 1 >= need;
    return {
      approvals: { have: have + 1, need },
      approvedBy: [...approvedBy, approval],
      ...(isLast ? { status: outcome } : {}),
    };
  }

  #stepUp(body: unknown): Response {
    if (fieldOf(body, "code") !== this.validCode) return refuse("invalid_code", "Invalid or expired code");
    this.needsStepUp = false;
    return ok({ message: "Thank you. You can continue." });
  }
}

type Marking = { _id: string; name: string } | null;

function claimBy(admin: Marking) {
  const claimedUntil = admin && new Date(Date.now() + 600_000).toISOString();
  return { claimedBy: admin?.name ?? null, claimedById: admin?._id ?? null, claimedUntil };
}

function paymentBy(admin: Marking) {
  return {
    payer: admin?.name ?? null,
    payerId: admin?._id ?? null,
    paymentStartedAt: admin && new Date().toISOString(),
    payerBefore: null,
    takeOverAt: admin && new Date(Date.now() + 3_600_000).toISOString(),
  };
}

function fieldOf(body: unknown, key: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, key) : undefined;
}

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
    requestMessage: "For rent",
    paymentId: null,
    createdAt: new Date(ASKED_AT).toISOString(),
    reviewedAt: null,
    approvableAt: null,
    approvedAt: null,
    processedAt: null,
    completedAt: null,
    rejectedAt: null,
    rejectReason: null,
    adminNotes: null,
    approvals: { have: 0, need: 1 },
    stage: stageIn(changes.status ?? "pending"),
    adminImages: [],
    proofOfPayment: null,
    userId: "trader-1",
    user: person("Bopha Keo"),
    payer: null,
    payerId: null,
    paymentStartedAt: null,
    payerBefore: null,
    takeOverAt: null,
    rejectionApprovedBy: [],
    unverifiedReason: null,
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
    money: { balance: 360, held: 0, deposited: 360, withdrawn: 0, tradingResult: 0 },
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
      khqr: { image: null, isActive: false },
      bankTransfer: { isActive: true, bankName: "ACLEDA Bank", accountId: "0015 2284 7730" },
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

function adminException(changes: Partial<AdminException>): AdminException {
  return {
    _id: "exception-1",
    status: "open",
    reason: "wrong_amount",
    paidAmount: 95,
    paidCurrency: "USD",
    paidAt: new Date(ASKED_AT).toISOString(),
    paidFrom: "sokha_chan@mekong",
    settlementHash: "8f3c".repeat(16),
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
    approvals: { have: 0, need: 2 },
    approvedBy: [],
    ...changes,
  };
}

function adminIdentity(changes: Partial<AdminIdentity> = {}): AdminIdentity {
  return {
    _id: "trader-1",
    status: "pending",
    image: "/api/image/card.jpg",
    rejectReason: null,
    note: null,
    submittedAt: new Date(ASKED_AT).toISOString(),
    decidedAt: null,
    decidedBy: null,
    version: 1,
    user: { ...person("Bopha Keo"), phone: "012 345 678", address: "", createdAt: "2025-08-04T03:00:00.000Z" },
    ...changes,
  };
}

function adminDeposit(changes: Partial<AdminDeposit>): AdminDeposit {
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
    md5Hash: "0".repeat(32),
    settlementHash: null,
    bankReference: null,
    user: person("Bopha Keo"),
    approvals: { have: 0, need: 2 },
    approvedBy: [],
    ...changes,
  };
}

function person(name: string): AdminWithdrawal["user"] {
  const username = name.toLowerCase().replace(" ", ".");
  return { _id: "trader-1", email: `${username}@example.com`, username, name, closedAt: null, frozenAt: null };
}

/** The overview while every service is healthy and the ledger is balanced. */
function healthyOverview(): Omit<AdminOverview, "queues"> {
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
      undecided: 0,
      undecidedOther: [],
      payoutsBegun: 0,
      bankHasAtLeast: 400,
    },
    house: [
      { account: "khqr", balance: -500 },
      { account: "payout", balance: 100 },
      { account: "trading", balance: 0 },
    ],
    ledger: { newEntriesCheckedAt: now, wholeCheckedAt: now, difference: null },
    withdrawalPause: null,
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
    recovery: { lastBackupAt: now, lastDrillAt: now, review: null },
    bakong: { restsUntil: null, isTokenRefused: false, tokenEndsAt: null },
  };
}
