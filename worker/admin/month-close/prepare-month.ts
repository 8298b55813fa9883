import { BOOKS } from "../../contract/books.ts";
import { AppError } from "../../contract/errors.ts";
import { MONTH_TEXT } from "../../month-close/month-answers.ts";
import { insertClose } from "../../month-close/month-close-store.ts";
import { assertNothingHolds, monthsFrom, spanOf } from "../../month-close/month-rules.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordApproval } from "../commands/approval-store.ts";
import { assertApprovalCounts, withApproval } from "../commands/approvals.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { selectClose } from "./month-admin-store.ts";
import { monthNow, selectMonthFacts } from "./month-facts.ts";

/** The approval of a month: both operators approve the digest of its report. */
export function approvalOf(id: string, digest: string) {
  return { subject: `month:${id}` as const, act: "approve" as const, detail: digest, need: BOOKS.operators };
}

/**
 * Prepares a month for its close: stores exactly the report that this operator saw, with their approval. Another operator seals it.
 * @throws AppError `invalid_input` | `wrong_state` where something holds the close, the report has changed, or it is prepared already |
 * `admin_too_new` | `step_up_required` | `key_reused`
 */
export function prepareMonth(
  scope: Scope,
  month: string,
  input: { digest: string },
  idempotencyKey: IdempotencyKey | null,
) {
  const timeZone = scope.settings.OPERATION_TIME_ZONE;
  const span = spanOf(month, timeZone);
  const { query } = scope.db;
  const id = crypto.randomUUID();
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectClose(query, callerId, month), ...selectMonthFacts(query, callerId, span)] as const,
    ([[found], ...facts], admin, nowMs) => {
      if (found?.close.sealedAtMs != null) throw new AppError("wrong_state", MONTH_TEXT.sealed);
      if (found) throw new AppError("wrong_state", MONTH_TEXT.prepared(found.preparedByName ?? ""));
      assertApprovalCounts(admin);
      const now = monthNow(facts, span, { timeZone, nowMs });
      assertNothingHolds(now.holds);
      if (now.digest !== input.digest) throw new AppError("wrong_state", MONTH_TEXT.changed);
      const { digest, text: report } = now;
      const request = approvalOf(id, digest);
      // A month begins where the sealed one before ended, also after a change of the time zone.
      const fromMs = facts[1][0]?.month === monthsFrom(month, -1) ? facts[1][0].untilMs : span.fromMs;
      return {
        reply: {
          close: { _id: id, month, state: "prepared" as const, digest },
          approvals: { have: withApproval([], request, admin, nowMs).length, need: BOOKS.operators },
        },
        statements: [
          insertClose(query, { ...span, fromMs, id, report, digest, preparedBy: admin.id, preparedAtMs: nowMs }),
          ...recordApproval(query, [], request, admin, nowMs),
          audit(
            query,
            { actor: admin.id, action: "month.prepared", subject: `book:${month}`, detail: { close: id, digest } },
            nowMs,
          ),
        ],
      };
    },
  );
}
