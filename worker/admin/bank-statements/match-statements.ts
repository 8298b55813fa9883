import { insertMatches } from "../../bank-statements/bank-statement-store.ts";
import { matchTransfer, selectBankTransfers, selectOpenLines } from "../../bank-statements/open-money-store.ts";
import { dayAt, dayStartMs } from "../../contract/trade-calendar.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { MATCHED_DAYS } from "./import-statement.ts";
import { matchStored } from "./match-stored.ts";

/**
 * Matches the open lines of some days once more, after what was recorded since their statement was imported: a deposit that was marked as paid, a
 * payout that came back, a fee.
 * @throws AppError `step_up_required` | `key_reused`
 */
export function matchStatements(
  scope: Scope,
  { from, to }: { from: number; to: number },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const timeZone = scope.settings.OPERATION_TIME_ZONE;
  const range = {
    fromMs: dayStartMs(from - MATCHED_DAYS.before, timeZone),
    toMs: dayStartMs(to + 1 + MATCHED_DAYS.linesBefore, timeZone),
    is: "open" as const,
  };
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [selectOpenLines(query, callerId, { from, to }), selectBankTransfers(query, callerId, range)] as const,
    ([lines, transfers], admin, nowMs) => {
      const ofLedger = transfers.map((row) => matchTransfer(row, (atMs) => dayAt(atMs, timeZone)));
      const { matches } = matchStored(lines, ofLedger);
      const detail = { matched: matches.length, open: lines.length - matches.length };
      return {
        reply: detail,
        statements: [
          ...insertMatches(query, matches, nowMs),
          audit(query, { actor: admin.id, action: "statement.matched", subject: "list:statements", detail }, nowMs),
        ],
      };
    },
  );
}
