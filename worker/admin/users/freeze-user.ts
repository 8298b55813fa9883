import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { type Freeze, setFrozen } from "../../platform/user-store.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { assertAsSeen, assertFrozen } from "./user-admin-rules.ts";
import { selectAdminUser, selectLastDecision } from "./user-admin-store.ts";
import { adminUserView } from "./user-admin-view.ts";
import { accountFrozenMail, accountUnfrozenMail } from "./user-mails.ts";

type FreezeInput = { version: number; reason: string };

/**
 * Freezes an account: the user can read everything but move no money until it is unfrozen. The user is mailed without
 * the reason, which is for admins only.
 * @throws AppError `invalid_input` | `not_found` | `own_account` | `wrong_state` naming a concurrent decision |
 * `key_reused`
 */
export function freezeUser(scope: Scope, id: string, input: FreezeInput, idempotencyKey: IdempotencyKey | null) {
  return decideFreeze(scope, id, input, idempotencyKey, { isFreeze: true });
}

/** Unfreezes an account. @throws AppError as {@link freezeUser} */
export function unfreezeUser(scope: Scope, id: string, input: FreezeInput, idempotencyKey: IdempotencyKey | null) {
  return decideFreeze(scope, id, input, idempotencyKey, { isFreeze: false });
}

function decideFreeze(
  scope: Scope,
  id: string,
  input: FreezeInput,
  idempotencyKey: IdempotencyKey | null,
  { isFreeze }: { isFreeze: boolean },
) {
  const { query } = scope.db;
  const reason = requiredNote(input.reason, "reason");
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectAdminUser(query, callerId, id), selectLastDecision(query, id)] as const,
    ([[found], [last]], admin, nowMs) => {
      const user = assertAsSeen(found, input.version, last, admin);
      assertFrozen(user, !isFreeze);
      const freeze: Freeze | null = isFreeze ? { atMs: nowMs, reason, by: admin.id } : null;
      const after = {
        ...user,
        frozenAtMs: freeze && nowMs,
        frozenReason: freeze && reason,
        frozenByName: freeze && admin.name,
        adminVersion: user.adminVersion + 1,
      };
      const action = isFreeze ? "user.frozen" : "user.unfrozen";
      const mail = isFreeze ? accountFrozenMail : accountUnfrozenMail;
      return {
        reply: { user: adminUserView(after, scope.language) },
        statements: [
          ...setFrozen(query, { id: user._id, adminVersion: user.adminVersion }, freeze),
          audit(query, { actor: admin.id, action, subject: `user:${id}`, detail: { reason } }, nowMs),
        ],
        mails: [mail(user.email, scope.settings.APP_ORIGIN)],
      };
    },
  );
}
