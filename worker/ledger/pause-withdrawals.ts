import { eq } from "drizzle-orm";
import type { Database, Query } from "../../db/client.ts";
import { pauses } from "../../db/schema/index.ts";
import { auditIf, HAS_CHANGED_ONE } from "../platform/audit.ts";
import { checkLedger, type LedgerCheck } from "./check-ledger.ts";
import { markAnew } from "./check-new-entries.ts";
import { recordCheck } from "./ledger-checks.ts";

const REASON_CHARACTERS_MAX = 500;
/** Who stops and resumes, and what. */
const RECORD = { actor: "system", subject: "pause:withdrawals" } as const;

/**
 * The statements that stop withdrawals, with the record of it: no request, approval or completion passes the database
 * from here on. Rejecting and cancelling, which give money back, go on. A pause that stands keeps its reason.
 */
export function pauseWithdrawals(query: Query, reason: string, nowMs: number) {
  const shortReason = reason.slice(0, REASON_CHARACTERS_MAX);
  return [
    query
      .insert(pauses)
      .values({ what: "withdrawals", reason: shortReason, sinceMs: nowMs })
      .onConflictDoNothing({ target: pauses.what }),
    auditIf(
      query,
      { ...RECORD, action: "withdrawals.paused", detail: { reason: shortReason } },
      HAS_CHANGED_ONE,
      nowMs,
    ),
  ] as const;
}

/**
 * Lets withdrawals go on, with the record of it, when the whole ledger is right.
 * @returns the check; `wasPaused` is false when there was nothing to end, and null when the check forbids it
 */
export async function resumeWithdrawals(
  db: Database,
  nowMs: number,
): Promise<{ check: LedgerCheck; wasPaused: boolean | null }> {
  const { query } = db;
  const check = await checkLedger(db);
  if (!check.isClean) return { check, wasPaused: null };
  const [ended] = await db.write([
    query.delete(pauses).where(eq(pauses.what, "withdrawals")).returning({ what: pauses.what }),
    auditIf(query, { ...RECORD, action: "withdrawals.resumed" }, HAS_CHANGED_ONE, nowMs),
    ...markAnew(query, check.lastEntryId),
    // What the automatic checks said before no longer holds.
    recordCheck(query, "ledger_new", [], nowMs),
    recordCheck(query, "ledger_whole", [], nowMs),
  ]);
  return { check, wasPaused: ended.length > 0 };
}
