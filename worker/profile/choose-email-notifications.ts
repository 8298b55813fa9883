import { eq, sql } from "drizzle-orm";
import { users } from "../../db/schema/index.ts";
import { audit, ownAccount } from "../platform/audit.ts";
import { countOneOf } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { batchAs } from "../platform/session.ts";

/**
 * Keeps whether the caller is sent the mails that can be turned off (`contract/optional-mails.ts`). No other mail depends
 * on it, so that turning it off hides nothing that somebody else did in the account.
 * @throws AppError `not_signed_in` | `too_many_requests`
 */
export async function chooseEmailNotifications(scope: Scope, hasEmailNotifications: boolean): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  await batchAs(scope, "act", (me) => [
    countOneOf(query, "profileByAccount", me, nowMs),
    query
      .update(users)
      .set({ hasEmailNotifications })
      .where(eq(users.id, sql`${me}`)),
    audit(
      query,
      {
        actor: me,
        action: "user.email_notifications",
        subject: ownAccount(me),
        detail: { on: hasEmailNotifications },
      },
      nowMs,
    ),
  ]);
}
