import { dollarsFromCents } from "../../contract/money.ts";
import { readHealth } from "../../health/read-health.ts";
import { type LedgerCheckJob, selectChecks } from "../../ledger/ledger-checks.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import {
  selectBakongState,
  selectHouseAccounts,
  selectMatchedPayments,
  selectPaidDeposits,
  selectPaidWithdrawals,
  selectPause,
  sinceAt,
} from "./money-store.ts";
import { selectQueues } from "./queue-store.ts";
import { queuesView } from "./queues-view.ts";

/**
 * How things stand: what waits, what was paid in and out, what the house holds, whether the ledger is right, and how the
 * services outside are doing. Days and months are those of the operation's zone. One trip to the database; the health comes from objects of our
 * own, and only once it is known who asks.
 * @throws AppError `not_signed_in` | `forbidden`
 */
export async function readOverview(scope: Scope) {
  const { query } = scope.db;
  const nowMs = scope.now();
  const since = sinceAt(nowMs, scope.settings.OPERATION_TIME_ZONE);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    ...selectQueues(query, callerId, nowMs),
    selectPaidDeposits(query, callerId, since),
    selectMatchedPayments(query, callerId, since),
    selectPaidWithdrawals(query, callerId, since),
    selectHouseAccounts(query, callerId),
    selectChecks(query, callerId),
    selectPause(query, callerId),
    selectBakongState(query, callerId),
  ]);
  const [stages, identities, exceptions, imports, [paid], [matched], [paidOut], house, checks, [pause], [bakong]] =
    rows;
  const checkedAt = (job: LedgerCheckJob) => timeOf(checks.find((check) => check.job === job)?.checkedAtMs ?? null);
  return {
    queues: queuesView([stages, identities, exceptions, imports]),
    since: { today: timeOf(since.dayMs), month: timeOf(since.monthMs) },
    deposits: sumsView(paid),
    /** Payments that fitted no deposit and were credited: they stand in the list of exceptions. */
    matched: sumsView(matched),
    withdrawals: sumsView(paidOut),
    house: house.map(({ kind, balanceCents }) => ({ account: kind, balance: dollarsFromCents(balanceCents) })),
    ledger: {
      newEntriesCheckedAt: checkedAt("ledger_new"),
      wholeCheckedAt: checkedAt("ledger_whole"),
      /** What the last check that differed has found, and since when withdrawals are stopped for it. */
      difference: pause ? { reason: pause.reason, withdrawalsPausedSince: timeOf(pause.sinceMs) } : null,
    },
    /** What an operator has stopped by configuration. */
    paused: [...scope.settings.PAUSED],
    ...(await readHealth(scope)),
    bakong: {
      /** After failures it is not called before this moment. */
      restsUntil: bakong && bakong.openUntilMs > nowMs ? timeOf(bakong.openUntilMs) : null,
      isTokenRefused: bakong?.tokenExpiresAtMs === 0,
      tokenEndsAt: timeOf(bakong?.tokenExpiresAtMs || null),
    },
  };
}

type Sums = { todayCount: number; todayCents: number; monthCount: number; monthCents: number };

/** Counts and sums of today and of the month, in dollars. */
function sumsView(sums: Sums | undefined) {
  return {
    today: { count: sums?.todayCount ?? 0, sum: dollarsFromCents(sums?.todayCents ?? 0) },
    month: { count: sums?.monthCount ?? 0, sum: dollarsFromCents(sums?.monthCents ?? 0) },
  };
}

function timeOf(atMs: number): string;
function timeOf(atMs: number | null): string | null;
function timeOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
