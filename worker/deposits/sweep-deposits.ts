import { eq, lte } from "drizzle-orm";
import { deposits } from "../../db/schema/index.ts";
import { claimAsk, endUnpaid, selectDue } from "./deposit-store.ts";
import { type Settler, settleDeposit } from "./settle-deposit.ts";

const ASKS_PER_RUN = 100;
/** Four a second: under the five that the payment network may be asked in all, so that people who wait go first. */
const PACE_MS = 250;

/**
 * What the cron does for deposits, with no browser open: ends the ones whose time is over, and asks about those that
 * may still be paid, the longest waiting first. Runs may overlap or repeat.
 * @returns how many expired and how many were asked about
 */
export async function sweepDeposits(settler: Settler): Promise<{ expired: number; asked: number }> {
  const { db, now } = settler;
  const { query } = db;
  const startedAtMs = now();
  const [, expired, due] = await db.write([
    ...endUnpaid(query, lte(deposits.expiresAtMs, startedAtMs), { status: "expired", actor: "system" }, startedAtMs),
    selectDue(query, startedAtMs, ASKS_PER_RUN),
  ]);
  let asked = 0;
  for (const deposit of due) {
    const [, [claim]] = await db.write([...claimAsk(query, eq(deposits.id, deposit.id), now())]);
    if (claim) {
      await settleDeposit(settler, deposit, claim.failuresInARow);
      asked += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
  return { expired: expired.length, asked };
}
