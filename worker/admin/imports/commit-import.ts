import { dollarsFromCents } from "../../contract/money.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { prepareFiguresSoon } from "../../trades/breakdown/prepare-figures.ts";
import { CASH } from "../../trades/trade-account.ts";
import { commitTrades, isStillLast, selectLastClosed } from "../../trades/trade-import-store.ts";
import { assertApprovalCounts } from "../commands/approvals.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import {
  assertActable,
  assertCommittable,
  assertCountSeen,
  assertMayMoveAlone,
  type SeenImport,
} from "./import-rules.ts";
import { countStaged, isUnchangedSinceRead, selectImport, selectImporter } from "./import-store.ts";
import { importView } from "./import-view.ts";
import { zoneSpans } from "./zone-spans.ts";

/**
 * Commits a staged file: all of its new rows become trades, or none do. One write inserts them and updates every total
 * and the money. Rows whose ticket the trader already has are skipped and counted in the response.
 *
 * @param input.seen what the admin saw of the file; the database refuses the write when its rows are no longer those that
 * were counted
 * @throws AppError `not_found` | `own_account` | `wrong_state` for a file that is incomplete, has nothing new, or was
 * imported already | `insufficient_funds` with the missing amount | `second_admin_needed` | `admin_too_new` |
 * `step_up_required` | `key_reused`
 */
export async function commitImport(
  scope: Scope,
  id: string,
  { seen }: { seen?: SeenImport | undefined },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  let owner: string | null = null;
  const reply = await runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectImport(query, id, scope.now()),
        countStaged(query, id),
        selectLastClosed(query, id),
        selectImporter(query, callerId, scope.now()),
      ] as const,
    ([[found], [counted], [last], [importer]], admin, nowMs) => {
      const record = assertActable(found, admin.id);
      if (!counted || !importer) throw new Error("a count or an admin without a row");
      assertApprovalCounts(admin);
      assertCommittable(record, counted);
      assertCountSeen(counted, seen);
      assertMayMoveAlone(record, counted.profitCents, importer, nowMs);
      const { userId } = record.import;
      owner = userId;
      const { fresh: tradeCount, profitCents, differing } = counted;
      const duplicates = counted.staged - tradeCount;
      const step = { status: "committed" as const, committedBy: admin.id, committedAtMs: nowMs };
      const after = { ...record.import, ...step, tradeCount, profitCents };
      const detail = { userId, trades: tradeCount, duplicates, profit: dollarsFromCents(profitCents) };
      const lastClosedAtMs = last?.lastClosedAtMs ?? 0;
      const isAppended = (counted.firstClosedMs ?? 0) > lastClosedAtMs;
      const asRead = { timeZone: record.timeZone, balanceCentsMin: -profitCents };
      return {
        reply: { import: importView({ ...record, import: after, committedByName: admin.name }), duplicates, differing },
        statements: [
          mustBeUnchanged(query, isUnchangedSinceRead(userId, asRead)),
          mustBeUnchanged(query, isStillLast(userId, lastClosedAtMs)),
          ...commitTrades(
            query,
            { id, userId, tradeCount, profitCents },
            { actor: admin.id, spans: zoneSpans(counted, record.timeZone), isAppended },
            nowMs,
          ),
          audit(query, { actor: admin.id, action: "import.committed", subject: `import:${id}`, detail }, nowMs),
        ],
      };
    },
  );
  // None where an earlier answer was repeated.
  if (owner !== null) prepareFiguresSoon(scope, owner, CASH);
  return reply;
}
