import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { identities, users } from "../../../db/schema/index.ts";
import type { IdentityStatus } from "../../identity/identity-rules.ts";
import type { Page, Period } from "../../platform/paging.ts";
import { afterCursor, asideIf, conditionsOf, inPeriod, pageLimit, pageOrder } from "../../platform/paging-sql.ts";
import { clientColumns, isAtClient, SUBJECT_OF } from "../../questions/question-sql.ts";
import { idsFoundBy, nameOf, PERSON_COLUMNS } from "../lists/person-sql.ts";
import { seen, seenIdentity } from "../lists/seen-sql.ts";
import { identityWaitsFor } from "../overview/queue-store.ts";

/** The SQL with which admins read identities. */

/** An identity as {@link selectAdminIdentity} reads it. */
export type AdminIdentityRow = Awaited<ReturnType<typeof selectAdminIdentity>>[number];

const decider = alias(users, "decider");

function selectAdminIdentities(query: Query, callerId: SQL) {
  return query
    .select({
      ...seenIdentity(callerId),
      userId: identities.userId,
      // Named as in every admin list, for paging.
      id: identities.userId,
      createdAtMs: identities.submittedAtMs,
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
  /** Of the pending ones, those that wait for an admin, or for their client. */
  stage?: "waiting" | "client" | undefined;
  user?: string | undefined;
};

function isAtStage(stage: "waiting" | "client", callerId: SQL): SQL {
  return stage === "waiting" ? identityWaitsFor(callerId) : isAtClient(SUBJECT_OF.identity);
}

/** The statement that reads a page of identities. @param callerId NULL reads nothing */
export function selectAdminIdentityPage(query: Query, callerId: SQL, filter: IdentityFilter, page: Page) {
  const { id, status, stage, user } = filter;
  const isFound = user !== undefined;
  const createdAtMs = asideIf(isFound, identities.submittedAtMs);
  const columns = { createdAtMs, id: identities.userId };
  return selectAdminIdentities(query, callerId)
    .where(
      and(
        sql`${callerId} IS NOT NULL`,
        conditionsOf<IdentityFilter>({
          id: id === undefined ? undefined : eq(identities.userId, id),
          status: status && eq(asideIf(isFound, identities.status), status),
          stage: stage && and(eq(asideIf(isFound, identities.status), "pending"), isAtStage(stage, callerId)),
          user: isFound ? inArray(identities.userId, idsFoundBy(callerId, user, "user")) : undefined,
        }),
        inPeriod(createdAtMs, filter),
        afterCursor(columns, page),
      ),
    )
    .orderBy(...pageOrder(columns, page))
    .limit(pageLimit(page));
}
