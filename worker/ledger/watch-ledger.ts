import type { Database, Statement } from "../../db/client.ts";
import { DAY_MS, MINUTE_MS } from "../contract/time.ts";
import { claimRun, recordRun, selectRun } from "../platform/job-run-store.ts";
import { logEvent } from "../platform/log.ts";
import { markUpTo, rebuildMarks } from "./account-mark-store.ts";
import { checkLedger } from "./check-ledger.ts";
import { checkNewEntries } from "./check-new-entries.ts";
import { type LedgerCheckJob, recordCheck } from "./ledger-check-store.ts";
import { describeFaults, type LedgerFaults } from "./ledger-faults.ts";
import { pauseWithdrawals } from "./pause-store.ts";

/** Slightly less than five minutes, because the runs of the cron are not exactly sixty seconds apart. */
const ABOUT_FIVE_MINUTES_MS = 5 * MINUTE_MS - 5_000;
/** 01:00 in Phnom Penh, as a time of the UTC day. */
const NIGHT_BEGINS_MS = 18 * 60 * MINUTE_MS;

/** The dependencies of the check, provided by the cron. @property db must allow minutes for the whole check */
type Watch = { db: Database; now: () => number };

/**
 * Checks the ledger: new entries every five minutes, and everything once a night, retried until it is done. Any
 * difference pauses withdrawals until an operator has checked it (`bun run ledger resume`).
 * Source: `security.md` section 1, rule 5
 * @returns how many faults were found, for each check that ran
 */
export async function watchLedger(watch: Watch): Promise<{ newFaults?: number; wholeFaults?: number }> {
  const { db, now } = watch;
  const { query } = db;
  const [[run], [whole]] = await db.write([
    claimRun(query, "ledger_new", ABOUT_FIVE_MINUTES_MS, now()),
    selectRun(query, "ledger_whole"),
  ]);
  if (!run) return {};
  const recent = await checkNewEntries(db);
  const newFaults = await recordResult(watch, "ledger_new", recent, [markUpTo(query, recent.lastEntryId)]);
  if (whole && whole.ranAtMs >= latestNightStart(now())) return { newFaults };

  const check = await checkLedger(db);
  const wholeFaults = await recordResult(watch, "ledger_whole", check, rebuildMarks(query, check.lastEntryId));
  await db.write([recordRun(query, "ledger_whole", now())]);
  return { newFaults, wholeFaults };
}

/** When the latest night began, epoch ms. */
function latestNightStart(nowMs: number): number {
  return Math.floor((nowMs - NIGHT_BEGINS_MS) / DAY_MS) * DAY_MS + NIGHT_BEGINS_MS;
}

/**
 * Records the result of a check. Without faults it moves the marks forward; otherwise it pauses withdrawals, and the cron opens the
 * incident of the difference. @returns the number of faults
 */
async function recordResult(
  { db, now }: Watch,
  job: LedgerCheckJob,
  found: LedgerFaults,
  marks: readonly Statement[],
): Promise<number> {
  const faults = describeFaults(found);
  const nowMs = now();
  const recorded = recordCheck(db.query, job, faults, nowMs);
  if (faults.length === 0) {
    await db.write([recorded, ...marks]);
    return 0;
  }
  const reason = faults.join("; ");
  await db.write([recorded, ...pauseWithdrawals(db.query, reason, nowMs)]);
  logEvent("ledger_differs", { alert: true, faults: faults.length, reason: reason.slice(0, 1_000) });
  return faults.length;
}
