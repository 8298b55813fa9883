import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { idCardFields, identities, users } from "../../../db/schema/index.ts";
import { DAY_MS } from "../../contract/time.ts";
import { isoDate } from "../../contract/trade-calendar.ts";
import { isExpiring } from "../../identity/card-fields-store.ts";
import type { IdentityStatus } from "../../identity/identity-rules.ts";
import type { Page, Period } from "../../platform/paging.ts";
import {
  after,
  afterCursor,
  asideIf,
  conditionsOf,
  inPeriod,
  pageLimit,
  pageOrder,
  placeOf,
} from "../../platform/paging-sql.ts";
import { clientColumns, isAtClient, SUBJECT_OF } from "../../questions/question-sql.ts";
import { idsFoundBy, nameOf, PERSON_COLUMNS } from "../lists/person-sql.ts";
import { seen, seenIdentity } from "../lists/seen-sql.ts";
import { identityWaitsFor } from "../overview/queue-store.ts";

/** The SQL with which admins read identities. */

/** An identity as {@link selectAdminIdentity} reads it. */
export type AdminIdentityRow = Awaited<ReturnType<typeof selectAdminIdentity>>[number];

const decider = alias(users, "decider");

const EXPIRES_ON = sql`id_card_fields.expires_on`;

/** @param key by which the list of them is in order, as a number: when they were sent */
function selectAdminIdentities(query: Query, callerId: SQL, key: SQL = sql`${identities.submittedAtMs}`) {
  return query
    .select({
      ...seenIdentity(callerId),
      userId: identities.userId,
      // Named as in every admin list, for paging.
      id: identities.userId,
      createdAtMs: sql<number>`${key}`,
      /** Until when the card is valid that was read; NULL without one. */
      cardExpiresOn: idCardFields.expiresOn,
      decidedByName: nameOf(decider),
      ...clientColumns(sql`identities.submitted_at_ms`, SUBJECT_OF.identity),
      user: {
        ...PERSON_COLUMNS,
        phone: users.phone,
        address: seen<string>(callerId, "address", users.address),
        createdAtMs: users.createdAtMs,
        hasEmailNotifications: users.hasEmailNotifications,
      },
    })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .leftJoin(decider, eq(decider.id, identities.decidedBy))
    .leftJoin(idCardFields, eq(idCardFields.filename, identities.image))
    .$dynamic();
}

/** The statement that reads one trader's identity. @param callerId the admin, who sees of it what their roles allow */
export function selectAdminIdentity(query: Query, callerId: SQL, userId: string) {
  return selectAdminIdentities(query, callerId).where(eq(identities.userId, userId));
}

/** The filter of a list of identities. @property id narrows it to one trader's, whatever its state */
export type IdentityFilter = Period & {
  id?: string | undefined;
  status?: IdentityStatus | undefined;
  /** Of the pending ones, those that wait for an admin, or for their client; of the verified ones, those whose card expires soon or has. */
  stage?: "waiting" | "client" | "expiring" | undefined;
  user?: string | undefined;
};

/**
 * The statement that reads a page of identities, in the order in which they were sent; those whose card expires, in the order in which
 * they do. @param callerId NULL reads nothing @param soonUntil until when a card expires soon, ISO date
 */
export function selectAdminIdentityPage(
  query: Query,
  callerId: SQL,
  filter: IdentityFilter,
  page: Page,
  soonUntil: string,
) {
  const { id, status, stage, user } = filter;
  const isFound = user !== undefined;
  const isOfCards = stage === "expiring";
  const submittedAtMs = asideIf(isFound || isOfCards, identities.submittedAtMs);
  const columns = { createdAtMs: isOfCards ? EXPIRES_ON : submittedAtMs, id: identities.userId };
  const place = isOfCards ? placeOf(page) : undefined;
  return selectAdminIdentities(query, callerId, isOfCards ? sql`unixepoch(${EXPIRES_ON}) * 1000` : undefined)
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        conditionsOf<IdentityFilter>({
          id: id === undefined ? undefined : eq(identities.userId, id),
          status: status && eq(asideIf(isFound || isOfCards, identities.status), status),
          stage: stage && isAtStage(stage, callerId, { isFound, soonUntil }),
          user: isFound ? inArray(identities.userId, idsFoundBy(callerId, user, "user")) : undefined,
        }),
        inPeriod(submittedAtMs, filter),
        place
          ? after(columns, page, { key: isoDate(Math.floor(place.key / DAY_MS)), id: place.id })
          : afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}

function isAtStage(
  stage: NonNullable<IdentityFilter["stage"]>,
  callerId: SQL,
  { isFound, soonUntil }: { isFound: boolean; soonUntil: string },
): SQL | undefined {
  if (stage === "expiring") return isExpiring(soonUntil);
  const isHere = stage === "waiting" ? identityWaitsFor(callerId) : isAtClient(SUBJECT_OF.identity);
  return and(eq(asideIf(isFound, identities.status), "pending"), isHere);
}
