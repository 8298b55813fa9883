import { AppError } from "../contract/errors.ts";
import { auditIf, HAS_CHANGED_ONE, ownAccount } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { TEXT } from "./own-bot.ts";
import { setShowsSums } from "./telegram-store.ts";

/**
 * Chooses whether messages to the caller's chat say sums of money.
 * @throws AppError `not_signed_in` | `too_many_requests` | `wrong_state` without a chat
 */
export async function chooseSums(scope: Scope, showsSums: boolean): Promise<{ showsSums: boolean }> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { rows } = await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "profileByAccount", callerId, nowMs),
    setShowsSums(query, callerId, showsSums),
    auditIf(
      query,
      {
        actor: callerId,
        action: "user.telegram_sums",
        subject: ownAccount(callerId),
        detail: { on: showsSums },
      },
      HAS_CHANGED_ONE,
      nowMs,
    ),
  ]);
  const [, [chosen]] = rows;
  if (!chosen) throw new AppError("wrong_state", TEXT.noChat);
  return chosen;
}
