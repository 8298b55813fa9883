import type { Database } from "../../db/client.ts";
import { paymentMethods, secondFactors, sessions } from "../../db/schema/index.ts";
import { addPerson, creditTrader, verifyTrader } from "../../dev/test/test-money.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { sha256Hex } from "../../worker/platform/secrets.ts";

/** A trader with money, or the admin. @property token of their session's cookie */
export type MoneyTrader = { id: string; token: string };

/** Seeds verified traders with money, a bank account and a session, and an admin with a session. */
export async function seedMoneyTraders(db: Database, count: number) {
  const traders: MoneyTrader[] = [];
  const admin: MoneyTrader = { id: "admin", token: "a".repeat(43) };
  await addPerson(db, admin.id, "admin");
  const adminSession = await sessionOf(admin, "admin");
  await db.write([
    db.query.insert(secondFactors).values({ userId: admin.id, totpSecret: "unused", createdAtMs: 0 }),
    db.query.insert(sessions).values(adminSession),
  ]);
  for (let i = 0; i < count; i++) {
    const trader = { id: `trader${i}`, token: `${i}`.padStart(43, "t") };
    await addPerson(db, trader.id);
    await creditTrader(db, trader.id, 1_000);
    await verifyTrader(db, trader.id);
    const holder = { bankHolder: `${trader.id} ${trader.id}` };
    const bank = { userId: trader.id, bankName: "ABA Bank", accountId: "000 123", ...holder, updatedAtMs: 0 };
    const session = await sessionOf(trader, "trader");
    await db.write([db.query.insert(paymentMethods).values(bank), db.query.insert(sessions).values(session)]);
    traders.push(trader);
  }
  return { traders, admin };
}

async function sessionOf({ id, token }: MoneyTrader, kind: "trader" | "admin") {
  const nowMs = Date.now();
  return {
    id: `session-${id}`,
    tokenHash: await sha256Hex(token),
    userId: id,
    kind,
    userAgent: "bench",
    createdAtMs: nowMs,
    lastActionAtMs: nowMs,
    authenticatedAtMs: nowMs,
    expiresAtMs: nowMs + HOUR_MS,
  };
}
