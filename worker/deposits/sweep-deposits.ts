import { and, eq, lte, sql } from "drizzle-orm";
import { deposits } from "../../db/schema/index.ts";
import { logFault } from "../http/log.ts";
import { claimAsk, type DepositRow, endUnpaid, planAsk, selectDue } from "./deposit-store.ts";
import { type Settler, settleDeposit } from "./settle-deposit.ts";

const ASKS_PER_RUN = 100;
/** Four a second: under the five that the payment network may be asked in all, so that people who wait go first. */
const PACE_MS = 250;
const HOUR_MS = 60 * 60_000;

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
    ...endUnpaid(
      query,
      sql`${deposits.expiresAtMs} <= ${startedAtMs}`,
      { status: "expired", actor: "system" },
      startedAtMs,
    ),
    selectDue(query, startedAtMs, ASKS_PER_RUN),
  ]);
  let asked = 0;
  for (const deposit of due) {
    try {
      asked += await askAbout(settler, deposit);
    } catch (error) {
      // One deposit that cannot be settled must not keep the others waiting; it has its next turn in an hour.
      logFault(error);
      await db.write([planAsk(query, deposit, now() + HOUR_MS)]);
    }
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
  return { expired: expired.length, asked };
}

/** @returns how many questions it took: none when another run has settled the deposit, or no call is left */
async function askAbout(settler: Settler, deposit: DepositRow): Promise<0 | 1> {
  const { db, now } = settler;
  const stillDue = sql`${and(eq(deposits.id, deposit.id), lte(deposits.nextAskAtMs, now()))}`;
  const [[claim]] = await db.write([...claimAsk(db.query, stillDue, now())]);
  if (!claim) return 0;
  await settleDeposit(settler, deposit, claim);
  return 1;
}
