import type { SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { deleteOwnImages, insertOwnImage } from "../images/image-store.ts";
import type { StoredImage } from "../images/store-image.ts";
import { audit } from "../platform/audit.ts";
import { countOneOf } from "../platform/rate-limit.ts";
import { submitIdentity } from "./identity-store.ts";

/**
 * The statements that put a stored ID card up for review, in the place of the one before: they count it among the day's five,
 * and the database refuses them for somebody who is verified, or when another was sent meanwhile.
 * @param card.seenVersion the identity's version that was judged, 0 when there was none
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
    // Last: until here the identity referred to it.
    deleteOwnImages(query, { purpose: "id_card", callerId, except: filename }),
    audit(
      query,
      { actor: userId, action: "identity.submitted", subject: `identity:${userId}`, detail: { filename } },
      nowMs,
    ),
  ] as const;
}
