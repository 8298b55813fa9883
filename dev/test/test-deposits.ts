import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { deposits } from "../../db/schema/index.ts";
import type { Stack } from "../stack.ts";
import type { Reply } from "./test-client.ts";
import { behindTriggers } from "./test-database.ts";
import type { Trader } from "./test-people.ts";
import { control } from "./test-stand-ins.ts";
import { waitUntil } from "./wait-until.ts";

export type OpenedDeposit = { _id: string; md5Hash: string; qrString: string; billNumber: string };

/** Opens a deposit the way the browser does. @param amount in dollars */
export async function openDeposit(trader: Trader, amount = 25.5): Promise<OpenedDeposit> {
  const reply = await trader.post("/api/deposit/generate-khqr", { amount });
  if (reply.status !== 201) throw new Error(`no deposit: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body.deposit;
}

export function verifyPayment(trader: Trader, { md5Hash }: { md5Hash: string }): Promise<Reply> {
  return trader.post("/api/deposit/verify-payment", { md5Hash });
}

/** Verifies until the deposit is paid: the network may be asked five times a second, and others ask too. */
export async function verifyUntilPaid(db: Database, trader: Trader, deposit: OpenedDeposit): Promise<void> {
  await waitUntil("the deposit is credited", async () => {
    await refetch(db, deposit);
    await verifyPayment(trader, deposit);
    const [[row]] = await db.read([db.query.select().from(deposits).where(eq(deposits.id, deposit._id))]);
    return row?.status === "paid";
  });
}

/** Lets the payment network be called again at once, whatever has gone wrong with it. */
export async function closeBreaker({ query, write }: Database): Promise<void> {
  await write([
    query.run(
      sql`UPDATE providers SET calls_in_second = 0, sweep_calls_in_second = 0, open_until_ms = 0, failures_in_a_row = 0`,
    ),
  ]);
}

/** The same, and the deposits of earlier tests are not asked about any more. */
export async function restPaymentNetwork(db: Database): Promise<void> {
  await closeBreaker(db);
  await db.write([db.query.update(deposits).set({ nextAskAtMs: null })]);
}

/** Lets the payment network be asked about a deposit again at once: the four seconds of its owner are over. */
export async function refetch({ query, write }: Database, { md5Hash }: { md5Hash: string }): Promise<void> {
  const owner = query.select({ id: deposits.userId }).from(deposits).where(eq(deposits.md5Hash, md5Hash));
  await write([
    query.update(deposits).set({ askedAtMs: 0 }).where(inArray(deposits.userId, owner)),
    query.run(sql`UPDATE providers SET calls_in_second = 0, sweep_calls_in_second = 0`),
  ]);
}

/**
 * Lets time pass for a deposit and for the payment network's breaker, by moving what is written down about them back.
 * A deposit's times are fixed by triggers, which make way for this one batch.
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

/** Pays a code at the payment network's stand-in, as a banking app would. */
export async function payAtBank(
  stack: Stack,
  qr: string,
  payment: { amount?: number; currency?: "USD" | "KHR"; outcome?: "paid" | "failed"; again?: boolean } = {},
): Promise<void> {
  await control(stack.urls.bakong, "/pay", { qr, ...payment });
}
