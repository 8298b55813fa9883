import { imagePath } from "../../images/image-name.ts";
import { clientView } from "../../questions/question-view.ts";
import { personView } from "../lists/person-view.ts";
import type { AdminIdentityRow } from "./identity-admin-store.ts";

/** An identity as the admin API shows it: the image, the decision, and the trader's own profile data. */
export function adminIdentityView(row: AdminIdentityRow) {
  const { user } = row;
  return {
    // Each trader has one identity.
    _id: row.userId,
    status: row.status,
    image: imagePath(row.image),
    rejectReason: row.rejectReason,
    note: row.note,
    submittedAt: new Date(row.submittedAtMs).toISOString(),
    decidedAt: row.decidedAtMs === null ? null : new Date(row.decidedAtMs).toISOString(),
    decidedBy: row.decidedByName,
    /** Until when the card is valid that was read, ISO date; null where none was, or it says no end. */
    cardExpiresOn: row.cardExpiresOn,
    version: row.version,
    client: clientView(row),
    user: {
      ...personView(user),
      phone: user.phone,
      address: user.address,
      createdAt: new Date(user.createdAtMs).toISOString(),
    },
  };
}
