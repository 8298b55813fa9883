import { type Database, openDatabase } from "../../db/client.ts";
import { sealAudit } from "../admin/audit/seal-audit.ts";
import { tellIncidents } from "../admin/on-call/tell-incidents.ts";
import { watchIncidents } from "../admin/on-call/watch-incidents.ts";
import { deleteOldAlerts } from "../alerts/alert-store.ts";
import { armAlerts } from "../alerts/arm-alerts.ts";
import { alertBook } from "../alerts/tell-alert-book.ts";
import { deleteOldDevices } from "../auth/known-device-store.ts";
import { deleteOldFailures } from "../auth/login-failure-store.ts";
import { deleteExpiredResets } from "../auth/password-reset-store.ts";
import { deleteExpiredEnrolments } from "../auth/second-factor-store.ts";
import { deleteOldVerificationCodes } from "../auth/verification-code-store.ts";
import { deleteOldStagedBroker } from "../broker/broker-import-store.ts";
import { deleteBrokerRows } from "../broker/delete-broker-accounts.ts";
import { BROKER } from "../contract/broker/broker-limits.ts";
import { IMPORT } from "../contract/limits.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { renewBakongToken } from "../deposits/renew-bakong-token.ts";
import type { Settler } from "../deposits/settle-deposit.ts";
import { sweepDeposits } from "../deposits/sweep-deposits.ts";
import { probeServices } from "../health/probe-services.ts";
import { readHealth } from "../health/read-health.ts";
import { eraseIdImages } from "../identity/erase-id-images.ts";
import { tellExpiringCards } from "../identity/tell-expiring-cards.ts";
import { fillDigests } from "../images/fill-digests.ts";
import { sweepImages } from "../images/sweep-images.ts";
import { keepJournal } from "../journal/keep-journal.ts";
import { watchLedger } from "../ledger/watch-ledger.ts";
import { deleteOldDeliveries } from "../notifications/delivery/delivery-store.ts";
import { mailDigests } from "../notifications/digest/mail-digests.ts";
import { mailNotifications } from "../notifications/mail-notifications.ts";
import { deleteOldNotifications } from "../notifications/notification-store.ts";
import { accountTeller, wakeDelivery } from "../platform/account-teller.ts";
import { deleteExpiredCounters } from "../platform/counter-store.ts";
import { type Bindings, databaseOptions, readSettings } from "../platform/env.ts";
import { deleteOldResponses } from "../platform/idempotency-store.ts";
import { seeIncident } from "../platform/incidents/incident-store.ts";
import { logFault, withRequestId } from "../platform/log.ts";
import { retryMailAt, sendAllDueMail } from "../platform/mail/mail-outbox.ts";
import { deleteOldMails } from "../platform/mail/outbox-store.ts";
import { moneyJournal, moneyJournalObject } from "../platform/services/money-journal-client.ts";
import { noteCalls, reportCalls } from "../platform/services/service-calls.ts";
import { deleteExpiredSessions } from "../platform/session-store.ts";
import { PRICE_FEED_NAME } from "../prices/hub-shards.ts";
import { watchTape } from "../prices/tape/watch-tape.ts";
import { fillSearchKeys } from "../profile/fill-search-keys.ts";
import { remindClients } from "../questions/remind-clients.ts";
import { deleteExpiredTokens } from "../telegram/telegram-store.ts";
import { deleteOldStaged } from "../trades/trade-import-store.ts";
import { runJobs } from "./run-jobs.ts";

/**
 * Runs the jobs of every minute. Jobs are idempotent and independent: runs may overlap, and a failed job does not
 * affect the others.
 *
 * The deposit sweep polls one code after another for most of the minute, so the other jobs run concurrently with it. Of
 * the six connections that a Worker may have open, the sweep uses two, the mails three, each other job one.
 * @param defer continues work after the run
 */
export async function runCron(env: Bindings, defer: (work: Promise<unknown>) => void): Promise<void> {
  const settings = readSettings(env);
  const database = { ...databaseOptions(settings), tellOf: accountTeller(env, defer) };
  const db = openDatabase({ ...database, journal: moneyJournal(env) });
  const services = { db, settings, now: Date.now };
  const payments = {
    // First, so that what a crash left open is in the journal within the minute.
    journal: { limitMs: MINUTE_MS, run: () => keepJournal({ db, journal: moneyJournalObject(env) }) },
    token: { limitMs: 30_000, run: () => renewBakongToken(services) },
    deposits: { limitMs: 75_000, run: () => sweepDeposits(services) },
  };
  const others = {
    // The nightly check of everything takes longest; the jobs after it then run in the next run.
    ledger: {
      limitMs: 3 * MINUTE_MS,
      run: () => watchLedger({ ...services, db: openDatabase({ ...database, timeoutMs: WHOLE_CHECK_MS }) }),
    },
    audit: { limitMs: 30_000, run: () => sealAudit({ db }) },
    // Before the mails, which it may queue.
    onCall: {
      limitMs: 15_000,
      async run() {
        const health = () => readHealth({ bindings: env, settings });
        const { lasting } = await watchIncidents({ ...services, health });
        return { lasting, ...(await tellIncidents(services)) };
      },
    },
    prune: { limitMs: 45_000, run: () => prune(db, Date.now()) },
    searchKeys: { limitMs: 30_000, run: async () => ({ filled: await fillSearchKeys(db, SEARCH_KEYS_MAX) }) },
    // Before the mails, which it may queue.
    questions: { limitMs: 15_000, run: () => remindClients(services) },
    digests: { limitMs: 30_000, run: () => mailDigests(services) },
    mail: {
      limitMs: 60_000,
      run: async () => {
        const written = await mailNotifications(services);
        return { ...written, ...(await sendAllDueMail({ ...services, retryAt: (atMs) => retryMailAt(env, atMs) })) };
      },
    },
    // Its alarm and each commit wake it too; this finds what a dispatcher that ended had claimed.
    delivery: { limitMs: 15_000, run: () => wakeDelivery(env) },
    services: { limitMs: 15_000, run: () => probeServices(env) },
    idImages: {
      limitMs: 30_000,
      run: async () => ({
        ...(await eraseIdImages({ ...services, bucket: env.IMAGES })),
        ...(await tellExpiringCards(services)),
      }),
    },
    tape: {
      limitMs: MINUTE_MS,
      run: () => watchTape({ ...services, feed: env.PRICE_FEED.getByName(PRICE_FEED_NAME), bucket: env.TAPE }),
    },
    alerts: { limitMs: MINUTE_MS, run: () => armAlerts({ ...services, book: alertBook(env) }) },
    images: {
      limitMs: 2 * MINUTE_MS,
      run: async () => ({
        ...(await sweepImages({ ...services, bucket: env.IMAGES })),
        ...(await fillDigests({ db, bucket: env.IMAGES })),
      }),
    },
  };
  await withRequestId(crypto.randomUUID(), async () => {
    const onFailed = (job: string) => seeFailedJob(services, job);
    await Promise.all([runJobs(payments, onFailed), runJobs(others, onFailed)]);
    const { count, failed } = db.trips();
    noteCalls("database", { calls: count, failures: failed });
    await reportCalls(env);
  });
}

/** Opens the incident of a failed job. Never throws: an unavailable database is why most jobs fail. */
async function seeFailedJob({ db, now }: Settler, job: string): Promise<void> {
  try {
    await db.write([seeIncident(db.query, { kind: "job_failed", about: job }, now())]);
  } catch (error) {
    logFault(error);
  }
}

/** How many accounts of an earlier version a run fills: some seconds of work. */
const SEARCH_KEYS_MAX = 2_000;

/** The timeout of a round trip in the nightly check, which reads the whole ledger. */
const WHOLE_CHECK_MS = 60_000;

/** Deletes expired rows. */
async function prune(db: Database, nowMs: number): Promise<Record<string, number>> {
  const { query, write } = db;
  await write([
    ...deleteExpiredSessions(query, nowMs),
    deleteOldFailures(query, nowMs),
    deleteOldVerificationCodes(query, nowMs),
    deleteExpiredResets(query, nowMs),
    deleteExpiredEnrolments(query, nowMs),
    deleteOldDevices(query, nowMs),
    deleteExpiredCounters(query, nowMs),
    deleteOldResponses(query, nowMs),
    deleteOldMails(query, nowMs),
    deleteOldNotifications(query, nowMs),
    ...deleteOldDeliveries(query, nowMs),
    deleteExpiredTokens(query, nowMs),
    ...deleteOldAlerts(query, nowMs),
    ...deleteOldStaged(query, nowMs - IMPORT.stagedForMs),
    ...deleteOldStagedBroker(query, nowMs - BROKER.stagedForMs),
  ]);
  return { brokerParts: (await deleteBrokerRows(db, Date.now)).parts };
}
