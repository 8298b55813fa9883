import type { identities } from "../../db/schema/index.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";

/** The rules of identities: pure, no I/O, no clock. The database refuses the same again. */

type Identity = typeof identities.$inferSelect;
export type IdentityStatus = Identity["status"];
export type IdentityRejectReason = NonNullable<Identity["rejectReason"]>;

/**
 * Refuses a new ID card of somebody who is verified: that stays. While one waits, or was refused, another may be sent.
 * @throws AppError `wrong_state`
 * Source: specification section 4, "ID verification status"; `security.md` section 1, rule 7
 */
export function assertMaySubmit(status: IdentityStatus | null): void {
  if (status === "verified") {
    throw new AppError("wrong_state", "Your identity is already verified", { field: "idCardImage" });
  }
}

/**
 * Refuses another name for somebody who is verified: the ID card was compared with the one they have.
 * @param field the first of the names that would change
 * @throws AppError `wrong_state`
 * Source: `security.md` section 1, rule 7
 */
export function assertMayRename(status: IdentityStatus | null, field: "firstName" | "lastName"): void {
  if (status === "verified") throw new AppError("wrong_state", ERROR_TEXT.name_is_verified, { field });
}

/** What is read of an identity to judge an admin's act on it. */
type Judged = { userId: string; status: IdentityStatus; version: number; decidedByName: string | null };

/**
 * Refuses a decision about an identity that is not there, is the admin's own, was decided already, or has another image or
 * another name by now than the admin saw.
 * @throws AppError `not_found` | `own_account` | `wrong_state` saying what happened
 */
export function assertDecidable<T extends Judged>(identity: T | undefined, version: number, adminId: string): T {
  if (!identity) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (identity.userId === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
  if (identity.status !== "pending") {
    throw new AppError("wrong_state", `${identity.decidedByName} has already ${identity.status} this identity`);
  }
  if (identity.version !== version) {
    throw new AppError(
      "wrong_state",
      "The trader has sent another image or changed their name since you opened it. Refresh to see it.",
    );
  }
  return identity;
}

/**
 * Refuses to reopen an identity that is not there, is the admin's own, is not verified, or is not as the admin saw it.
 * @throws AppError `not_found` | `own_account` | `wrong_state`
 */
export function assertReopenable<T extends Judged>(identity: T | undefined, version: number, adminId: string): T {
  if (!identity) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (identity.userId === adminId) throw new AppError("own_account", ERROR_TEXT.own_account);
  if (identity.status !== "verified" || identity.version !== version) {
    throw new AppError("wrong_state", "Only a verified identity can be reopened. Refresh to see this one.");
  }
  return identity;
}

/** What a reason says to the trader; null where the product has its own sentence for it. */
const REASON_WORDS: Record<IdentityRejectReason, string | null> = {
  unclear: null,
  not_accepted: "This document is not accepted. Please upload a national ID card or a passport.",
  expired: "This document has expired. Please upload one that is valid.",
  name_differs:
    "The name on the document is not the name of your account. Correct your Full Name, or upload your own ID.",
  other: null,
  // Always with a note, which stands in the place of this.
  reopened: null,
};

/**
 * Why an identity was refused, in words for the trader: the admin's own, else the reason's.
 * @returns null for "please upload a clearer image", which the product says by itself
 */
export function rejectionWords(reason: IdentityRejectReason, note: string | null): string | null {
  return note ?? REASON_WORDS[reason];
}
