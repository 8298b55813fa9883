import { logFault } from "../platform/log.ts";
import { type DepositRow, expireDeposits } from "./deposit-store.ts";
import { CALLS_PER_SECOND } from "./payment-network.ts";
import { claimSweep, schedulePoll, selectDue } from "./payment-poll-store.ts";
import { type Settler, settleDeposit } from "./settle-deposit.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;
/** The next run comes each minute. */
const RUN_MS = 50 * SECOND_MS;
const ASKS_PER_RUN = (RUN_MS / SECOND_MS) * CALLS_PER_SECOND.sweep;

/**
 * What the cron does for deposits, with no browser open: ends the ones whose time is over, and asks about those that
 * may still be paid, as many as its part of the calls allows, everybody in turn. Runs may overlap or repeat.
 * @returns how many expired and how many were asked about
 */
export async function sweepDeposits(settler: Settler): Promise<{ expired: number; asked: number }> {
  const { db, now } = settler;
  const startedAtMs = now();
  const [, expired, due] = await db.write([
    ...expireDeposits(db.query, startedAtMs),
    selectDue(db.query, startedAtMs, ASKS_PER_RUN),
  ]);
  let asked = 0;
  while (due.length > 0 && now() < startedAtMs + RUN_MS) {
    const asks = due.splice(0, CALLS_PER_SECOND.sweep).map((deposit) => askOrPutOff(settler, deposit));
    const pause = due.length > 0 ? new Promise((resolve) => setTimeout(resolve, SECOND_MS)) : null;
    for (const count of await Promise.all(asks)) asked += count;
    await pause;
  }
  return { expired: expired.length, asked };
}

/** One deposit that cannot be settled must not keep the others waiting; it has its next turn in an hour. */
async function askOrPutOff(settler: Settler, deposit: DepositRow): Promise<0 | 1> {
  try {
    return await askAbout(settler, deposit);
  } catch (error) {
    logFault(error);
    await settler.db.write([schedulePoll(settler.db.query, deposit, settler.now() + HOUR_MS)]);
    return 0;
  }
}

/** @returns how many questions it took: none when another run has settled the deposit, or no call is left */
async function askAbout(settler: Settler, deposit: DepositRow): Promise<0 | 1> {
  const { db, now } = settler;
  const [[claim]] = await db.write(claimSweep(db.query, deposit, now()));
  if (!claim) return 0;
  await settleDeposit(settler, deposit, claim);
  return 1;
}
