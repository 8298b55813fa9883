import { audit, ownAccount } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { setChoices } from "../platform/user-store.ts";

/**
 * Sets whether the caller is sent the optional mails (`contract/optional-mails-text.ts`). No other mail depends on it, so
 * turning it off cannot hide what somebody else did in the account.
 * @throws AppError `not_signed_in` | `too_many_requests`
 */
export async function chooseEmailNotifications(scope: Scope, hasEmailNotifications: boolean): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "profileByAccount", callerId, nowMs),
    setChoices(query, callerId, { hasEmailNotifications }),
    audit(
      query,
      {
        actor: callerId,
        action: "user.email_notifications",
        subject: ownAccount(callerId),
        detail: { on: hasEmailNotifications },
      },
      nowMs,
    ),
  ]);
}
