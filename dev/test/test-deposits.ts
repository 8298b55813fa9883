import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { deposits } from "../../db/schema/index.ts";
import type { Stack } from "../stack.ts";
import type { Reply } from "./test-client.ts";
import { behindTriggers } from "./test-database.ts";
import type { Trader } from "./test-people.ts";
import { control } from "./test-stand-ins.ts";
import { waitUntil } from "./wait-until.ts";

/** The fields of a new deposit that tests use. */
export type OpenedDeposit = { _id: string; md5Hash: string; qrString: string; billNumber: string };

/** Opens a deposit through the API. @param amount in dollars */
export async function openDeposit(trader: Trader, amount = 25.5): Promise<OpenedDeposit> {
  const reply = await trader.post("/api/deposit/generate-khqr", { amount });
  if (reply.status !== 201) throw new Error(`no deposit: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body.deposit;
}

/** Asks the API to verify a deposit's payment. */
export function verifyPayment(trader: Trader, { md5Hash }: { md5Hash: string }): Promise<Reply> {
  return trader.post("/api/deposit/verify-payment", { md5Hash });
}

/**
 * Verifies until the deposit is paid. Several attempts may be needed: the network allows five calls a second in all.
 */
export async function verifyUntilPaid(db: Database, trader: Trader, deposit: OpenedDeposit): Promise<void> {
  await waitUntil("the deposit is credited", async () => {
    await refetch(db, deposit);
    await verifyPayment(trader, deposit);
    const [[row]] = await db.read([db.query.select().from(deposits).where(eq(deposits.id, deposit._id))]);
    return row?.status === "paid";
  });
}

/** Closes the circuit breaker of the payment network and resets its call counts, so that it can be called at once. */
export async function closeBreaker({ query, write }: Database): Promise<void> {
  await write([
    query.run(
      sql`UPDATE providers SET calls_in_second = 0, sweep_calls_in_second = 0, open_until_ms = 0, failures_in_a_row = 0`,
    ),
  ]);
}

/** Also ends the polling of deposits from earlier tests. */
export async function restPaymentNetwork(db: Database): Promise<void> {
  await closeBreaker(db);
  await db.write([db.query.update(deposits).set({ nextAskAtMs: null })]);
}

/** Resets the call budgets, so that the payment network can be polled for this deposit at once. */
export async function refetch({ query, write }: Database, { md5Hash }: { md5Hash: string }): Promise<void> {
  const owner = query.select({ id: deposits.userId }).from(deposits).where(eq(deposits.md5Hash, md5Hash));
  await write([
    query.update(deposits).set({ askedAtMs: 0 }).where(inArray(deposits.userId, owner)),
    query.run(sql`UPDATE providers SET calls_in_second = 0, sweep_calls_in_second = 0`),
  ]);
}

/**
 * Simulates that time has passed for a deposit and for the payment network's circuit breaker, by moving their stored
 * times back. Triggers protect a deposit's times; they are dropped for this one batch.
 */
export async function letTimePass(
  db: Database,
  { md5Hash }: { md5Hash: string },
  { minutes }: { minutes: number },
): Promise<void> {
  const ms = minutes * 60_000;
  await behindTriggers(
    db,
    ["deposits_terms_fixed", "deposits_payment_fixed"],
    [
      db.query.run(sql`UPDATE deposits SET created_at_ms = created_at_ms - ${ms}, updated_at_ms = updated_at_ms - ${ms},
      expires_at_ms = expires_at_ms - ${ms}, asked_at_ms = asked_at_ms - ${ms}, next_ask_at_ms = next_ask_at_ms - ${ms},
      paid_at_ms = paid_at_ms - ${ms} WHERE md5_hash = ${md5Hash}`),
      db.query.run(
        sql`UPDATE providers SET open_until_ms = open_until_ms - ${ms}, calls_in_second = 0, sweep_calls_in_second = 0`,
      ),
    ],
  );
}

/** Pays a code at the payment network's stand-in, as a banking app does. */
export async function payAtBank(
  stack: Stack,
  qr: string,
  payment: { amount?: number; currency?: "USD" | "KHR"; outcome?: "paid" | "failed"; again?: boolean } = {},
): Promise<void> {
  await control(stack.urls.bakong, "/pay", { qr, ...payment });
}
