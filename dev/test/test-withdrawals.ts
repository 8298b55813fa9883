import { eq } from "drizzle-orm";
import { paymentExceptions } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../sample-images.ts";
import type { Stack } from "../stack.ts";
import type { Client, Reply } from "./test-client.ts";
import { type OpenedDeposit, openDeposit, payAtBank, refetch, verifyPayment } from "./test-deposits.ts";
import { configureBank, databaseOf, fundTrader, verifyTrader, withdrawalAsk } from "./test-money.ts";
import { newTrader, type Trader } from "./test-people.ts";
import { waitUntil } from "./wait-until.ts";

/** Set-up for tests of the admin API. */

/** A requested withdrawal. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape themselves
export type Asked = { trader: Trader; id: string; withdrawal: any };

/** A trader with money, a verified identity and a bank account. */
export async function fundedTrader(stack: Stack, balance: number): Promise<Trader> {
  const trader = await newTrader(stack);
  await fundTrader(stack, trader, balance);
  await configureBank(stack, trader);
  await verifyTrader(databaseOf(stack), trader.userId);
  return trader;
}

/** A funded trader with an open withdrawal request. @param dollars up to 10,000, two decimals */
export async function askForWithdrawal(stack: Stack, dollars = 100, balance = 5_000): Promise<Asked> {
  const trader = await fundedTrader(stack, balance);
  const { withdrawal } = await requestWithdrawal(trader, dollars);
  return { trader, id: withdrawal._id, withdrawal };
}

/** Requests a withdrawal. @param amount in dollars @throws Error when it is refused */
export async function requestWithdrawal(trader: Trader, amount: number): Promise<Reply["body"]> {
  const ask = withdrawalAsk(amount);
  const reply = await trader.post("/api/withdrawal/request", ask);
  if (reply.status !== 201) throw new Error(`no withdrawal: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** Sends an admin command for a withdrawal. @param key its Idempotency-Key */
export function actOn(admin: Client, id: string, verb: WithdrawalCommand, body: object, key?: string): Promise<Reply> {
  return admin.post(`/api/admin/withdrawals/${id}/${verb}`, body, key ? { "Idempotency-Key": key } : {});
}

type WithdrawalCommand =
  | "claim"
  | "hand-over"
  | "release"
  | "start-payment"
  | "stop-payment"
  | "take-over-payment"
  | "approve"
  | "complete"
  | "reject";

/** Approves a withdrawal. `more` changes fields of the body. */
export const approve = (admin: Client, id: string, more: object = {}, key?: string) =>
  actOn(admin, id, "approve", { version: 1, ...more }, key);
/** Completes a withdrawal that this admin is paying, with a proof of payment. `more` changes fields of the body. */
export const completePaid = (admin: Client, id: string, more: object = {}) =>
  actOn(admin, id, "complete", { version: 2, paymentId: `FT-${id}`, proof: sentImage("Paid"), ...more });
/** The same, after this admin has started the payment of the approved withdrawal. */
export async function complete(admin: Client, id: string, more: object = {}): Promise<Reply> {
  await actOn(admin, id, "start-payment", { version: 2 });
  return completePaid(admin, id, more);
}
/** Rejects a withdrawal. `more` changes fields of the body. */
export const reject = (admin: Client, id: string, more: object = {}) =>
  actOn(admin, id, "reject", { version: 1, reason: "wrong_details", notes: "The bank refuses this account", ...more });

/** An image as the admin screens send it. */
export function sentImage(message: string, bytes: Uint8Array = SAMPLE_IMAGES.png): { image: string; message: string } {
  return { image: `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`, message };
}

/** A payment exception: the payment differs from the trader's deposit of $25.50 in its amount or currency. */
export async function oddPayment(
  stack: Stack,
  trader: Trader,
  paid: { amount: number; currency?: "USD" | "KHR" },
): Promise<{ id: string; deposit: OpenedDeposit }> {
  const db = databaseOf(stack);
  const deposit = await openDeposit(trader);
  await payAtBank(stack, deposit.qrString, paid);
  // Several attempts may be needed: the network allows five calls a second in all.
  const { id } = await waitUntil("the payment is in the queue", async () => {
    await refetch(db, deposit);
    await verifyPayment(trader, deposit);
    const [[row]] = await db.read([
      db.query.select().from(paymentExceptions).where(eq(paymentExceptions.depositId, deposit._id)),
    ]);
    return row;
  });
  return { id, deposit };
}

/** A trader's balances, in dollars. */
export async function balancesOf(trader: Trader): Promise<{ balance: number; heldBalance: number }> {
  const { user } = (await trader.get("/api/user/profile")).body;
  return { balance: user.balance, heldBalance: user.heldBalance };
}
