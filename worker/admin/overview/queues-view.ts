import type { BatchResponse } from "drizzle-orm/batch";
import type { IncidentQueue } from "../../contract/incidents.ts";
import { WITHDRAWAL } from "../../contract/limits.ts";
import { ageOfWaiting, workedSinceMs } from "../../contract/operation/working-hours.ts";
import { HOUR_MS } from "../../contract/time.ts";
import { WITHDRAWAL_VIEWS, type WithdrawalView } from "../../contract/withdrawal-lists.ts";
import type { Operation } from "../../platform/operation-settings.ts";
import type { ClientWaits } from "../../questions/question-sql.ts";
import type { selectArrivals, selectQueues, WithdrawalStage } from "./queue-store.ts";

/**
 * How many items wait, how many of them for more working hours than the operation wants, and since when the oldest one does; null
 * when none waits. The time that an item waited for its client is not in its age.
 */
export type Queue = { count: number; late: number; oldestAt: string | null };

/** By what items age: the target of each queue in working hours, and those hours by the clock of the operation's zone. */
export type Aging = Pick<Operation, "targetHours" | "workingHours"> & { timeZone: string; nowMs: number };

type QueueRows = BatchResponse<ReturnType<typeof selectQueues>>;

/** In these stages a withdrawal waits for an admin: only then can it be late. */
const AWAITED: ReadonlySet<WithdrawalStage> = new Set(["review", "second_approval", "payout"]);

/**
 * The admin queues. Each withdrawal is counted in one stage and in its views; `mine` is the view `waiting` of those that wait for the
 * calling admin, and `claims` are those that an admin has claimed.
 */
export function queuesView([stages, [identities], [exceptions], [imports]]: QueueRows, aging: Aging) {
  const agedByStage = new Map(
    stages.map((row) => [row.stage, readAged(row.aged, "withdrawals", aging, { canBeLate: AWAITED.has(row.stage) })]),
  );
  const stage = (name: WithdrawalStage) =>
    queue(
      stages.find((row) => row.stage === name),
      agedByStage.get(name),
    );
  const aged = [...agedByStage.values()].flat();
  const inView = (view: WithdrawalView) => {
    const place = WITHDRAWAL_VIEWS.indexOf(view);
    const count = stages.reduce((total, { views }) => total + (JSON.parse(views)[place] ?? 0), 0);
    return { count, aged: aged.filter(({ more }) => (more & (2 ** place)) !== 0) };
  };
  const waiting = inView("waiting");
  return {
    withdrawals: {
      mine: queue(
        { count: waiting.count, oldestAtMs: earliest(stages.map((row) => row.mineOldestAtMs)) },
        waiting.aged,
      ),
      /** Each view of the open ones, which its list has exactly. */
      views: Object.fromEntries(
        WITHDRAWAL_VIEWS.map((view) => {
          const { count, aged: ofView } = inView(view);
          return [view, { count, late: lateAmong(ofView) }];
        }),
        // The keys are all of the views.
      ) as Record<WithdrawalView, Pick<Queue, "count" | "late">>,
      /** Those that wait for their trader's answer; none of them is in another queue. */
      client: stage("client"),
      review: stage("review"),
      secondApproval: stage("second_approval"),
      held: stage("held"),
      blocked: stage("blocked"),
      payout: stage("payout"),
      claims: queue({
        count: stages.reduce((total, { claimed }) => total + claimed, 0),
        oldestAtMs: claimsBegan(stages.map(({ claimEndsAtMs }) => claimEndsAtMs)),
      }),
    },
    identities: waitingQueue(identities, "identities", aging),
    exceptions: waitingQueue(exceptions, "exceptions", aging),
    atClient: {
      identities: clientQueue(identities, "identities", aging),
      exceptions: clientQueue(exceptions, "exceptions", aging),
    },
    /** Files of colleagues that move more than their sender may import alone. */
    imports: queue(imports, imports && readAged(imports.aged, "imports", aging)),
  };
}

/** A row whose age was computed. @property more what the statement says of it */
type Aged = { isLate: boolean; wasAsked: boolean; sinceMs: number; more: number };

/** The rows of a queue that its statement leaves to the Worker, with since when they have waited in working hours. */
function readAged(
  json: string,
  of: IncidentQueue,
  { targetHours, workingHours, timeZone, nowMs }: Aging,
  { canBeLate = true } = {},
): Aged[] {
  // The statement makes these rows.
  const rows = JSON.parse(json) as [sinceMs: number, clientWaits: ClientWaits, more: number][];
  return rows.map(([sinceMs, clientWaits, more]) => {
    const ageMs = ageOfWaiting(workingHours, timeZone, { sinceMs, clientWaits }, nowMs);
    const wasAsked = clientWaits.length > 0;
    return {
      isLate: canBeLate && ageMs > targetHours[of] * HOUR_MS,
      wasAsked,
      sinceMs: wasAsked ? workedSinceMs(workingHours, timeZone, ageMs, nowMs) : sinceMs,
      more,
    };
  });
}

const lateAmong = (aged: readonly Aged[]) => aged.filter(({ isLate }) => isLate).length;

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.flatMap((ms) => ms ?? []);
  return known.length === 0 ? null : Math.min(...known);
}

function claimsBegan(ends: readonly (number | null)[]): number | null {
  const firstEnd = earliest(ends);
  return firstEnd === null ? null : firstEnd - WITHDRAWAL.claimMs;
}

type WaitingRow = { count: number; oldestAtMs: number | null; atClient: number; aged: string };

/** What of a queue waits for an admin. */
function waitingQueue(row: WaitingRow | undefined, of: IncidentQueue, aging: Aging): Queue {
  return queue(row, row && readAged(row.aged, of, aging).filter(({ more }) => more === 0));
}

/** What of a queue waits for its client: its clock stands, so that it is never late. */
function clientQueue(row: WaitingRow | undefined, of: IncidentQueue, aging: Aging): Queue {
  if (!row) return queue(undefined);
  const asked = readAged(row.aged, of, aging, { canBeLate: false }).filter(({ more }) => more === 1);
  return queue({ count: row.atClient, oldestAtMs: null }, asked);
}

/**
 * A queue as it is shown.
 * @param row its count, and when the oldest item came whose client was not asked
 * @param aged those of its rows that may be late, and those whose client was asked
 */
export function queue(
  row: { count: number; oldestAtMs: number | null } | undefined,
  aged: readonly Aged[] = [],
): Queue {
  const asked = aged.filter(({ wasAsked }) => wasAsked).map(({ sinceMs }) => sinceMs);
  const oldestAtMs = earliest([row?.oldestAtMs ?? null, ...asked]);
  return {
    count: row?.count ?? 0,
    late: lateAmong(aged),
    oldestAt: oldestAtMs === null ? null : new Date(oldestAtMs).toISOString(),
  };
}

type ArrivalRows = BatchResponse<ReturnType<typeof selectArrivals>>;

/** When each queue last got a new item; null when it never had one. */
export function arrivalsView([withdrawals, identities, exceptions]: ArrivalRows) {
  const last = ([row]: { atMs: number }[]) => (row ? new Date(row.atMs).toISOString() : null);
  return { withdrawals: last(withdrawals), identities: last(identities), exceptions: last(exceptions) };
}
