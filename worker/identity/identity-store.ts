import { eq, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { identities, images } from "../../db/schema/index.ts";

/** The only SQL about identities, but for what admins read and decide. Functions give statements; verbs put them into batches. */

/** What a trader's own view is made of. The first column is never NULL: by it drizzle tells that there is no row. */
export const IDENTITY_COLUMNS = {
  status: identities.status,
  image: identities.image,
  rejectReason: identities.rejectReason,
  note: identities.note,
  submittedAtMs: identities.submittedAtMs,
  decidedAtMs: identities.decidedAtMs,
  version: identities.version,
};

/**
 * The statements that put an ID card up for review, whose image the batch has just inserted.
 * @param seenVersion the version that was judged, 0 when there was no row: if it has changed since, the database refuses the
 *                    batch (`identity_changed`)
 */
export function submitIdentity(
  query: Query,
  { userId, image, seenVersion }: { userId: string; image: string; seenVersion: number },
  nowMs: number,
) {
  const undecided = { rejectReason: null, note: null, decidedBy: null, decidedAtMs: null };
  const submitted = { status: "pending" as const, image, submittedAtMs: nowMs, ...undecided };
  return [
    query
      .insert(identities)
      .values({ userId, ...submitted, version: 1 })
      .onConflictDoUpdate({
        target: identities.userId,
        set: { ...submitted, version: seenVersion + 1 },
        setWhere: eq(identities.version, seenVersion),
      }),
    mustHaveChangedOne(query, "identity_changed"),
  ] as const;
}

/** The statement that lets go of refused images whose time is over; what was decided stays. */
export function releaseRefused(query: Query, decidedBeforeMs: number) {
  return query
    .update(identities)
    .set({ image: null })
    .where(
      sql`${identities.status} = 'rejected' AND ${identities.decidedAtMs} < ${decidedBeforeMs} AND ${identities.image} IS NOT NULL`,
    );
}

/** The statement that deletes every ID card that no identity refers to. @returns the objects to be removed after the commit */
export function deleteUnusedIdCards(query: Query) {
  // The purpose is written out, so that the index of just these serves.
  return query
    .delete(images)
    .where(
      sql`${images.purpose} = 'id_card' AND NOT EXISTS (SELECT 1 FROM ${identities} WHERE ${identities.image} = ${images.filename})`,
    )
    .returning({ objectKey: images.objectKey });
}
