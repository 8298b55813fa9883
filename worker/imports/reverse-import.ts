import { audit } from "../admin/audit/audit.ts";
import { actAtDesk, mustBeUnchanged } from "../admin/desk/desk-act.ts";
import { TEXT_MAX } from "../contract/limits.ts";
import { dollarsFromCents } from "../contract/money.ts";
import type { OnceKey } from "../http/idempotency.ts";
import { plainText } from "../http/plain-text.ts";
import type { Scope } from "../http/scope.ts";
import { reverseTrades } from "../trades/commit-trades.ts";
import { assertActable, assertReversible } from "./import-rules.ts";
import { isAsRead, selectImport, selectImportedSpan } from "./import-store.ts";
import { importView } from "./import-view.ts";
import { zoneSpans } from "./zone-spans.ts";

/**
 * Takes a committed import back as a whole: its trades, their part of every total, and the money that they made.
 *
 * @param typed why, in words; colleagues read it beside the import
 * @throws AppError `not_found` | `own_account` | `wrong_state` for one that does not stand | `insufficient_funds` with the
 *                  sum that is short, when the profit was spent since | `invalid_input` | `step_up_required` | `key_reused`
 */
export function reverseImport(scope: Scope, id: string, typed: string, once: OnceKey | null) {
  const reason = plainText(typed, { field: "reason", max: TEXT_MAX.note, lines: "several", isRequired: true });
  const { query } = scope.db;
  return actAtDesk(
    scope,
    once,
    () => [selectImport(query, id), selectImportedSpan(query, id)] as const,
    ([[found], [span]], admin, nowMs) => {
      const record = assertActable(found, admin.id);
      const profitCents = assertReversible(record);
      if (!span) throw new Error("a count without a row");
      const { userId } = record.import;
      const tradeCount = record.import.tradeCount ?? 0;
      const after = { ...record.import, status: "reversed" as const, reason, reversedAtMs: nowMs };
      const detail = { userId, trades: tradeCount, profit: dollarsFromCents(profitCents), reason };
      const asRead = { timeZone: record.timeZone, balanceCentsMin: profitCents };
      return {
        reply: { import: importView({ ...record, import: after }) },
        statements: [
          mustBeUnchanged(query, isAsRead(userId, asRead)),
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
}
