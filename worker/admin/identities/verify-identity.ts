import type { TypedCard } from "../../contract/read-card.ts";
import { encryptCard, numberDigests } from "../../identity/card-secrets.ts";
import { identityVerifiedMail } from "../../identity/identity-mails.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import { operationDay } from "../../platform/operation-settings.ts";
import type { Scope } from "../../platform/scope.ts";
import { hmacHex } from "../../platform/secrets.ts";
import { decisionNote } from "../commands/decision-note.ts";
import { readTypedCard } from "./card-admin-rules.ts";
import { decideAsAdmin } from "./decide-identity.ts";

/**
 * Confirms that the ID card is the trader's, with what it says. The verification stays, whatever the trader submits later.
 * @param input.cardReason why it is verified although another account has the same card
 * @throws AppError `not_found` | `own_account` | `wrong_state` | `card_used` | `invalid_input` | `step_up_required` | `key_reused`
 */
export async function verifyIdentity(
  scope: Scope,
  userId: string,
  { version, cardReason, ...typed }: TypedCard & { version: number; cardReason: string },
  idempotencyKey: IdempotencyKey,
) {
  const { settings } = scope;
  const keys = settings.TOTP_ENCRYPTION_KEYS;
  const fields = readTypedCard(typed, operationDay(scope));
  const verdict = {
    status: "verified" as const,
    rejectReason: null,
    note: null,
    card: {
      fields: await encryptCard(keys, userId, fields),
      digests: await numberDigests(keys, fields.number),
      reason: decisionNote(cardReason, "cardReason"),
    },
    mail: ({ user }: { user: { email: string } }) => identityVerifiedMail(user.email, settings.APP_ORIGIN),
  };
  // A plain hash of what the card says is stored for days; with the card's name known, its number is found by trying.
  const fingerprint = await hmacHex(settings.COOKIE_SECRET, `card-fingerprint:${idempotencyKey.fingerprint}`);
  return decideAsAdmin(scope, userId, { version, verdict }, { ...idempotencyKey, fingerprint });
}
