import { and, asc, type Column, eq, getTableColumns, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import {
  accounts,
  alertFirings,
  auditLog,
  brokerAccounts,
  brokerFills,
  brokerImports,
  brokerPositions,
  brokerTrades,
  clientAnswers,
  clientQuestions,
  deliveries,
  demoParts,
  demoRuns,
  deposits,
  entries,
  googleLinks,
  identities,
  images,
  imports,
  journalEntries,
  journalLabels,
  knownDevices,
  notificationSettings,
  notifications,
  paymentExceptions,
  paymentMethods,
  priceAlerts,
  pushSubscriptions,
  secondFactors,
  sessions,
  telegramLinks,
  trades,
  transfers,
  users,
  withdrawalImages,
  withdrawals,
} from "../../db/schema/index.ts";
import { recoveryCodesLeft } from "../profile/user-view-store.ts";

/**
 * The SQL that reads the tables of a user's data export, page by page, in the order of time and id. A NULL caller id
 * reads nothing. Functions return statements; the verb puts them into its batch.
 */

/** A position in a table. */
export type Place = { atMs: number; id: string | number };

/** A page of a table: the rows after a position, or with null the first ones. */
export type PageAfter = { after: Place | null; limit: number };

function isAfter({ atMs, id }: Record<keyof Place, Column>, after: Place | null): SQL | undefined {
  return after === null ? undefined : sql`(${atMs}, ${id}) > (${after.atMs}, ${after.id})`;
}

/** The user, with the balances in cents, how they log in, and how many recovery codes are left. */
export function selectProfile(query: Query, callerId: SQL<string>, { limit }: PageAfter) {
  return query
    .select({
      atMs: users.createdAtMs,
      id: users.id,
      person: users,
      twoFactorSinceMs: secondFactors.createdAtMs,
      googleId: googleLinks.subject,
      googleSinceMs: googleLinks.linkedAtMs,
      recoveryCodesLeft,
      balanceCents: sql<number>`(SELECT ${accounts.balanceCents} FROM ${accounts} WHERE ${accounts.id} = 'available:' || ${users.id})`,
      heldCents: sql<number>`(SELECT ${accounts.balanceCents} FROM ${accounts} WHERE ${accounts.id} = 'held:' || ${users.id})`,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(googleLinks, eq(googleLinks.userId, users.id))
    .where(eq(users.id, callerId))
    .limit(limit);
}

/** The user's identity. */
export function selectIdentity(query: Query, callerId: SQL<string>, { limit }: PageAfter) {
  return query
    .select({ atMs: identities.submittedAtMs, id: identities.userId, identity: identities })
    .from(identities)
    .where(eq(identities.userId, callerId))
    .limit(limit);
}

/** The user's payment methods. */
export function selectPaymentMethods(query: Query, callerId: SQL<string>, { limit }: PageAfter) {
  return query
    .select({ atMs: paymentMethods.updatedAtMs, id: paymentMethods.userId, method: paymentMethods })
    .from(paymentMethods)
    .where(eq(paymentMethods.userId, callerId))
    .limit(limit);
}

/** The user's deposits. */
export function selectDeposits(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: deposits.createdAtMs, id: deposits.id };
  return query
    .select({ ...place, deposit: deposits })
    .from(deposits)
    .where(and(eq(deposits.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The payments that did not match the user's deposits. */
export function selectUnmatchedPayments(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: paymentExceptions.createdAtMs, id: paymentExceptions.id };
  return query
    .select({ ...place, payment: paymentExceptions })
    .from(deposits)
    .innerJoin(paymentExceptions, eq(paymentExceptions.depositId, deposits.id))
    .where(and(eq(deposits.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The user's withdrawals. */
export function selectWithdrawals(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: withdrawals.createdAtMs, id: withdrawals.id };
  return query
    .select({ ...place, withdrawal: { ...getTableColumns(withdrawals), number: sql<number>`${withdrawals.number}` } })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** What admins asked the user, with the answers. */
export function selectQuestions(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: clientQuestions.askedAtMs, id: clientQuestions.id };
  return query
    .select({ ...place, question: clientQuestions, answer: clientAnswers })
    .from(clientQuestions)
    .leftJoin(clientAnswers, eq(clientAnswers.questionId, clientQuestions.id))
    .where(and(eq(clientQuestions.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The user's Telegram chat. */
export function selectTelegram(query: Query, callerId: SQL<string>, { limit }: PageAfter) {
  return query
    .select({ atMs: sql<number>`0`, id: telegramLinks.userId, link: telegramLinks })
    .from(telegramLinks)
    .where(eq(telegramLinks.userId, callerId))
    .limit(limit);
}

/** What the user chose of their notifications. */
export function selectNotificationSettings(query: Query, callerId: SQL<string>, { limit }: PageAfter) {
  return query
    .select({ atMs: sql<number>`0`, id: notificationSettings.userId, settings: notificationSettings })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, callerId))
    .limit(limit);
}

export function selectNotifications(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: notifications.createdAtMs, id: notifications.id };
  return query
    .select({ ...place, notification: notifications })
    .from(notifications)
    .where(and(eq(notifications.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** What was sent of the user's notifications by each channel, and the tests that they asked for. */
export function selectDeliveries(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: deliveries.createdAtMs, id: deliveries.id };
  return query
    .select({ ...place, delivery: deliveries })
    .from(deliveries)
    .where(and(eq(deliveries.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The user's price alerts, with those that were removed while they are kept. */
export function selectPriceAlerts(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: priceAlerts.createdAtMs, id: priceAlerts.id };
  return query
    .select({ ...place, alert: priceAlerts })
    .from(priceAlerts)
    .where(and(eq(priceAlerts.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** What the user's price alerts told. */
export function selectAlertFirings(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: alertFirings.id, id: alertFirings.id };
  return query
    .select({ ...place, firing: alertFirings })
    .from(alertFirings)
    .where(and(eq(alertFirings.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.id))
    .limit(limit);
}

/** What the user has noted of trades, days and weeks. */
export function selectJournalEntries(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: journalEntries.number, id: journalEntries.number };
  return query
    .select({ ...place, entry: journalEntries })
    .from(journalEntries)
    .where(and(eq(journalEntries.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.id))
    .limit(limit);
}

/** The user's setups, tags and mistakes, with those that are archived. */
export function selectJournalLabels(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: journalLabels.number, id: journalLabels.number };
  return query
    .select({ ...place, label: journalLabels })
    .from(journalLabels)
    .where(and(eq(journalLabels.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.id))
    .limit(limit);
}

/** The entries of the user's accounts, each with its transfer. */
export function selectEntries(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  // The ids of entries increase with time.
  const place = { atMs: entries.id, id: entries.id };
  return query
    .select({ ...place, amountCents: entries.amountCents, account: accounts.kind, transfer: transfers })
    .from(accounts)
    .innerJoin(entries, eq(entries.accountId, accounts.id))
    .innerJoin(transfers, eq(transfers.id, entries.transferId))
    .where(and(eq(accounts.userId, callerId), isAfter(place, after)))
    .orderBy(asc(entries.id))
    .limit(limit);
}

/** The user's trades, in the order in which they were closed. */
export function selectTrades(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: trades.closedAtMs, id: trades.id };
  return query
    .select({ ...place, trade: trades })
    .from(trades)
    .where(and(eq(trades.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The user's demo runs. */
export function selectDemoRuns(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: demoRuns.startedAtMs, id: demoRuns.run };
  return query
    .select({ ...place, run: demoRuns })
    .from(demoRuns)
    .where(and(eq(demoRuns.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The closed parts of the user's demo positions, by the number of the fill that closed each. */
export function selectDemoTrades(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: demoParts.id, id: demoParts.id };
  return query
    .select({ ...place, part: demoParts })
    .from(demoParts)
    .where(and(eq(demoParts.userId, callerId), isAfter(place, after)))
    .orderBy(asc(demoParts.id))
    .limit(limit);
}

/** The committed and reversed imports of the user's trades. */
export function selectImports(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: imports.createdAtMs, id: imports.id };
  return query
    .select({ ...place, file: imports })
    .from(imports)
    .where(and(eq(imports.userId, callerId), ne(imports.status, "staged"), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The user's broker accounts that were not deleted. */
export function selectBrokerAccounts(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: brokerAccounts.number, id: brokerAccounts.number };
  return query
    .select({ ...place, account: brokerAccounts })
    .from(brokerAccounts)
    .where(and(eq(brokerAccounts.userId, callerId), isNull(brokerAccounts.deletedAtMs), isAfter(place, after)))
    .orderBy(asc(place.id))
    .limit(limit);
}

/** The files of the user's broker accounts. */
export function selectBrokerImports(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: brokerImports.createdAtMs, id: brokerImports.id };
  return query
    .select({ ...place, number: brokerAccounts.number, file: brokerImports })
    .from(brokerAccounts)
    .innerJoin(brokerImports, eq(brokerImports.accountId, brokerAccounts.id))
    .where(
      and(
        eq(brokerAccounts.userId, callerId),
        isNull(brokerAccounts.deletedAtMs),
        ne(brokerImports.status, "staged"),
        isAfter(place, after),
      ),
    )
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The closed trades of the user's broker accounts, by account. */
export function selectBrokerTrades(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: brokerTrades.accountId, id: brokerTrades.id };
  return query
    .select({ ...place, number: brokerAccounts.number, decimals: brokerAccounts.decimals, trade: brokerTrades })
    .from(brokerAccounts)
    .innerJoin(brokerTrades, eq(brokerTrades.accountId, brokerAccounts.id))
    .where(and(eq(brokerAccounts.userId, callerId), isNull(brokerAccounts.deletedAtMs), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The fills of the user's broker accounts, by file. */
export function selectBrokerFills(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: brokerFills.importId, id: brokerFills.rowNumber };
  return query
    .select({
      ...place,
      number: brokerAccounts.number,
      decimals: brokerAccounts.decimals,
      fileName: brokerImports.fileName,
      fill: brokerFills,
    })
    .from(brokerAccounts)
    .innerJoin(brokerImports, eq(brokerImports.accountId, brokerAccounts.id))
    .innerJoin(brokerFills, eq(brokerFills.importId, brokerImports.id))
    .where(
      and(
        eq(brokerAccounts.userId, callerId),
        isNull(brokerAccounts.deletedAtMs),
        eq(brokerImports.status, "committed"),
        isAfter(place, after),
      ),
    )
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The open positions of the user's broker accounts, as every committed file shows them. */
export function selectBrokerPositions(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: brokerPositions.id, id: brokerPositions.id };
  return query
    .select({ ...place, number: brokerAccounts.number, position: brokerPositions })
    .from(brokerAccounts)
    .innerJoin(brokerPositions, eq(brokerPositions.accountId, brokerAccounts.id))
    .where(and(eq(brokerAccounts.userId, callerId), isNull(brokerAccounts.deletedAtMs), isAfter(place, after)))
    .orderBy(asc(place.id))
    .limit(limit);
}

/** The user's images, each with the withdrawal that it is attached to, if any. */
export function selectImages(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: images.createdAtMs, id: images.filename };
  return query
    .select({
      ...place,
      image: images,
      withdrawalId: withdrawalImages.withdrawalId,
      message: withdrawalImages.message,
    })
    .from(images)
    .leftJoin(withdrawalImages, eq(withdrawalImages.filename, images.filename))
    .where(and(eq(images.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The user's sessions. */
export function selectSessions(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: sessions.createdAtMs, id: sessions.id };
  return query
    .select({ ...place, session: sessions })
    .from(sessions)
    .where(and(eq(sessions.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The browsers that show the user's notifications, with those that have ended while they are kept. */
export function selectPushBrowsers(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: pushSubscriptions.createdAtMs, id: pushSubscriptions.id };
  return query
    .select({ ...place, browser: pushSubscriptions })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The devices on which the user has logged in. */
export function selectKnownDevices(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  const place = { atMs: knownDevices.lastLogInAtMs, id: knownDevices.deviceHash };
  return query
    .select(place)
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, callerId), isAfter(place, after)))
    .orderBy(asc(place.atMs), asc(place.id))
    .limit(limit);
}

/** The audit rows about the user, each with who acted. */
export function selectEvents(query: Query, callerId: SQL<string>, { after, limit }: PageAfter) {
  // The log is append-only: the sequence increases with time.
  const place = { atMs: auditLog.sequence, id: auditLog.sequence };
  const isOwn = or(
    eq(auditLog.subject, sql`'user:' || ${callerId}`),
    eq(auditLog.subject, sql`'identity:' || ${callerId}`),
  );
  return query
    .select({
      ...place,
      entry: auditLog,
      by: sql<
        "you" | "staff" | "system"
      >`CASE ${auditLog.actor} WHEN ${callerId} THEN 'you' WHEN 'system' THEN 'system' ELSE 'staff' END`,
    })
    .from(auditLog)
    .where(and(isNotNull(callerId), isOwn, isAfter(place, after)))
    .orderBy(asc(auditLog.sequence))
    .limit(limit);
}
