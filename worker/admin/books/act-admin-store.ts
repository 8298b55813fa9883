import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { bookActs, users } from "../../../db/schema/index.ts";
import { FOUND_FOR } from "../../month-close/month-close-store.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import { nameOf, PERSON_COLUMNS } from "../lists/person-sql.ts";

/** The admin SQL that reads acts on the books. Functions return statements; verbs put them into batches. */

/** An act with its people as {@link selectAct} reads it. */
export type AdminActRow = Awaited<ReturnType<typeof selectAct>>[number];

/** So many acts a page shows; the next page begins before the last of them. */
export const ACTS_MAX = 50;

const proposer = alias(users, "proposer");
const poster = alias(users, "poster");
const canceller = alias(users, "canceller");

function selectActs(query: Query, which: SQL | undefined) {
  return query
    .select({
      act: bookActs,
      foundFor: FOUND_FOR,
      proposedByName: nameOf(proposer),
      postedByName: nameOf(poster),
      cancelledByName: nameOf(canceller),
      user: PERSON_COLUMNS,
      approvedBy: approvalsOn(sql`'book:' || ${bookActs.id}`),
    })
    .from(bookActs)
    .leftJoin(users, eq(users.id, bookActs.userId))
    .leftJoin(proposer, eq(proposer.id, bookActs.proposedBy))
    .leftJoin(poster, eq(poster.id, bookActs.postedBy))
    .leftJoin(canceller, eq(canceller.id, bookActs.cancelledBy))
    .where(which);
}

/** The statement that reads one act. @param callerId NULL reads nothing */
export function selectAct(query: Query, callerId: SQL, id: string) {
  return selectActs(query, and(sql`${callerId} IS NOT NULL`, eq(bookActs.id, id)));
}

/** The filter of a list of acts. @property recordId the withdrawal or the deposit that they are about */
export type ActFilter = {
  state?: "open" | "posted" | "cancelled" | undefined;
  recordId?: string | undefined;
  before?: number | undefined;
};

const STATES = {
  open: and(isNull(bookActs.postedAtMs), isNull(bookActs.cancelledAtMs)),
  posted: isNotNull(bookActs.postedAtMs),
  cancelled: isNotNull(bookActs.cancelledAtMs),
};

/** The statement that reads acts, the newest first. @param callerId NULL reads nothing */
export function selectActPage(query: Query, callerId: SQL, { state, recordId, before }: ActFilter) {
  return selectActs(
    query,
    and(
      sql`${callerId} IS NOT NULL`,
      state && STATES[state],
      recordId === undefined ? undefined : eq(bookActs.recordId, recordId),
      before === undefined ? undefined : lt(bookActs.proposedAtMs, before),
    ),
  )
    .orderBy(desc(bookActs.proposedAtMs), desc(bookActs.id))
    .limit(ACTS_MAX);
}

/** The condition that an act waits for its second operator. */
export function isOpenAct(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${bookActs} WHERE ${and(eq(bookActs.id, id), STATES.open)})`;
}
