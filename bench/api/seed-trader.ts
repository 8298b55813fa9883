import type { Database } from "../../db/client.ts";
import { paymentMethods } from "../../db/schema/index.ts";
import { creditTrader, verifyTrader } from "../../dev/test/test-money.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { insertWithdrawal, rejectWithdrawal } from "../../worker/withdrawals/withdrawal-store.ts";
import { importMarketTrades, signIn, TRADER } from "../trades/bring-in.ts";

const TRADES = 2_000;
const DEPOSITS = 25;
const WITHDRAWALS = 10;
const END_MS = Date.UTC(2026, 10, 1);

/**
 * Seeds a trader with some months of history: trades, deposits and withdrawals that were decided.
 *
 * @returns the session token of their cookie
 */
export async function seedTrader(db: Database): Promise<string> {
  await importMarketTrades(db, { count: TRADES, endMs: END_MS });
  await verifyTrader(db, TRADER);
  for (let i = 0; i < DEPOSITS; i++) await creditTrader(db, TRADER, 200 + i);
  const method = { userId: TRADER, bankName: "ABA Bank", accountId: "000 123", bankHolder: "A trader", updatedAtMs: 0 };
  await db.write([db.query.insert(paymentMethods).values(method)]);
  for (let i = 0; i < WITHDRAWALS; i++) await seedWithdrawal(db, Date.now() - (48 + i) * HOUR_MS);
  return signIn(db);
}

async function seedWithdrawal({ query, write }: Database, atMs: number): Promise<void> {
  const row = {
    id: crypto.randomUUID(),
    userId: TRADER,
    amountCents: 5_000,
    status: "pending" as const,
    paymentMethod: "Bank Transfer" as const,
    bankName: "ABA Bank",
    accountId: "000 123",
    requestMessage: "For the rent",
    approvalsNeeded: 1,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    version: 1,
  };
  const decision = { decidedBy: TRADER, cancelledByUser: true } as const;
  await write([...insertWithdrawal(query, row, TRADER), ...rejectWithdrawal(query, row, decision, atMs)]);
}
