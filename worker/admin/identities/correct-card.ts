import type { TypedCard } from "../../contract/read-card.ts";
import { insertCardFields, removeCardFields } from "../../identity/card-fields-store.ts";
import { encryptCard, numberDigests } from "../../identity/card-secrets.ts";
import { assertCardCorrectable } from "../../identity/identity-rules.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import { operationDay } from "../../platform/operation-settings.ts";
import type { Scope } from "../../platform/scope.ts";
import { hmacHex } from "../../platform/secrets.ts";
import { decisionNote, requiredNote } from "../commands/decision-note.ts";
import { type AdminPlan, runAdminCommand } from "../commands/run-admin-command.ts";
import { idForCaller } from "../lists/person-sql.ts";
import { readTypedCard, reasonForUsedCard } from "./card-admin-rules.ts";
import { selectCard, selectCardOthers } from "./card-admin-store.ts";
import { selectAdminIdentity } from "./identity-admin-store.ts";
import { adminIdentityView } from "./identity-admin-view.ts";

/**
 * Writes what the card of a verified identity says: for one that was verified before cards were read, or in the place of what was misread.
 * The verification stays. What was written before is not kept: the audit log says who wrote anew, and why.
 * @param input.readAt when the fields were read that the admin saw, ISO 8601; null for none
 * @param input.cardReason why it stays although another account has the same card
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `card_used` | `invalid_input` | `step_up_required` | `key_reused`
 */
export async function correctCard(
  scope: Scope,
  userId: string,
  input: TypedCard & { version: number; readAt: string | null; cardReason: string; reason: string },
  idempotencyKey: IdempotencyKey,
) {
  const { settings } = scope;
  const { query } = scope.db;
  const keys = settings.TOTP_ENCRYPTION_KEYS;
  const { version, readAt, cardReason, reason: why, ...typed } = input;
  const reason = requiredNote(why, "reason");
  const used = decisionNote(cardReason, "cardReason");
  const saw = { version, readAtMs: readAt === null ? null : Date.parse(readAt) };
  const fields = readTypedCard(typed, operationDay(scope), { mayHaveExpired: true });
  const [stored, digests] = await Promise.all([encryptCard(keys, userId, fields), numberDigests(keys, fields.number)]);
  // As of a verification: no plain hash of what the card says is stored.
  const fingerprint = await hmacHex(settings.COOKIE_SECRET, `card-fingerprint:${idempotencyKey.fingerprint}`);
  return runAdminCommand(
    scope,
    { ...idempotencyKey, fingerprint },
    (_, callerId) =>
      [
        selectAdminIdentity(query, callerId, userId),
        selectCard(query, callerId, idForCaller(callerId, userId)),
        selectCardOthers(query, idForCaller(callerId, userId), digests),
      ] as const,
    ([[found], [card], others], admin, nowMs): AdminPlan<{ identity: ReturnType<typeof adminIdentityView> }> => {
      const row = assertCardCorrectable(found, card?.readAtMs ?? null, saw, admin.id);
      const usedReason = reasonForUsedCard(others, used);
      const detail = { reason, ...(usedReason !== null && { cardReason: usedReason }) };
      return {
        reply: { identity: adminIdentityView({ ...row, cardExpiresOn: fields.expiresOn }) },
        statements: [
          ...removeCardFields(query, row.image, saw.readAtMs),
          insertCardFields(query, {
            ...stored,
            filename: row.image,
            usedReason,
            readBy: admin.id,
            readAtMs: nowMs,
          }),
          audit(
            query,
            { actor: admin.id, action: "identity.card_corrected", subject: `identity:${userId}`, detail },
            nowMs,
          ),
        ],
      };
    },
  );
}
