import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { identities } from "../../db/schema/index.ts";
import type { IdentityRejectReason, IdentityStatus } from "./identity-rules.ts";

/** The only SQL that writes identities. Functions return statements; verbs put them into batches. */

/** The columns of a trader's own view. The first one is never NULL: Drizzle detects a missing row by it. */
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
 * The statements that submit an ID card for review; the batch has just inserted its image.
 * @param seenVersion the version that was read, 0 without a row: if it has changed since, the database refuses the
 * batch (`identity_changed`)
 */
export function submitIdentity(
  query: Query,
  { userId, image, seenVersion }: { userId: string; image: string; seenVersion: number },
  nowMs: number,
) {
  const undecided = { rejectReason: null, note: null, decidedBy: null, decidedAtMs: null };
  const submitted = { status: "pending" as const, image, submittedAtMs: nowMs, isCardRead: false, ...undecided };
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

/** The statement that removes the references to rejected images after their retention time; the decision is kept. */
export function releaseRefused(query: Query, decidedBeforeMs: number) {
  return query
    .update(identities)
    .set({ image: null })
    .where(
      sql`${identities.status} = 'rejected' AND ${identities.decidedAtMs} < ${decidedBeforeMs} AND ${identities.image} IS NOT NULL`,
    );
}

/**
 * The statements that erase a user's identity: a decision is kept without its image, a pending submission is deleted.
 */
export function eraseIdentity(query: Query, userId: string) {
  const own = eq(identities.userId, userId);
  return [
    query.delete(identities).where(and(own, eq(identities.status, "pending"))),
    query
      .update(identities)
      .set({ image: null })
      .where(and(own, isNotNull(identities.image))),
  ] as const;
}

/** The columns of a decision. */
export type IdentityDecision = {
  status: "verified" | "rejected";
  rejectReason: IdentityRejectReason | null;
  note: string | null;
  /** Whether it was verified with what the card says, which the batch has just recorded. */
  isCardRead?: boolean;
  decidedBy: string;
  decidedAtMs: number;
};

/**
 * The statements that decide an identity. If it has changed since it was read, they refuse their batch as
 * `version_conflict`.
 */
export function decideIdentity(
  query: Query,
  { userId, version, status }: { userId: string; version: number; status: IdentityStatus },
  decision: IdentityDecision,
) {
  const asRead = and(eq(identities.userId, userId), eq(identities.version, version), eq(identities.status, status));
  return [
    query
      .update(identities)
      .set({ ...decision, version: version + 1 })
      .where(asRead),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}
