import { and, asc, type Column, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Query, Statement } from "../../db/client.ts";
import { NO_PASSWORD } from "../../db/no-password.ts";
import {
  accounts,
  auditLog,
  deposits,
  entries,
  googleLinks,
  identities,
  images,
  imports,
  knownDevices,
  paymentExceptions,
  paymentMethods,
  secondFactors,
  sessions,
  trades,
  transfers,
  users,
  withdrawalImages,
  withdrawals,
} from "../../db/schema/index.ts";
import { deviceName } from "../auth/device-name.ts";
import { iso, isoOrNull } from "../contract/iso-time.ts";
import { CURRENCY } from "../contract/limits.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { rejectionWords } from "../identity/identity-rules.ts";
import { imagePath } from "../images/image-name.ts";
import { recoveryCodesLeft } from "../profile/user-view.ts";

/**
 * The tables of a user's data export, each built field by field. They contain no password, secret, token or hash of
 * one, and no admin's name or id. Money in dollars, times in ISO 8601.
 */

/** One record of a table. */
export type DataRecord = Record<string, string | number | boolean | null>;

/** A position in a table, which is read in the order of time and id. */
export type Place = { atMs: number; id: string | number };

/** A table of the export. */
export type DataTable = {
  name: string;
  /** True when there is at most one record, which is not in a list. */
  isOne: boolean;
  head: readonly string[];
  /** The statement that reads the page after a position. @param callerId NULL reads nothing */
  page: (query: Query, callerId: SQL<string>, after: Place | null, limit: number) => Statement & Promise<Place[]>;
  record: (row: Place) => DataRecord;
};

/** A page of a table, in the order of the tables and of their rows. */
export type DataPage = { table: DataTable; records: DataRecord[]; isFirst: boolean; isLast: boolean };

/** The paging of a statement. */
type PageOf = { after: (place: Record<keyof Place, Column>) => SQL | undefined; limit: number };

function table<Row extends Place, Name extends string>(given: {
  name: string;
  isOne?: true;
  head: readonly Name[];
  select: (query: Query, callerId: SQL<string>, page: PageOf) => Statement & Promise<Row[]>;
  record: (row: Row) => Record<Name, DataRecord[string]>;
}): DataTable {
  return {
    name: given.name,
    isOne: given.isOne ?? false,
    head: given.head,
    page: (query, callerId, place, limit) =>
      given.select(query, callerId, {
        limit,
        after: ({ atMs, id }) => (place === null ? undefined : sql`(${atMs}, ${id}) > (${place.atMs}, ${place.id})`),
      }),
    // `page` returns only rows of its own statement.
    record: (row) => given.record(row as Row),
  };
}

/** All tables of the export, in order. */
export const DATA_TABLES: readonly DataTable[] = [
  table({
    name: "profile",
    isOne: true,
    head: [
      ...(["id", "email", "emailVerifiedAt", "username", "firstName", "lastName", "phone", "address"] as const),
      ...([
        "timeZone",
        "theme",
        "loginAlerts",
        "emailNotifications",
        "hasPassword",
        "googleSince",
        "googleId",
        "twoFactorSince",
        "recoveryCodesLeft",
        "securityChangedAt",
        "otherDeviceLogInAt",
      ] as const),
      ...(["role", "frozenAt", "createdAt", "balance", "heldBalance", "currency"] as const),
    ],
    select: (query, callerId, { limit }) =>
      query
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
        .limit(limit),
    record: ({ person, ...row }) => ({
      id: person.id,
      email: person.email,
      emailVerifiedAt: isoOrNull(person.emailVerifiedAtMs),
      username: person.username,
      firstName: person.firstName,
      lastName: person.lastName,
      phone: person.phone,
      address: person.address,
      timeZone: person.timeZone,
      theme: person.theme,
      loginAlerts: person.hasLoginAlerts,
      emailNotifications: person.hasEmailNotifications,
      hasPassword: person.passwordHash !== NO_PASSWORD,
      googleSince: isoOrNull(row.googleSinceMs),
      googleId: row.googleId,
      twoFactorSince: isoOrNull(row.twoFactorSinceMs),
      recoveryCodesLeft: row.recoveryCodesLeft,
      securityChangedAt: isoOrNull(person.securityChangedAtMs),
      otherDeviceLogInAt: isoOrNull(person.otherDeviceLogInAtMs),
      role: person.role,
      frozenAt: isoOrNull(person.frozenAtMs),
      createdAt: iso(person.createdAtMs),
      balance: dollarsFromCents(row.balanceCents),
      heldBalance: dollarsFromCents(row.heldCents),
      currency: CURRENCY,
    }),
  }),
  table({
    name: "identity",
    isOne: true,
    head: ["status", "submittedAt", "decidedAt", "rejectionReason", "image"],
    select: (query, callerId, { limit }) =>
      query
        .select({ atMs: identities.submittedAtMs, id: identities.userId, identity: identities })
        .from(identities)
        .where(eq(identities.userId, callerId))
        .limit(limit),
    record: ({ identity }) => ({
      status: identity.status,
      submittedAt: iso(identity.submittedAtMs),
      decidedAt: isoOrNull(identity.decidedAtMs),
      rejectionReason: identity.rejectReason && rejectionWords(identity.rejectReason, identity.note),
      image: imagePath(identity.image),
    }),
  }),
  table({
    name: "paymentMethods",
    isOne: true,
    head: ["bankName", "accountId", "khqrImage", "configuredAt", "updatedAt"],
    select: (query, callerId, { limit }) =>
      query
        .select({ atMs: paymentMethods.updatedAtMs, id: paymentMethods.userId, method: paymentMethods })
        .from(paymentMethods)
        .where(eq(paymentMethods.userId, callerId))
        .limit(limit),
    record: ({ method }) => ({
      bankName: method.bankName,
      accountId: method.accountId,
      khqrImage: imagePath(method.khqrImage),
      configuredAt: isoOrNull(method.configuredAtMs),
      updatedAt: iso(method.updatedAtMs),
    }),
  }),
  table({
    name: "deposits",
    head: [
      ...(["id", "billNumber", "amount", "currency", "status", "createdAt", "expiresAt", "paidAt"] as const),
      ...(["md5Hash", "qrString", "deeplink", "settlementHash", "bankReference"] as const),
    ],
    select: (query, callerId, { after, limit }) => {
      const place = { atMs: deposits.createdAtMs, id: deposits.id };
      return query
        .select({ ...place, deposit: deposits })
        .from(deposits)
        .where(and(eq(deposits.userId, callerId), after(place)))
        .orderBy(asc(place.atMs), asc(place.id))
        .limit(limit);
    },
    record: ({ deposit }) => ({
      id: deposit.id,
      billNumber: deposit.billNumber,
      amount: dollarsFromCents(deposit.amountCents),
      currency: CURRENCY,
      status: deposit.status,
      createdAt: iso(deposit.createdAtMs),
      expiresAt: iso(deposit.expiresAtMs),
      paidAt: isoOrNull(deposit.paidAtMs),
      md5Hash: deposit.md5Hash,
      qrString: deposit.qrString,
      deeplink: deposit.deeplink,
      settlementHash: deposit.settlementHash,
      bankReference: deposit.bankReference,
    }),
  }),
  table({
    name: "unmatchedPayments",
    head: [
      ...(["depositId", "reason", "paidAmount", "paidCurrency", "paidAt", "paidFrom", "settlementHash"] as const),
      ...(["status", "credited", "note", "foundAt", "decidedAt"] as const),
    ],
    select: (query, callerId, { after, limit }) => {
      const place = { atMs: paymentExceptions.createdAtMs, id: paymentExceptions.id };
      return query
        .select({ ...place, payment: paymentExceptions })
        .from(deposits)
        .innerJoin(paymentExceptions, eq(paymentExceptions.depositId, deposits.id))
        .where(and(eq(deposits.userId, callerId), after(place)))
        .orderBy(asc(place.atMs), asc(place.id))
        .limit(limit);
    },
    record: ({ payment }) => ({
      depositId: payment.depositId,
      reason: payment.reason,
      paidAmount: payment.paidAmount,
      paidCurrency: payment.paidCurrency,
      paidAt: isoOrNull(payment.paidAtMs),
      paidFrom: payment.paidFrom,
      settlementHash: payment.settlementHash,
      status: payment.status,
      credited: payment.creditedCents === null ? null : dollarsFromCents(payment.creditedCents),
      note: payment.note,
      foundAt: iso(payment.createdAtMs),
      decidedAt: isoOrNull(payment.decidedAtMs),
    }),
  }),
  table({
    name: "withdrawals",
    head: [
      ...(["id", "amount", "currency", "status", "cancelledByUser", "paymentMethod", "bankName", "accountId"] as const),
      ...(["paymentImage", "requestMessage", "adminNotes", "rejectReason", "paymentId", "createdAt"] as const),
      ...(["approvableAt", "reviewedAt", "approvedAt", "completedAt", "rejectedAt"] as const),
    ],
    select: (query, callerId, { after, limit }) => {
      const place = { atMs: withdrawals.createdAtMs, id: withdrawals.id };
      return query
        .select({ ...place, withdrawal: withdrawals })
        .from(withdrawals)
        .where(and(eq(withdrawals.userId, callerId), after(place)))
        .orderBy(asc(place.atMs), asc(place.id))
        .limit(limit);
    },
    record: ({ withdrawal }) => ({
      id: withdrawal.id,
      amount: dollarsFromCents(withdrawal.amountCents),
      currency: CURRENCY,
      status: withdrawal.status,
      cancelledByUser: withdrawal.cancelledByUser,
      paymentMethod: withdrawal.paymentMethod,
      bankName: withdrawal.bankName,
      accountId: withdrawal.accountId,
      paymentImage: imagePath(withdrawal.paymentImage),
      requestMessage: withdrawal.requestMessage,
      adminNotes: withdrawal.adminNotes,
      rejectReason: withdrawal.rejectReason,
      paymentId: withdrawal.paymentId,
      createdAt: iso(withdrawal.createdAtMs),
      approvableAt: isoOrNull(withdrawal.approvableAtMs),
      reviewedAt: isoOrNull(withdrawal.reviewedAtMs),
      approvedAt: isoOrNull(withdrawal.approvedAtMs),
      completedAt: isoOrNull(withdrawal.completedAtMs),
      rejectedAt: isoOrNull(withdrawal.rejectedAtMs),
    }),
  }),
  table({
    name: "ledger",
    head: ["at", "account", "amount", "currency", "kind", "reference", "memo"],
    select: (query, callerId, { after, limit }) => {
      // The ids of entries increase with time.
      const place = { atMs: entries.id, id: entries.id };
      return query
        .select({ ...place, amountCents: entries.amountCents, account: accounts.kind, transfer: transfers })
        .from(accounts)
        .innerJoin(entries, eq(entries.accountId, accounts.id))
        .innerJoin(transfers, eq(transfers.id, entries.transferId))
        .where(and(eq(accounts.userId, callerId), after(place)))
        .orderBy(asc(entries.id))
        .limit(limit);
    },
    record: ({ amountCents, account, transfer }) => ({
      at: iso(transfer.atMs),
      account,
      amount: dollarsFromCents(amountCents),
      currency: CURRENCY,
      kind: transfer.kind,
      reference: transfer.reference,
      memo: transfer.memo,
    }),
  }),
  table({
    name: "trades",
    head: [
      ...(["ticket", "symbol", "direction", "lots", "entryPrice", "exitPrice", "stopPrice"] as const),
      ...(["openedAt", "closedAt", "profitLoss"] as const),
    ],
    select: (query, callerId, { after, limit }) => {
      const place = { atMs: trades.closedAtMs, id: trades.id };
      return query
        .select({ ...place, trade: trades })
        .from(trades)
        .where(and(eq(trades.userId, callerId), after(place)))
        .orderBy(asc(place.atMs), asc(place.id))
        .limit(limit);
    },
    record: ({ trade }) => ({
      ticket: trade.ticket,
      symbol: trade.symbol,
      direction: trade.direction,
      lots: trade.lotMicros / 1_000_000,
      entryPrice: trade.entryPrice,
      exitPrice: trade.exitPrice,
      stopPrice: trade.stopPrice,
      openedAt: iso(trade.openedAtMs),
      closedAt: iso(trade.closedAtMs),
      profitLoss: dollarsFromCents(trade.profitCents),
    }),
  }),
  table({
    name: "imports",
    head: ["fileName", "format", "timeZone", "status", "trades", "profitLoss", "committedAt", "reversedAt", "reason"],
    select: (query, callerId, { after, limit }) => {
      const place = { atMs: imports.createdAtMs, id: imports.id };
      return query
        .select({ ...place, file: imports })
        .from(imports)
        .where(and(eq(imports.userId, callerId), ne(imports.status, "staged"), after(place)))
        .orderBy(asc(place.atMs), asc(place.id))
        .limit(limit);
    },
    record: ({ file }) => ({
      fileName: file.fileName,
      format: file.format,
      timeZone: file.timeZone,
      status: file.status,
      trades: file.tradeCount,
      profitLoss: file.profitCents === null ? null : dollarsFromCents(file.profitCents),
      committedAt: isoOrNull(file.committedAtMs),
      reversedAt: isoOrNull(file.reversedAtMs),
      reason: file.reason,
    }),
  }),
  table({
    name: "images",
    head: [
      "image",
      "purpose",
      "contentType",
      "sizeBytes",
      "widthPx",
      "heightPx",
      "uploadedByYou",
      "withdrawalId",
      "message",
      "storedAt",
    ],
    select: (query, callerId, { after, limit }) => {
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
        .where(and(eq(images.userId, callerId), after(place)))
        .orderBy(asc(place.atMs), asc(place.id))
        .limit(limit);
    },
    record: ({ image, withdrawalId, message }) => ({
      image: image.filename,
      purpose: image.purpose,
      contentType: image.contentType,
      sizeBytes: image.sizeBytes,
      widthPx: image.widthPx,
      heightPx: image.heightPx,
      uploadedByYou: image.uploadedBy === image.userId,
      withdrawalId,
      message,
      storedAt: iso(image.createdAtMs),
    }),
  }),
  table({
    name: "sessions",
    head: ["kind", "device", "userAgent", "country", "signedInAt", "provenAt", "lastUsedAt", "expiresAt"],
    select: (query, callerId, { after, limit }) => {
      const place = { atMs: sessions.createdAtMs, id: sessions.id };
      return query
        .select({ ...place, session: sessions })
        .from(sessions)
        .where(and(eq(sessions.userId, callerId), after(place)))
        .orderBy(asc(place.atMs), asc(place.id))
        .limit(limit);
    },
    record: ({ session }) => ({
      kind: session.kind,
      device: deviceName(session.userAgent),
      userAgent: session.userAgent,
      country: session.country,
      signedInAt: iso(session.createdAtMs),
      provenAt: iso(session.authenticatedAtMs),
      lastUsedAt: iso(session.lastActionAtMs),
      expiresAt: iso(session.expiresAtMs),
    }),
  }),
  table({
    name: "knownDevices",
    head: ["lastLogInAt"],
    select: (query, callerId, { after, limit }) => {
      const place = { atMs: knownDevices.lastLogInAtMs, id: knownDevices.deviceHash };
      return query
        .select(place)
        .from(knownDevices)
        .where(and(eq(knownDevices.userId, callerId), after(place)))
        .orderBy(asc(place.atMs), asc(place.id))
        .limit(limit);
    },
    record: ({ atMs }) => ({ lastLogInAt: iso(atMs) }),
  }),
  table({
    name: "events",
    head: ["at", "event", "by", "detail"],
    select: (query, callerId, { after, limit }) => {
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
        .where(and(isNotNull(callerId), isOwn, after(place)))
        .orderBy(asc(auditLog.sequence))
        .limit(limit);
    },
    // The detail of an admin's action may name the admin.
    record: ({ entry, by }) => ({
      at: iso(entry.atMs),
      event: entry.action,
      by,
      detail: by === "you" ? entry.detail : null,
    }),
  }),
];
