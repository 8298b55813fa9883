import { ADMIN_ROLES, type AdminRole } from "../../worker/contract/admin-roles.ts";
import { SAVED_VIEW_LISTS, type SavedViewList } from "../../worker/contract/saved-views.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { isInList, WITHDRAWAL_LIST_NAMES } from "../../worker/contract/withdrawal-lists.ts";
import type { Operation } from "../admin/core/admin-calls.ts";
import type { AdminArrivals, AdminQueues } from "../admin/core/admin-types.ts";
import type { AdminDeposit } from "../admin/deposits/deposit-calls.ts";
import type { AdminException } from "../admin/exceptions/exception-calls.ts";
import { NO_NAMES } from "../admin/holders/names.ts";
import type { AdminIdentity, IdentityContext } from "../admin/identities/identity-calls.ts";
import type { LedgerChecks } from "../admin/ledger/ledger-calls.ts";
import type { Months } from "../admin/month-close/month-calls.ts";
import type { AdminOverview } from "../admin/overview/overview-calls.ts";
import type { QuestionThread } from "../admin/questions/question-calls.ts";
import type { TraderContext } from "../admin/trader/trader-types.ts";
import type { AdminWithdrawal, WithdrawalContext } from "../admin/withdrawals/withdrawal-calls.ts";
import {
  ASKED_AT,
  adminDeposit,
  adminException,
  adminIdentity,
  adminWithdrawal,
  healthyOverview,
  person,
  targetsOf,
  traderContext,
} from "./admin-records.ts";
import { type ApiServer, type Call, ok, refuse } from "./api-server.ts";
import { trader } from "./trader.ts";

/** Only for withdrawals: exceptions have a status named `open`. */
const OPEN_STATUSES: readonly string[] = ["pending", "approved"];

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
  /** The earlier decisions about the names of a withdrawal, and who else has its destination. */
  names: WithdrawalContext["names"] = NO_NAMES;
  /** What an admin read on the card of an identity, and who else has it. */
  card: IdentityContext["card"] = null;
  cardOthers: IdentityContext["cardOthers"] = [];
  arrivals: AdminArrivals = { withdrawals: null, identities: null, exceptions: null };
  /** Results of the automatic ledger checks. */
  ledgerChecks: LedgerChecks = { newEntries: null, whole: null, withdrawalsPausedSince: null };
  /** The months with their closes. */
  months: Months = { running: "2026-12", next: null, timeZone: "Asia/Phnom_Penh", months: [], success: true };
  /** Number of imports that wait for another admin. */
  waitingImports = 0;
  waitingIncidents = 0;
  /** The conversation about every item; undefined as in an answer of an earlier version. */
  questions: QuestionThread | undefined;
  /** Changes to the overview of a healthy system. */
  overview: Partial<AdminOverview> = {};
  /** The other operators. */
  colleagues: { _id: string; name: string }[] = [];
  /** What views of withdrawals have, where that is not what follows from the requests. */
  viewCounts: Partial<AdminQueues["withdrawals"]["views"]> = {};
  savedViews: { _id: string; list: SavedViewList; name: string; query: string }[] = [];
  /** Whether the next action on money is refused until a second factor is confirmed. */
  needsStepUp = false;
  validCode = "123456";
  /** By what an item of a queue is late, and the zone of imported files. */
  operation: Operation = { targetHours: targetsOf(24), workingHours: null, importTimeZone: null };
  /** How long actions on money stay unlocked, in seconds. */
  stepUpLeftS = 900;
  /** What the admin may do. */
  roles: readonly AdminRole[] = ADMIN_ROLES;
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
        ok({
          queues: this.#queues(),
          arrivals: this.arrivals,
          ...this.operation,
          stepUpLeftS: this.stepUpLeftS,
          roles: this.roles,
        }),
      )
      .on("GET /api/admin/views", () => ok({ views: this.savedViews }))
      .on("POST /api/admin/views", ({ body }) => {
        const view = {
          _id: crypto.randomUUID(),
          list: SAVED_VIEW_LISTS.find((list) => list === fieldOf(body, "list")) ?? "withdrawals",
          name: String(fieldOf(body, "name")),
          query: String(fieldOf(body, "query")),
        };
        server.on(`POST /api/admin/views/${view._id}/remove`, () => {
          this.savedViews = this.savedViews.filter(({ _id }) => _id !== view._id);
          return ok({ view });
        });
        this.savedViews = [...this.savedViews, view];
        return ok({ view });
      })
      .on("GET /api/admin/months", () => ok(this.months))
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
          names: this.names,
          colleagues: this.colleagues,
          questions: this.questions,
        }),
      );
      this.#server
        .on(`${path}/claim`, (call) => this.#mark(_id, call, claimBy(this.admin)))
        .on(`${path}/hand-over`, (call) => {
          const to = this.colleagues.find(({ _id: one }) => one === fieldOf(call.body, "to"));
          return this.#mark(_id, call, {
            ...claimBy(this.admin),
            claimedBy: to?.name ?? null,
            claimedById: to?._id ?? null,
          });
        })
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
      ok({
        exception: this.exceptions.find(({ _id }) => _id === added._id),
        trader: added.deposit && this.trader,
        questions: this.questions,
      }),
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
      ok({
        identity: this.identities.find((one) => one._id === _id),
        trader: this.trader,
        questions: this.questions,
        card: this.card,
        cardOthers: this.cardOthers,
      }),
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
      const targetMs = this.operation.targetHours.withdrawals * HOUR_MS;
      const late = waiting.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) > targetMs).length;
      return { count: waiting.length, late, oldestAt: waiting[0]?.createdAt ?? null };
    };
    const none = { count: 0, late: 0, oldestAt: null };
    const inView = (status: string) => among(this.withdrawals, status);
    const identities = this.identities.map(({ status, submittedAt }) => ({ status, createdAt: submittedAt }));
    return {
      withdrawals: {
        mine: among(
          this.withdrawals.map((row) => ({ ...row, status: OPEN_STATUSES.includes(row.status) ? "open" : row.status })),
          "open",
        ),
        views: {
          waiting: inView("pending"),
          mine: none,
          needs_approval: inView("pending"),
          to_decide: inView("pending"),
          on_hold: none,
          client: none,
          to_pay: inView("approved"),
          with_bank: none,
          approved_by_me: none,
          ...this.viewCounts,
        },
        blocked: none,
        review: among(this.withdrawals, "pending"),
        payout: among(this.withdrawals, "approved"),
        secondApproval: none,
        held: none,
        client: none,
        claims: none,
      },
      identities: among(identities, "pending"),
      exceptions: among(this.exceptions, "open"),
      atClient: { identities: none, exceptions: none },
      imports: { ...none, count: this.waitingImports },
      incidents: { ...none, count: this.waitingIncidents },
      expiringCards: {
        count: this.identities.filter(({ cardExpiresOn }) => cardExpiresOn !== null).length,
        late: 0,
      },
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
