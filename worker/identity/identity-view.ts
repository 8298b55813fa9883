import type { Language } from "../contract/languages.ts";
import { saidIn } from "../contract/translated.ts";
import { imagePath } from "../images/image-name.ts";
import { type IdentityRejectReason, type IdentityStatus, rejectionText } from "./identity-rules.ts";

type IdentityRow = {
  status: IdentityStatus;
  image: string | null;
  rejectReason: IdentityRejectReason | null;
  note: string | null;
  submittedAtMs: number;
  decidedAtMs: number | null;
};

/**
 * A trader's identity as the API shows it to them, as part of the user. Source: specification sections 3 and 4
 * @param language of the reason for a rejection
 */
export function identityView(row: IdentityRow | null, language: Language) {
  const reason = row?.rejectReason ? rejectionText(row.rejectReason, row.note) : null;
  return {
    idCardImage: row && imagePath(row.image),
    idVerificationStatus: row?.status ?? ("none" as const),
    /** Null when the only request is a clearer image. */
    idRejectionReason: reason && saidIn(language, reason),
    /** True if it was verified before an admin reopened it. */
    idIsReopened: row?.rejectReason === "reopened",
    idSubmittedAt: row && new Date(row.submittedAtMs).toISOString(),
    idDecidedAt: row?.decidedAtMs ? new Date(row.decidedAtMs).toISOString() : null,
  };
}
