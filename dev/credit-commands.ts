import { eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { deposits, paymentExceptions, secondFactors, sessions } from "../db/schema/index.ts";
import { markDepositPaid } from "../worker/admin/deposits/mark-deposit-paid.ts";
import { dismissException } from "../worker/admin/exceptions/dismiss-exception.ts";
import { matchException } from "../worker/admin/exceptions/match-exception.ts";
import { refundException } from "../worker/admin/exceptions/refund-exception.ts";
import type { CamePayment, CreditActs, OrderState } from "./credit-orders.ts";
import { actsByStatements } from "./credit-orders.ts";
import { localSettings } from "./local-settings.ts";
import { LONG_LIMIT_SETTINGS } from "./test/long-database-limits.ts";
import { scopeFor } from "./test/test-scope.ts";

const ADMINS = ["admin1", "admin2"] as const;

/**
 * The steps of `credit-orders.ts` by the product's own commands: both admins send each act at once, and again where the first
 * of them was only the first approval.
 */
export class CreditCommands implements CreditActs {
  readonly #db: Database;
  readonly #settings: Record<string, string>;
  readonly #network: CreditActs;

  private constructor(db: Database, settings: Record<string, string>) {
    this.#db = db;
    this.#settings = settings;
    this.#network = actsByStatements(db);
  }

  /**
   * @param db has the admins `admin1` and `admin2`
   * @param urls of the same database, and of a mail service that accepts everything
   */
  static async prepare(db: Database, urls: { database: string; mail: string }): Promise<CreditCommands> {
    const foreverMs = Date.UTC(2100, 0, 1);
    await db.write(
      ADMINS.flatMap((id) => [
        db.query.insert(secondFactors).values({ userId: id, totpSecret: "-", createdAtMs: 0 }),
        db.query.insert(sessions).values({
          id: `session ${id}`,
          tokenHash: `session of ${id}`,
          userId: id,
          kind: "admin",
          userAgent: "",
          createdAtMs: 0,
          authenticatedAtMs: foreverMs,
          lastActionAtMs: foreverMs,
          expiresAtMs: foreverMs,
        }),
      ]),
    );
    const overrides = { ...LONG_LIMIT_SETTINGS, DATABASE_URL: urls.database, MAIL_API_URL: urls.mail };
    return new CreditCommands(db, localSettings(8787, overrides));
  }

  /** Stores a report of the network with the statements that settling a deposit writes. */
  report(order: OrderState, payment: CamePayment): Promise<unknown> {
    return this.#network.report(order, payment);
  }

  async match(order: OrderState, id: string): Promise<void> {
    const amount = await this.#paidAmount(id);
    await this.#byBoth(order, "/api/admin/exceptions/:id/match", (scope) =>
      matchException(scope, id, { version: 1, amount, note: "As paid" }, null),
    );
  }

  async mark(order: OrderState, { hash, reference }: { hash: string; reference: string }): Promise<void> {
    const said = { bankReference: reference, settlementHash: hash, note: "Seen in the bank's books" };
    await this.#byBoth(order, "/api/admin/deposits/:id/mark-paid", (scope) =>
      markDepositPaid(scope, order.depositId, said, null),
    );
  }

  async dismiss(order: OrderState, id: string): Promise<void> {
    await this.#byBoth(order, "/api/admin/exceptions/:id/dismiss", (scope) =>
      dismissException(scope, id, { version: 1, note: "Nothing to do" }, null),
    );
  }

  async refund(order: OrderState, id: string, bankReference: string): Promise<void> {
    const amount = await this.#paidAmount(id);
    await this.#byBoth(order, "/api/admin/exceptions/:id/refund-note", (scope) =>
      refundException(scope, id, { version: 1, amount, bankReference, note: "Sent back" }, null),
    );
  }

  async #paidAmount(id: string): Promise<number> {
    const { query, read } = this.#db;
    const [[row]] = await read([query.select().from(paymentExceptions).where(eq(paymentExceptions.id, id))]);
    return row?.paidAmount ?? 0;
  }

  /** @throws the refusal of the admin whose act was refused, where the other's had no effect either */
  async #byBoth(
    { depositId, nowMs }: OrderState,
    path: string,
    send: (scope: ReturnType<typeof scopeFor>) => Promise<unknown>,
  ): Promise<void> {
    const before = await this.#stateOf(depositId);
    const deferred: Promise<unknown>[] = [];
    const given = { db: this.#db, settings: this.#settings, path, now: () => nowMs };
    const outcomes = await Promise.allSettled(
      ADMINS.map((id) =>
        send(scopeFor({ ...given, tokenHash: `session of ${id}`, defer: (work) => deferred.push(work) })),
      ),
    );
    await Promise.all(deferred);
    const refused = outcomes.find(({ status }) => status === "rejected");
    if (refused?.status === "rejected" && (await this.#stateOf(depositId)) === before) throw refused.reason;
  }

  /** The states of a deposit and of the payments for it. */
  async #stateOf(depositId: string): Promise<string> {
    const { query, read } = this.#db;
    const [rows, queued] = await read([
      query.select({ status: deposits.status }).from(deposits).where(eq(deposits.id, depositId)),
      query
        .select({ status: paymentExceptions.status })
        .from(paymentExceptions)
        .where(eq(paymentExceptions.depositId, depositId))
        .orderBy(paymentExceptions.id),
    ]);
    return JSON.stringify([rows, queued]);
  }
}
