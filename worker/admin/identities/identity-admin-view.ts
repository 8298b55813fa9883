import { imagePath } from "../../images/image-name.ts";
import { personView } from "../lists/person-columns.ts";
import type { AdminIdentityRow } from "./identity-admin-store.ts";

/** An identity as the desk sees it: the image, what was decided, and who the trader says to be. */
export function adminIdentityView(row: AdminIdentityRow) {
  const { user } = row;
  return {
    // There is one of each trader.
    _id: row.userId,
    status: row.status,
    image: imagePath(row.image),
    rejectReason: row.rejectReason,
    note: row.note,
    submittedAt: new Date(row.submittedAtMs).toISOString(),
    decidedAt: row.decidedAtMs === null ? null : new Date(row.decidedAtMs).toISOString(),
    decidedBy: row.decidedByName,
    version: row.version,
    user: {
      ...personView(user),
      phone: user.phone,
      address: user.address,
      createdAt: new Date(user.createdAtMs).toISOString(),
    },
  };
}
