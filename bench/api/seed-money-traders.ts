import type { Database } from "../../db/client.ts";
import { paymentMethods, sessions } from "../../db/schema/index.ts";
import { addPerson, creditTrader } from "../../dev/test/test-money.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { sha256Hex } from "../../worker/platform/secrets.ts";

/** A trader with money. @property token of their session's cookie */
export type MoneyTrader = { id: string; token: string };

/** Seeds traders with money, a bank account and a session. */
export async function seedMoneyTraders(db: Database, count: number): Promise<MoneyTrader[]> {
  const traders: MoneyTrader[] = [];
  for (let i = 0; i < count; i++) {
    const trader = { id: `trader${i}`, token: `${i}`.padStart(43, "t") };
    await addPerson(db, trader.id);
    await creditTrader(db, trader.id, 1_000);
    await db.write(await bankAndSession(db, trader));
    traders.push(trader);
  }
  return traders;
}

async function bankAndSession({ query }: Database, { id, token }: MoneyTrader) {
  const nowMs = Date.now();
  return [
    query.insert(paymentMethods).values({ userId: id, bankName: "ABA Bank", accountId: "000 123", updatedAtMs: 0 }),
    query.insert(sessions).values({
      id: `session-${id}`,
      tokenHash: await sha256Hex(token),
      userId: id,
      kind: "trader",
      userAgent: "bench",
      createdAtMs: nowMs,
      lastActionAtMs: nowMs,
      authenticatedAtMs: nowMs,
      expiresAtMs: nowMs + HOUR_MS,
    }),
  ] as const;
}
