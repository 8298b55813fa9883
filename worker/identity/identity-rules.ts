import type { identities } from "../../db/schema/index.ts";
import { AppError } from "../contract/errors.ts";
import { joinLanguages, type Said, type Translated } from "../contract/translated.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { IDENTITY_TEXT as khmer } from "./identity-text.km.ts";
import { IDENTITY_TEXT as english } from "./identity-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** The rules of identities: pure, no I/O, no clock. The database checks them again. */

type Identity = typeof identities.$inferSelect;
/** The state of an identity. */
export type IdentityStatus = Identity["status"];
/** An admin's reason for a rejection. */
export type IdentityRejectReason = NonNullable<Identity["rejectReason"]>;

/**
 * Refuses a new ID card of a verified user. While one is pending or was rejected, another may be submitted.
 * @throws AppError `wrong_state`
 * Source: specification section 4, "ID verification status"; `security.md` section 1, rule 7
 */
export function assertMaySubmit(status: IdentityStatus | null): void {
  if (status === "verified") {
    throw new AppError("wrong_state", TEXT.alreadyVerified, { field: "idCardImage" });
  }
}

/**
 * Refuses another name for a verified user: the ID card was compared with the current one.
 * @param field the first of the names that would change
 * @throws AppError `wrong_state`
 * Source: `security.md` section 1, rule 7
 */
export function assertMayRename(status: IdentityStatus | null, field: "firstName" | "lastName"): void {
  if (status === "verified") throw new AppError("wrong_state", ERROR_TEXT.name_is_verified, { field });
}

/** The facts of an identity that decide whether an admin's action on it is allowed. */
type IdentityFacts = { userId: string; status: IdentityStatus; version: number; decidedByName: string | null };

/**
 * Refuses a decision about an identity that is missing, is the admin's own, was already decided, or has another image
 * or name than the admin saw.
 * @throws AppError `not_found` | `own_account` | `wrong_state` describing the change
 */
export function assertDecidable<T extends IdentityFacts>(identity: T | undefined, version: number, adminId: string): T {
  if (!identity) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (identity.userId === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
  if (identity.status !== "pending") {
    throw new AppError("wrong_state", TEXT.decided(String(identity.decidedByName), identity.status));
  }
  if (identity.version !== version) {
    throw new AppError("wrong_state", TEXT.changed);
  }
  return identity;
}

/**
 * Refuses to reopen an identity that is missing, is the admin's own, is not verified, or has changed since the admin
 * saw it.
 * @throws AppError `not_found` | `own_account` | `wrong_state`
 */
export function assertReopenable<T extends IdentityFacts>(
  identity: T | undefined,
  version: number,
  adminId: string,
): T {
  if (!identity) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (identity.userId === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
  if (identity.status !== "verified" || identity.version !== version) {
    throw new AppError("wrong_state", TEXT.notReopenable);
  }
  return identity;
}

/**
 * Refuses to write what the card of an identity says, after the verification: for one that is missing, is the admin's own, is not
 * verified, has no picture any more, or was changed since the admin saw it.
 * @param saw.readAt when the fields that the admin saw were read, epoch ms; null for none
 * @throws AppError `not_found` | `own_account` | `wrong_state`
 */
export function assertCardCorrectable<T extends IdentityFacts & { image: string | null }>(
  identity: T | undefined,
  readAtMs: number | null,
  saw: { version: number; readAtMs: number | null },
  adminId: string,
): T & { image: string } {
  if (!identity) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (identity.userId === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
  const { status, version, image } = identity;
  if (status !== "verified" || version !== saw.version || image === null) {
    throw new AppError("wrong_state", TEXT.cardNotCorrectable);
  }
  if (readAtMs !== saw.readAtMs) throw new AppError("wrong_state", TEXT.cardCorrected);
  return { ...identity, image };
}

/** The text of a reason for the trader; null when the product has a sentence of its own. */
const REASON_TEXT: Record<IdentityRejectReason, Translated | null> = {
  unclear: null,
  ...TEXT.reasons,
  other: null,
  // Always comes with a note, which is used instead.
  reopened: null,
};

/**
 * Why an identity was rejected, as text for the trader: the admin's note, otherwise the text of the reason.
 * @returns null for "please upload a clearer image", which the product shows by itself
 */
export function rejectionText(reason: IdentityRejectReason, note: string | null): Said | null {
  return note ?? REASON_TEXT[reason];
}
