import { CHANNELS } from "../../contract/channels.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { readHealth } from "../../health/read-health.ts";
import { selectNewestFor } from "../../journal/journal-rows-store.ts";
import { type LedgerCheckJob, selectChecks } from "../../ledger/ledger-check-store.ts";
import { selectPause } from "../../ledger/pause-store.ts";
import { selectChannelCounts } from "../../notifications/delivery/delivery-store.ts";
import { selectLastRuns } from "../../platform/job-run-store.ts";
import { operationOf } from "../../platform/operation-settings.ts";
import { selectSettings } from "../../platform/operation-settings-sql.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { selectTapeFaults, selectTapeMarks } from "../../prices/tape/tape-check-store.ts";
import { type Paused, selectOpenPauses } from "../pauses/pause-admin-store.ts";
import { pauseView } from "../pauses/pause-view.ts";
import { selectOpenRestores } from "../restores/restore-store.ts";
import { restoreView } from "../restores/restore-view.ts";
import { clientMoneyView } from "./client-money-view.ts";
import { journalView, readJournalStatus } from "./journal-view.ts";
import {
  selectBakongState,
  selectClientMoney,
  selectHouseAccounts,
  selectMatchedPayments,
  selectPaidDeposits,
  selectPaidWithdrawals,
  selectPayoutsBegun,
  selectUndecidedPayments,
  sinceAt,
} from "./money-store.ts";
import { queueRules, selectQueues } from "./queue-store.ts";
import { queuesView } from "./queues-view.ts";
import { readTapeStatus, tapeView } from "./tape-view.ts";

/**
 * The overview: queues, deposits and withdrawals, the money of all traders, the company's balances, the checks of the ledger and
 * of the price tape, the journal of money, and the health of outside services. Days and months are in the operation's zone. One
 * round trip to the database; the health comes from Durable Objects, and only after the caller is authenticated.
 * @throws AppError `not_signed_in` | `forbidden`
 */
export async function readOverview(scope: Scope) {
  const { query } = scope.db;
  const nowMs = scope.now();
  const since = sinceAt(nowMs, scope.settings.OPERATION_TIME_ZONE);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    ...selectQueues(query, callerId, queueRules(scope.settings, nowMs)),
    selectPaidDeposits(query, callerId, since),
    selectMatchedPayments(query, callerId, since),
    selectPaidWithdrawals(query, callerId, since),
    selectHouseAccounts(query, callerId),
    selectChecks(query, callerId),
    selectPause(query, callerId),
    selectBakongState(query, callerId),
    selectOpenRestores(query, callerId),
    selectLastRuns(query, callerId, ["backup", "drill"]),
    selectNewestFor(query, callerId),
    selectTapeMarks(query, callerId),
    ...selectTapeFaults(query, callerId),
    selectClientMoney(query, callerId),
    selectUndecidedPayments(query, callerId),
    selectPayoutsBegun(query, callerId),
    selectOpenPauses(query, callerId),
    selectChannelCounts(query, callerId, since.monthMs, nowMs),
    selectSettings(query, callerId),
  ]);
  const [stages, identities, exceptions, imports, [paid], [matched], [paidOut], house, checks, ...more] = rows;
  const [[pause], [bakong], [restore], runs, [newest], tapeMarks, ...last] = more;
  const [[tapeFaultCount], tapeFaults, clients, undecided, [begun], adminPauses, channels, settings] = last;
  const [health, journalStatus, tapeStatus] = await Promise.all([
    readHealth(scope),
    readJournalStatus(scope),
    readTapeStatus(scope, since.dayMs),
  ]);
  const pauseOf = (what: Paused) => {
    const found = adminPauses.find((one) => one.what === what);
    return found ? pauseView(found) : null;
  };
  const checkedAt = (job: LedgerCheckJob) => isoTime(checks.find((check) => check.job === job)?.checkedAtMs ?? null);
  return {
    queues: queuesView([stages, identities, exceptions, imports], {
      ...operationOf(settings, scope.settings),
      timeZone: scope.settings.OPERATION_TIME_ZONE,
      nowMs,
    }),
    since: { today: isoTime(since.dayMs), month: isoTime(since.monthMs) },
    deposits: sumsView(paid),
    /** Those among the deposits that were credited by a match; the list of exceptions shows them. */
    matched: sumsView(matched),
    withdrawals: sumsView(paidOut),
    clientMoney: clientMoneyView({ clients, house, undecided, begunCents: begun?.cents ?? 0 }),
    house: house.map(({ id, kind, balanceCents }) => ({
      accountId: id,
      account: kind,
      balance: dollarsFromCents(balanceCents),
    })),
    ledger: {
      newEntriesCheckedAt: checkedAt("ledger_new"),
      wholeCheckedAt: checkedAt("ledger_whole"),
      /** The fault found by the last failed check, and since when withdrawals are paused. A restore pauses them too. */
      difference: pause && !restore ? { reason: pause.reason, withdrawalsPausedSince: isoTime(pause.sinceMs) } : null,
    },
    /** The pauses of withdrawals and of new deposits by an admin; null without one. */
    withdrawalPause: pauseOf("withdrawals"),
    depositPause: pauseOf("deposits"),
    /** Whether an admin may pay a withdrawal that no other admin approved: the operator's setting. */
    soleApproverPayout: scope.settings.SOLE_APPROVER_PAYOUT,
    /** The pauses that an operator has configured. */
    paused: [...scope.settings.PAUSED],
    ...health,
    /** The journal of money; null when it did not answer. */
    journal: journalView(journalStatus, newest?.sequence ?? 0),
    tape: tapeView({
      status: tapeStatus,
      marks: tapeMarks,
      faultCount: tapeFaultCount?.count ?? 0,
      faults: tapeFaults,
    }),
    /** What each channel was given this month, and how much of it failed, or was accepted and never shown. */
    channels: CHANNELS.map((channel) => {
      const { count, silent, failed } = channels.find((one) => one.channel === channel) ?? NONE_SENT;
      return { channel, count, silent, failed };
    }),
    recovery: {
      lastBackupAt: isoTime(runs.find(({ job }) => job === "backup")?.ranAtMs ?? null),
      /** The last time that a restore was tried and compared. */
      lastDrillAt: isoTime(runs.find(({ job }) => job === "drill")?.ranAtMs ?? null),
      /** The findings of a restore that two admins have not approved yet: meanwhile nothing is paid. */
      review: restore ? restoreView(restore) : null,
    },
    bakong: {
      /** After failures the network is not called before this time. */
      restsUntil: bakong && bakong.openUntilMs > nowMs ? isoTime(bakong.openUntilMs) : null,
      isTokenRefused: bakong?.tokenExpiresAtMs === 0,
      tokenEndsAt: isoTime(bakong?.tokenExpiresAtMs || null),
    },
  };
}

const NONE_SENT = { count: 0, silent: 0, failed: 0 };

type Sums = { todayCount: number; todayCents: number; monthCount: number; monthCents: number };

/** Counts and totals of today and of this month, in dollars. */
function sumsView(sums: Sums | undefined) {
  return {
    today: { count: sums?.todayCount ?? 0, sum: dollarsFromCents(sums?.todayCents ?? 0) },
    month: { count: sums?.monthCount ?? 0, sum: dollarsFromCents(sums?.monthCents ?? 0) },
  };
}

function isoTime(atMs: number): string;
function isoTime(atMs: number | null): string | null;
function isoTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
