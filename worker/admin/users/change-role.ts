import { ADMIN } from "../../contract/limits.ts";
import { checkDemoSockets } from "../../demo/tell-demo-account.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { endAllSessions } from "../../platform/session-store.ts";
import { giveRole } from "../../platform/user-store.ts";
import { requiredNote } from "../commands/decision-note.ts";
import { mustBeUnchanged, runAdminCommand } from "../commands/run-admin-command.ts";
import { assertAsSeen, assertMayHaveRole } from "./user-admin-rules.ts";
import { hasAdminVersion, selectAdminAddresses, selectAdminUser, selectLastDecision } from "./user-admin-store.ts";
import { adminUserView } from "./user-admin-view.ts";
import { newAdminMail, roleChangedMail } from "./user-mails.ts";

/** The input of a role change. @property version of the user as the admin saw them */
export type RoleInput = { version: number; role: "trader" | "admin"; reason: string };

/**
 * Makes a user an admin or removes an admin; no other route can. The user is signed out everywhere, and every admin is
 * mailed, including a removed one. A new admin can log in as one after setting up a second factor as a trader, and can
 * decide about money a day later.
 * @throws AppError `invalid_input` | `not_found` | `own_account` | `last_admin` | `wrong_state` | `key_reused`
 */
export async function changeRole(scope: Scope, id: string, input: RoleInput, idempotencyKey: IdempotencyKey | null) {
  const { query } = scope.db;
  const { role } = input;
  const reason = requiredNote(input.reason, "reason");
  const reply = await runAdminCommand(
    scope,
    idempotencyKey,
    () => [selectAdminUser(query, id), selectLastDecision(query, id), selectAdminAddresses(query)] as const,
    ([[found], [last], admins], admin, nowMs) => {
      const user = assertAsSeen(found, input.version, last, admin);
      assertMayHaveRole(user, role);
      const action = role === "admin" ? "admin.appointed" : "admin.removed";
      const change = { email: user.email, by: admin.name, isAdmin: role === "admin" };
      const adminMails = admins.map(({ email }) => roleChangedMail(email, scope.settings.APP_ORIGIN, change));
      const approvalsCountFromMs = role === "admin" ? nowMs + ADMIN.approvalsCountAfterMs : null;
      return {
        reply: {
          user: adminUserView(
            { ...user, role, approvalsCountFromMs, adminVersion: user.adminVersion + 1 },
            scope.language,
          ),
        },
        statements: [
          mustBeUnchanged(query, hasAdminVersion(id, user.adminVersion)),
          giveRole(query, { userId: id, role, by: admin.id, atMs: nowMs }),
          ...endAllSessions(query, id),
          audit(query, { actor: admin.id, action, subject: `user:${id}`, detail: { reason } }, nowMs),
        ],
        mails:
          role === "admin"
            ? [...adminMails, newAdminMail(user.email, scope.settings.APP_ORIGIN, admin.name)]
            : adminMails,
      };
    },
  );
  checkDemoSockets(scope, id);
  return reply;
}
