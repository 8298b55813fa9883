import type { SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { deleteOwnImages, insertOwnImage } from "../images/image-store.ts";
import type { StoredImage } from "../images/store-image.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { submitIdentity } from "./identity-store.ts";

/**
 * The statements that submit a stored ID card for review in place of the previous one. They count it towards the limit
 * of five a day, and the database refuses them for a verified user, or after a concurrent submission.
 * @param card.seenVersion the identity's version that was read, 0 without one
 */
export function submitIdCard(
  query: Query,
  card: { callerId: SQL<string>; userId: string; image: StoredImage; seenVersion: number },
  nowMs: number,
) {
  const { callerId, userId, image, seenVersion } = card;
  const { filename } = image;
  return [
    countOneOf(query, "idCardByAccount", callerId, nowMs),
    ...insertOwnImage(query, image, { purpose: "id_card", callerId }, nowMs),
    ...submitIdentity(query, { userId, image: filename, seenVersion }, nowMs),
    // Last, because the identity referred to it until now.
    deleteOwnImages(query, { purpose: "id_card", callerId, except: filename }),
    audit(
      query,
      { actor: userId, action: "identity.submitted", subject: `identity:${userId}`, detail: { filename } },
      nowMs,
    ),
  ] as const;
}
