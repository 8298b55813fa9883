import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { identities, movedAlone, users, withdrawals } from "../../../db/schema/index.ts";
import { DAY_MS } from "../../contract/time.ts";
import { selectImages, withdrawalColumns } from "../../withdrawals/withdrawal-store.ts";
import { wordsOn } from "../desk/approvals.ts";
import { type DeskAdmin, mustHaveTaken, nameOf } from "../desk/desk-act.ts";
import {
  type Amounts,
  afterCursor,
  asideIf,
  inPeriod,
  isBetween,
  type Page,
  type Period,
  pageLimit,
  pageOrder,
  type Sort,
} from "../desk/desk-page.ts";
import { DESK_PERSON_COLUMNS, idsNamed, typedName } from "../desk/desk-person.ts";

/** The desk's SQL about withdrawals. Functions give statements; verbs put them into batches. */

export type DeskWithdrawalRow = Awaited<ReturnType<typeof selectDeskWithdrawal>[0]>[number];

const claimer = alias(users, "claimer");
const decider = alias(users, "decider");
const payer = alias(users, "payer");

function selectDeskWithdrawals(query: Query) {
  return query
    .select({
      ...withdrawalColumns,
      user: DESK_PERSON_COLUMNS,
      claimedByName: nameOf(claimer),
      decidedByName: nameOf(decider),
      payerName: nameOf(payer),
      identityStatus: identities.status,
      words: wordsOn(sql`'withdrawal:' || ${withdrawals.id}`),
      rejectionWords: wordsOn(sql`'rejection:' || ${withdrawals.id}`),
    })
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .leftJoin(claimer, eq(claimer.id, withdrawals.claimedBy))
    .leftJoin(decider, eq(decider.id, withdrawals.decidedBy))
    .leftJoin(payer, eq(payer.id, withdrawals.payerId))
    .leftJoin(identities, eq(identities.userId, withdrawals.userId))
    .$dynamic();
}

/** The statements that read one withdrawal, and its images. */
export function selectDeskWithdrawal(query: Query, id: string) {
  const which = eq(withdrawals.id, id);
  return [selectDeskWithdrawals(query).where(which), selectImages(query, which)] as const;
}

/** Which withdrawals a list has. @property id narrows it to one, whatever became of it */
export type WithdrawalFilter = Period &
  Amounts & {
    id?: string | undefined;
    status?: DeskWithdrawalRow["status"] | undefined;
    method?: DeskWithdrawalRow["paymentMethod"] | undefined;
    user?: string | undefined;
  };

/** The statements that read a page of withdrawals, and their images. @param me NULL reads nothing */
export function selectDeskWithdrawalPage(query: Query, me: SQL, filter: WithdrawalFilter, page: Page<Sort>) {
  const which = and(sql`${me} IS NOT NULL`, ...onPage(filter, page));
  const order = pageOrder(columnsFor(filter), page);
  const ids = query
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(which)
    .orderBy(...order)
    .limit(pageLimit(page));
  return [
    selectDeskWithdrawals(query)
      .where(which)
      .orderBy(...order)
      .limit(pageLimit(page)),
    selectImages(query, inArray(withdrawals.id, ids)),
  ] as const;
}

/** One person's are few, and found by an index of their own. */
function columnsFor({ user }: WithdrawalFilter) {
  const isFound = user !== undefined;
  return {
    id: withdrawals.id,
    createdAtMs: asideIf(isFound, withdrawals.createdAtMs),
    amountCents: asideIf(isFound, withdrawals.amountCents),
    status: asideIf(isFound, withdrawals.status),
  };
}

function onPage(filter: WithdrawalFilter, page: Page<Sort>): (SQL | undefined)[] {
  const { id, status, method, user } = filter;
  const columns = columnsFor(filter);
  return [
    id === undefined ? undefined : eq(withdrawals.id, id),
    status && eq(columns.status, status),
    method && eq(withdrawals.paymentMethod, method),
    user === undefined ? undefined : inArray(withdrawals.userId, idsNamed(typedName(user, "user"))),
    inPeriod(columns.createdAtMs, filter),
    isBetween(columns.amountCents, filter),
    afterCursor(columns, page),
  ];
}

/**
 * The statements that begin every act: the withdrawal is as it was read, and no colleague works on it. They set what the
 * act says of it besides its state.
 */
export function takeUp(
  query: Query,
  { id, status, version }: Pick<DeskWithdrawalRow, "id" | "status" | "version">,
  admin: DeskAdmin,
  set: Claim & Partial<Pick<DeskWithdrawalRow, "adminNotes" | "approvalsNeeded" | "unverifiedReason">>,
  nowMs: number,
) {
  const asRead = and(eq(withdrawals.id, id), eq(withdrawals.status, status), eq(withdrawals.version, version));
  const isFree = or(
    isNull(withdrawals.claimedBy),
    eq(withdrawals.claimedBy, admin.id),
    lte(withdrawals.claimedUntilMs, nowMs),
  );
  return [
    query
      .update(withdrawals)
      .set({ ...set, reviewedAtMs: sql`coalesce(${withdrawals.reviewedAtMs}, ${nowMs})`, updatedAtMs: nowMs })
      .where(and(asRead, isFree)),
    mustHaveTaken(query),
  ] as const;
}

type Claim = Pick<DeskWithdrawalRow, "claimedBy" | "claimedUntilMs">;

/** An act ends the claim it was done under: the next word may be another's. */
export const UNCLAIMED = { claimedBy: null, claimedUntilMs: null } as const;

/**
 * What an admin moved alone in the last 24 hours, in cents: the sums of the withdrawals that they approved or completed with no
 * other admin's approval, each once.
 * @param besides a withdrawal that is not counted
 */
export function selectMovedAlone(query: Query, me: SQL<string>, besides: string, nowMs: number) {
  const moved = query
    .select({ id: movedAlone.withdrawalId })
    .from(movedAlone)
    .where(and(eq(movedAlone.adminId, me), gt(movedAlone.atMs, nowMs - DAY_MS)));
  return query
    .select({ cents: sql<number>`coalesce(sum(${withdrawals.amountCents}), 0)` })
    .from(withdrawals)
    .where(and(inArray(withdrawals.id, moved), ne(withdrawals.id, besides)));
}

/**
 * The statements that mark an approved withdrawal as being paid by an admin, or end that without a payment. They come after
 * {@link takeUp}.
 * @param payerId null ends it
 */
export function setPayer(
  query: Query,
  { id, payerId: before }: DeskWithdrawalRow,
  payerId: string | null,
  nowMs: number,
) {
  return [
    query
      .update(withdrawals)
      .set({ payerId, paymentStartedAtMs: payerId === null ? null : nowMs })
      .where(
        and(eq(withdrawals.id, id), before === null ? isNull(withdrawals.payerId) : eq(withdrawals.payerId, before)),
      ),
    mustHaveTaken(query),
  ] as const;
}

/** Which withdrawal a bank's payment is known for, in letters of either case. @returns a row when it is another than this */
export function selectOtherPaidAs(query: Query, paymentId: string, id: string) {
  return query
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(sql`${withdrawals.paymentId} = ${paymentId} COLLATE NOCASE AND ${withdrawals.id} <> ${id}`);
}
