import { insertCardFields } from "../../identity/card-fields-store.ts";
import type { StoredCard } from "../../identity/card-secrets.ts";
import { assertDecidable } from "../../identity/identity-rules.ts";
import { decideIdentity, type IdentityDecision } from "../../identity/identity-store.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Mail } from "../../platform/mail/compose-mail.ts";
import type { Scope } from "../../platform/scope.ts";
import { type AdminPlan, runAdminCommand } from "../commands/run-admin-command.ts";
import { idForCaller } from "../lists/person-sql.ts";
import { reasonForUsedCard } from "./card-admin-rules.ts";
import { selectCardOthers } from "./card-admin-store.ts";
import { type AdminIdentityRow, selectAdminIdentity } from "./identity-admin-store.ts";
import { adminIdentityView } from "./identity-admin-view.ts";

/**
 * An admin's decision, and its mail to the trader, which is sent only if the trader has not turned it off
 * (`contract/optional-mails-text.ts`).
 */
export type Verdict = Pick<IdentityDecision, "status" | "rejectReason" | "note"> & {
  /** What a card that is accepted says: encrypted, with the digests of its number, and the reason for one that somebody else has. */
  card?: { fields: StoredCard; digests: readonly string[]; reason: string };
  mail: (row: AdminIdentityRow) => Mail;
};

/**
 * Decides about a pending identity, on the version that the admin saw.
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `card_used` | `key_reused`
 */
export function decideAsAdmin(
  scope: Scope,
  userId: string,
  { version, verdict }: { version: number; verdict: Verdict },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const { mail, card, ...outcome } = verdict;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectAdminIdentity(query, callerId, userId),
        selectCardOthers(query, idForCaller(callerId, userId), card?.digests),
      ] as const,
    ([[found], others], admin, nowMs): AdminPlan<{ identity: ReturnType<typeof adminIdentityView> }> => {
      const row = assertDecidable(found, version, admin.id);
      const decision = { ...outcome, isCardRead: card !== undefined, decidedBy: admin.id, decidedAtMs: nowMs };
      const usedReason = card ? reasonForUsedCard(others, card.reason) : null;
      const cardExpiresOn = card?.fields.expiresOn ?? null;
      const decided = { ...row, ...decision, cardExpiresOn, version: row.version + 1, decidedByName: admin.name };
      return {
        reply: { identity: adminIdentityView(decided) },
        statements: [
          ...(card && row.image !== null
            ? [
                insertCardFields(query, {
                  ...card.fields,
                  filename: row.image,
                  usedReason,
                  readBy: admin.id,
                  readAtMs: nowMs,
                }),
              ]
            : []),
          ...decideIdentity(query, row, decision),
          audit(
            query,
            {
              actor: admin.id,
              action: `identity.${outcome.status}`,
              subject: `identity:${userId}`,
              detail:
                outcome.rejectReason === null
                  ? usedReason === null
                    ? {}
                    : { cardReason: usedReason }
                  : { reason: outcome.rejectReason, note: outcome.note ?? "" },
            },
            nowMs,
          ),
        ],
        mails: row.user.hasEmailNotifications ? [mail(row)] : [],
      };
    },
  );
}
