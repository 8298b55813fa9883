import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import {
  approvals,
  deposits,
  images,
  nameChecks,
  paymentMethods,
  sessions,
  withdrawalImages,
  withdrawals,
} from "../db/schema/index.ts";
import { AppError } from "../worker/contract/errors.ts";
import { HOUR_MS } from "../worker/contract/time.ts";
import { creditDeposit, endUnpaid } from "../worker/deposits/deposit-store.ts";
import { guardNameOf, refusalFromDatabase, refusedBy } from "../worker/platform/database-refusal.ts";
import type { IdempotencyKey } from "../worker/platform/idempotency-store.ts";
import type { Scope } from "../worker/platform/scope.ts";
import { cancelWithdrawal } from "../worker/withdrawals/cancel-withdrawal.ts";
import { requestWithdrawal } from "../worker/withdrawals/request-withdrawal.ts";
import {
  approveWithdrawal,
  completeWithdrawal,
  type Decided,
  rejectWithdrawal,
  setPayment,
} from "../worker/withdrawals/withdrawal-store.ts";
import { faultyDatabase, INJECTED_FAILURE, LostReply, type WriteFault } from "./faulty-database.ts";
import { localSettings } from "./local-settings.ts";
import { LONG_LIMIT_SETTINGS } from "./test/long-database-limits.ts";
import { addPerson, verifyTrader, withdrawalAsk } from "./test/test-money.ts";
import { scopeFor } from "./test/test-scope.ts";

/** User ids of the workload's traders. */
export const TRADERS = ["ana", "bo", "cy"] as const;
const ADMINS = ["admin1", "admin2"] as const;

/** One operation on money. Slots and keys are few, so that repeats and collisions are common. */
export type MoneyOperation = { fault: WriteFault; failAt: number } & (
  | { act: "open_deposit"; slot: number; trader: number; amountCents: number }
  | { act: "end_deposit"; slot: number; status: "cancelled" | "expired" | "failed" }
  | { act: "pay_deposit"; slot: number }
  | { act: "request"; trader: number; key: number; amountCents: number }
  | { act: "cancel"; trader: number; pick: number }
  | { act: "approve" | "complete" | "reject"; pick: number }
);

/** The results that callers received: each must be in the database exactly once, whatever failed. */
export class Acknowledged {
  readonly paid = new Map<string, { trader: string; amountCents: number }>();
  /** By trader and idempotency key. */
  readonly requested = new Map<string, { id: string; trader: string; amountCents: number }>();
  readonly decided = new Map<string, Set<"approved" | "completed" | "rejected">>();
}

const BEGIN_MS = Date.UTC(2026, 0, 1);

/**
 * Runs operations on money through the product's own commands and statements, in a database of its own. A caller whose
 * write failed or whose response was lost retries, as clients do, until it has a response.
 */
export class MoneyWorkload {
  readonly acknowledged = new Acknowledged();
  readonly #db: Database;
  readonly #settings: Record<string, string>;
  readonly #withdrawalIds: string[] = [];
  readonly #deferred: Promise<unknown>[] = [];
  #operations = 0;
  /** How many refusals and faults occurred, by name. */
  readonly met = new Map<string, number>();

  private constructor(db: Database, settings: Record<string, string>) {
    this.#db = db;
    this.#settings = settings;
  }

  /** @param urls the URLs of a migrated, empty database and of a mail service that accepts everything */
  static async prepare(db: Database, urls: { database: string; mail: string }): Promise<MoneyWorkload> {
    const overrides = {
      ...LONG_LIMIT_SETTINGS,
      DATABASE_URL: urls.database,
      MAIL_API_URL: urls.mail,
      SECOND_ADMIN_ABOVE_USD: "200",
    };
    for (const id of ADMINS) await addPerson(db, id, "admin");
    for (const id of TRADERS) {
      await addPerson(db, id);
      await db.write(bankAndSession(db, id));
      await verifyTrader(db, id);
    }
    return new MoneyWorkload(db, localSettings(8787, overrides));
  }

  /**
   * Performs operations concurrently.
   *
   * @param atOnce how many run at the same time
   * @param run separates the slots and keys of this run from those of other runs
   */
  async run(operations: readonly MoneyOperation[], atOnce: number, run: number): Promise<void> {
    const queue = operations.values();
    const worker = async () => {
      for (const operation of queue) await this.#retryUntilAnswered(operation, run);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await Promise.all(this.#deferred.splice(0));
    // Expire unpaid codes: open ones would count towards their traders' limit of open deposits.
    const end = { status: "expired", actor: "system" } as const;
    await this.#db.write(endUnpaid(this.#db.query, sql`TRUE`, end, BEGIN_MS + this.#operations * HOUR_MS));
  }

  async #retryUntilAnswered(operation: MoneyOperation, run: number): Promise<void> {
    // Limits count by hour and day: each operation advances the clock by an hour.
    const nowMs = BEGIN_MS + this.#operations++ * HOUR_MS;
    for (const fault of [operation.fault, "none"] as const) {
      try {
        return await this.#perform(operation, run, faultyDatabase(this.#db, fault, operation.failAt), nowMs);
      } catch (error) {
        if (guardNameOf(error) === INJECTED_FAILURE) this.#count("aborted");
        else if (error instanceof LostReply) this.#count("lost");
        else return this.#refused(error);
      }
    }
  }

  async #perform(operation: MoneyOperation, run: number, db: Database, nowMs: number): Promise<void> {
    switch (operation.act) {
      case "open_deposit":
        return this.#openDeposit(operation, `${run}-${operation.slot}`, db, nowMs);
      case "end_deposit": {
        const end = { status: operation.status, actor: "system" };
        const isThisDeposit = eq(deposits.id, `${run}-${operation.slot}`);
        await db.write(endUnpaid(db.query, isThisDeposit, end, nowMs));
        return;
      }
      case "pay_deposit":
        return this.#payDeposit(`${run}-${operation.slot}`, db, nowMs);
      case "request":
        return this.#request(operation, `${run}-${operation.key}`, db, nowMs);
      case "cancel":
        return this.#cancel(operation, db, nowMs);
      default:
        return this.#decide(operation, db, nowMs);
    }
  }

  async #openDeposit(
    { trader, amountCents }: { trader: number; amountCents: number },
    id: string,
    db: Database,
    nowMs: number,
  ) {
    const userId = TRADERS[trader % TRADERS.length] ?? "";
    await db.write([
      db.query
        .insert(deposits)
        .values({
          id,
          userId,
          amountCents,
          status: "pending",
          billNumber: id,
          qrString: id,
          md5Hash: id,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
          expiresAtMs: nowMs + 600_000,
        })
        .onConflictDoNothing(),
    ]);
  }

  async #payDeposit(id: string, db: Database, nowMs: number) {
    const [[deposit]] = await db.read([db.query.select().from(deposits).where(eq(deposits.id, id))]);
    if (!deposit) return;
    const payment = { settlementHash: `settled ${id}`, toAccountId: "", currency: "USD", amount: 0, atMs: nowMs };
    await this.#allowRepeat(db.write(creditDeposit(db.query, deposit, payment, nowMs)));
    this.acknowledged.paid.set(id, { trader: deposit.userId, amountCents: deposit.amountCents });
  }

  async #request(
    { trader, amountCents }: { trader: number; amountCents: number },
    key: string,
    db: Database,
    nowMs: number,
  ) {
    const scope = this.#scopeOf(trader, "/api/withdrawal/request", db, nowMs);
    const amount = amountCents / 100;
    const ask = withdrawalAsk(amount);
    const once: IdempotencyKey = { route: "POST /api/withdrawal/request", key, fingerprint: String(amount) };
    const { withdrawal } = await requestWithdrawal(scope, ask, once);
    const owner = TRADERS[trader % TRADERS.length] ?? "";
    const known = this.acknowledged.requested.get(`${owner} ${key}`);
    if (known && known.id !== withdrawal._id) throw new Error(`${key} was answered with two withdrawals`);
    this.acknowledged.requested.set(`${owner} ${key}`, { id: withdrawal._id, trader: owner, amountCents });
    if (!known) this.#withdrawalIds.push(withdrawal._id);
  }

  async #cancel({ trader, pick }: { trader: number; pick: number }, db: Database, nowMs: number) {
    const id = this.#pick(pick);
    if (!id) return;
    await cancelWithdrawal(this.#scopeOf(trader, "/api/withdrawal/cancel", db, nowMs), id, null);
    this.#acknowledge(id, "rejected");
  }

  async #decide({ act, pick }: { act: "approve" | "complete" | "reject"; pick: number }, db: Database, nowMs: number) {
    const id = this.#pick(pick);
    if (!id) return;
    const { query } = db;
    const [[row]] = await db.read([query.select().from(withdrawals).where(eq(withdrawals.id, id))]);
    if (!row) throw new Error(`the withdrawal ${id} was acknowledged and is gone`);
    if (act === "reject") {
      const how = { decidedBy: ADMINS[0], reason: "other", notes: "Not this time" } as const;
      await db.write(rejectWithdrawal(query, row, how, nowMs));
      return this.#acknowledge(id, "rejected");
    }
    const paymentId = `payment ${id}`;
    const approvalInserts = ADMINS.map((adminId) =>
      query
        .insert(approvals)
        .values({ subject: `withdrawal:${id}`, act, adminId, atMs: nowMs, detail: act === "complete" ? paymentId : "" })
        .onConflictDoNothing(),
    );
    const decidedBy = ADMINS[pick % ADMINS.length] ?? ADMINS[0];
    if (act === "approve") {
      const check = {
        id: `names ${id}`,
        withdrawalId: id,
        holder: row.holderName ?? "",
        holderFrom: "client" as const,
        accountName: row.holderName ?? "",
        verdict: "same" as const,
        decidedBy,
        decidedAtMs: nowMs,
      };
      const names = query.insert(nameChecks).values(check).onConflictDoNothing();
      await db.write([...approvalInserts, names, ...approveWithdrawal(query, row, { decidedBy }, nowMs)]);
      return this.#acknowledge(id, "approved");
    }
    const complete = completeWithdrawal(query, row, { decidedBy, paymentId }, nowMs);
    const payment = { payerId: decidedBy, paymentStartedAtMs: nowMs, payerBeforeId: null, soleApproverPayout: null };
    const start = row.payerId === null ? setPayment(query, row, payment) : [];
    await db.write([...start, ...approvalInserts, ...proofOf(db, row, nowMs), ...complete]);
    this.#acknowledge(id, "completed");
  }

  /** Awaits a write and accepts the refusal of a repeat: it shows that the first attempt was committed. */
  async #allowRepeat(write: Promise<unknown>): Promise<void> {
    try {
      await write;
    } catch (error) {
      if (!refusedBy(error, "UNIQUE transfers.kind, transfers.reference")) throw error;
      this.#count("transfers.kind");
    }
  }

  #acknowledge(id: string, status: "approved" | "completed" | "rejected"): void {
    const known = this.acknowledged.decided.get(id) ?? new Set();
    this.acknowledged.decided.set(id, known.add(status));
  }

  /** A known withdrawal's id, or undefined when there is none yet. */
  #pick(pick: number): string | undefined {
    // The newest ones are still open, so choose among the last twelve.
    return this.#withdrawalIds.at(-1 - (pick % Math.min(12, this.#withdrawalIds.length || 1)));
  }

  /** Counts a refusal that callers may receive; any other error fails the run. */
  #refused(error: unknown): void {
    const refusal = error instanceof AppError ? error : refusalFromDatabase(error);
    if (!refusal || refusal.code === "service_down" || refusal.code === "internal") throw error;
    this.#count(refusal.code);
  }

  #count(name: string): void {
    this.met.set(name, (this.met.get(name) ?? 0) + 1);
  }

  #scopeOf(trader: number, path: string, db: Database, nowMs: number): Scope {
    return scopeFor({
      db,
      path,
      settings: this.#settings,
      now: () => nowMs,
      tokenHash: `session of ${TRADERS[trader % TRADERS.length]}`,
      defer: (work) => this.#deferred.push(work),
    });
  }
}

/** A bank account for payouts, and a session that outlasts the workload. */
function bankAndSession({ query }: Database, id: string) {
  const foreverMs = BEGIN_MS * 2;
  return [
    query
      .insert(paymentMethods)
      .values({ userId: id, bankName: "ABA Bank", accountId: "000 123", bankHolder: `${id} ${id}`, updatedAtMs: 0 }),
    query.insert(sessions).values({
      id: `session ${id}`,
      tokenHash: `session of ${id}`,
      userId: id,
      kind: "trader",
      userAgent: "",
      createdAtMs: 0,
      authenticatedAtMs: 0,
      lastActionAtMs: foreverMs,
      expiresAtMs: foreverMs,
    }),
  ] as const;
}

/** The proof of payment that a completion requires, inserted once. */
function proofOf({ query }: Database, { id, userId }: Decided, nowMs: number) {
  const filename = `proof-${id}.png`;
  return [
    query
      .insert(images)
      .values({
        filename,
        userId,
        purpose: "proof",
        objectKey: filename,
        contentType: "image/png",
        sizeBytes: 1,
        widthPx: 16,
        heightPx: 16,
        uploadedBy: ADMINS[0],
        createdAtMs: nowMs,
      })
      .onConflictDoNothing(),
    query
      .insert(withdrawalImages)
      .values({ filename, withdrawalId: id, kind: "proof", message: "", uploadedAtMs: nowMs })
      .onConflictDoNothing(),
  ] as const;
}
