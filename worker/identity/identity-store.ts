import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { identities, images, users } from "../../db/schema/index.ts";
import { mustHaveTaken, nameOf } from "../admin/desk/desk-act.ts";
import {
  afterCursor,
  asideIf,
  conditionsOf,
  inPeriod,
  type Page,
  type Period,
  pageLimit,
  pageOrder,
} from "../admin/desk/desk-page.ts";
import { DESK_PERSON_COLUMNS, idsNamed, typedName } from "../admin/desk/desk-person.ts";
import type { IdentityRejectReason, IdentityStatus } from "./identity-rules.ts";

/** The only SQL about identities. Functions give statements; verbs put them into batches. */

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

export type IdentityDecision = {
  status: "verified" | "rejected";
  rejectReason: IdentityRejectReason | null;
  note: string | null;
  decidedBy: string;
  decidedAtMs: number;
};

/** The statements that decide about an identity as it was read. */
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
    mustHaveTaken(query),
  ] as const;
}

export type DeskIdentityRow = Awaited<ReturnType<typeof selectDeskIdentity>>[number];

const decider = alias(users, "decider");

function selectDeskIdentities(query: Query) {
  return query
    .select({
      ...IDENTITY_COLUMNS,
      userId: identities.userId,
      // As every list of the desk names them.
      id: identities.userId,
      createdAtMs: identities.submittedAtMs,
      decidedByName: nameOf(decider),
      user: {
        ...DESK_PERSON_COLUMNS,
        phone: users.phone,
        address: users.address,
        createdAtMs: users.createdAtMs,
        hasEmailNotifications: users.hasEmailNotifications,
      },
    })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .leftJoin(decider, eq(decider.id, identities.decidedBy))
    .$dynamic();
}

export function selectDeskIdentity(query: Query, userId: string) {
  return selectDeskIdentities(query).where(eq(identities.userId, userId));
}

/** Which identities a list has. @property id narrows it to one trader's, whatever became of it */
export type IdentityFilter = Period & {
  id?: string | undefined;
  status?: IdentityStatus | undefined;
  user?: string | undefined;
};

/** A page of the desk's list. @param me NULL reads nothing */
export function selectDeskIdentityPage(query: Query, me: SQL, filter: IdentityFilter, page: Page) {
  const { id, status, user } = filter;
  const isFound = user !== undefined;
  const createdAtMs = asideIf(isFound, identities.submittedAtMs);
  const columns = { createdAtMs, id: identities.userId };
  return selectDeskIdentities(query)
    .where(
      and(
        sql`${me} IS NOT NULL`,
        conditionsOf<IdentityFilter>({
          id: id === undefined ? undefined : eq(identities.userId, id),
          status: status && eq(asideIf(isFound, identities.status), status),
          user: isFound ? inArray(identities.userId, idsNamed(typedName(user, "user"))) : undefined,
        }),
        inPeriod(createdAtMs, filter),
        afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
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
