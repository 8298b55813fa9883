import { TEXT_MAX } from "../../contract/limits.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import { plainText } from "../../platform/plain-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { prepareFiguresSoon } from "../../trades/breakdown/prepare-figures.ts";
import { CASH } from "../../trades/trade-account.ts";
import { reverseTrades } from "../../trades/trade-import-store.ts";
import { assertApprovalCounts } from "../commands/approvals.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { assertActable, assertMayMoveAlone, assertReversible } from "./import-rules.ts";
import { isUnchangedSinceRead, selectImport, selectImportedSpan, selectImporter } from "./import-store.ts";
import { importView } from "./import-view.ts";
import { zoneSpans } from "./zone-spans.ts";

/**
 * Reverses a committed import as a whole: its trades, their share of every total, and the money.
 *
 * @param typed the reason; colleagues see it with the import
 * @throws AppError `not_found` | `own_account` | `wrong_state` for one that is not committed | `insufficient_funds`
 * with the missing amount, when the profit was spent since | `invalid_input` | `step_up_required` | `key_reused` |
 * `second_admin_needed` | `admin_too_new`
 */
export async function reverseImport(scope: Scope, id: string, typed: string, idempotencyKey: IdempotencyKey | null) {
  const reason = plainText(typed, { field: "reason", max: TEXT_MAX.note, lines: "several", isRequired: true });
  const { query } = scope.db;
  let owner: string | null = null;
  const reply = await runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectImport(query, id, scope.now()),
        selectImportedSpan(query, id),
        selectImporter(query, callerId, scope.now()),
      ] as const,
    ([[found], [span], [importer]], admin, nowMs) => {
      const record = assertActable(found, admin.id);
      if (!span || !importer) throw new Error("a count or an admin without a row");
      assertApprovalCounts(admin);
      const profitCents = assertReversible(record);
      assertMayMoveAlone(record, profitCents, importer, nowMs);
      const { userId } = record.import;
      owner = userId;
      const tradeCount = record.import.tradeCount ?? 0;
      const step = { status: "reversed" as const, reversedBy: admin.id, reversedAtMs: nowMs };
      const after = { ...record.import, ...step, reason };
      const detail = { userId, trades: tradeCount, profit: dollarsFromCents(profitCents), reason };
      const asRead = { timeZone: record.timeZone, balanceCentsMin: profitCents };
      return {
        reply: { import: importView({ ...record, import: after, reversedByName: admin.name }) },
        statements: [
          mustBeUnchanged(query, isUnchangedSinceRead(userId, asRead)),
          ...reverseTrades(
            query,
            { id, userId, tradeCount, profitCents },
            { actor: admin.id, spans: zoneSpans(span, record.timeZone), reason },
            nowMs,
          ),
          audit(query, { actor: admin.id, action: "import.reversed", subject: `import:${id}`, detail }, nowMs),
        ],
      };
    },
  );
  // None where an earlier answer was repeated.
  if (owner !== null) prepareFiguresSoon(scope, owner, CASH);
  return reply;
}
