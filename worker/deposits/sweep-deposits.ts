import { HOUR_MS } from "../contract/time.ts";
import { logFault } from "../platform/log.ts";
import { type DepositRow, expireDeposits, schedulePoll } from "./deposit-store.ts";
import { claimSweep, selectDue } from "./payment-poll-store.ts";
import { CALLS_PER_SECOND } from "./provider-store.ts";
import { type Settler, settleDeposit } from "./settle-deposit.ts";

const SECOND_MS = 1_000;
/** Ends before the next run, which begins each minute. */
const RUN_MS = 50 * SECOND_MS;
const POLLS_PER_RUN = (RUN_MS / SECOND_MS) * CALLS_PER_SECOND.sweep;

/**
 * The cron job for deposits, independent of any browser: ends the expired ones and polls those that may still be paid,
 * as many as its share of the call budget allows, all users in turn. Runs may overlap or repeat.
 * @returns how many expired and how many were polled
 */
export async function sweepDeposits(settler: Settler): Promise<{ expired: number; asked: number }> {
  const { db, now } = settler;
  const startedAtMs = now();
  const [, expired, due] = await db.write([
    ...expireDeposits(db.query, startedAtMs),
    selectDue(db.query, startedAtMs, POLLS_PER_RUN),
  ]);
  let asked = 0;
  while (due.length > 0 && now() < startedAtMs + RUN_MS) {
    const polls = due.splice(0, CALLS_PER_SECOND.sweep).map((deposit) => pollOrPostpone(settler, deposit));
    const pause = due.length > 0 ? new Promise((resolve) => setTimeout(resolve, SECOND_MS)) : null;
    for (const count of await Promise.all(polls)) asked += count;
    await pause;
  }
  return { expired: expired.length, asked };
}

/** Polls one deposit. An error must not delay the others; the deposit is polled again in an hour. */
async function pollOrPostpone(settler: Settler, deposit: DepositRow): Promise<0 | 1> {
  try {
    return await poll(settler, deposit);
  } catch (error) {
    logFault(error);
    await settler.db.write([schedulePoll(settler.db.query, deposit, settler.now() + HOUR_MS)]);
    return 0;
  }
}

/** @returns the number of polls: 0 when another run has settled the deposit, or no call is left */
async function poll(settler: Settler, deposit: DepositRow): Promise<0 | 1> {
  const { db, now } = settler;
  const [[claim]] = await db.write(claimSweep(db.query, deposit, now()));
  if (!claim) return 0;
  await settleDeposit(settler, deposit, claim);
  return 1;
}
