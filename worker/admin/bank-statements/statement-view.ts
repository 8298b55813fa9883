import { type BankTransferRow, batchOf, transferCode } from "../../bank-statements/open-money-store.ts";
import { profileOf } from "../../bank-statements/statement-profile.ts";
import { iso, isoOrNull } from "../../contract/iso-time.ts";
import { isoDate } from "../../contract/trade-calendar.ts";
import type { DayLineRow } from "./day-store.ts";
import type { StatementAccountRow, StatementRow } from "./statement-admin-store.ts";

/** Sums are in units of the currency. */
export const units = (cents: number) => cents / 100;
const unitsOrNull = (cents: number | null) => (cents === null ? null : cents / 100);

/** A bank account with what its statements cover. */
export function statementAccountView(row: StatementAccountRow) {
  const cutOff = profileOf(row.profile ?? "")?.cutOffMinutes ?? null;
  return {
    _id: row.id,
    name: row.name,
    currency: row.currency,
    accountNumber: row.accountNumber,
    profile: row.profile,
    /** The time of day from which the bank books on its next day, `16:00`; null where its day ends at midnight. */
    cutOff:
      cutOff === null
        ? null
        : `${String(Math.floor(cutOff / 60)).padStart(2, "0")}:${String(cutOff % 60).padStart(2, "0")}`,
    firstDay: row.firstDay === null ? null : isoDate(row.firstDay),
    lastDay: row.lastDay === null ? null : isoDate(row.lastDay),
    importedAt: isoOrNull(row.importedAtMs),
  };
}

/** A statement as it was imported. */
export function statementView(row: StatementRow) {
  return {
    _id: row.id,
    account: row.accountId,
    currency: row.currency,
    profile: row.profile,
    fileName: row.fileName,
    firstDay: isoDate(row.firstDay),
    lastDay: isoDate(row.lastDay),
    opening: unitsOrNull(row.openingCents),
    closing: unitsOrNull(row.closingCents),
    /** Lines that it added, that were known, that it has twice, and of the added ones those that nothing has. */
    lines: row.lineCount,
    known: row.knownCount,
    repeated: row.repeatedCount,
    open: row.openCount,
    importedBy: row.importedBy,
    importedAt: iso(row.importedAtMs),
  };
}

/** A line with its match. */
export function dayLineView(row: DayLineRow) {
  return {
    _id: row.id,
    account: row.accountId,
    statement: row.statementId,
    /** Its number in the file. */
    line: row.line,
    day: isoDate(row.day),
    /** Null where the bank gives days alone. */
    at: isoOrNull(row.atMs),
    amount: units(row.amountCents),
    currency: row.currency,
    bankId: row.bankId,
    reference: row.reference,
    networkHash: row.networkHash,
    payer: row.payer,
    payerAccount: row.payerAccount,
    remark: row.remark,
    balance: unitsOrNull(row.balanceCents),
    /** The month of its day, where that was sealed before its statement came: it is an item of the month of the import. */
    foundFor: row.foundFor,
    match:
      row.matchId === null || row.why === null
        ? null
        : {
            _id: row.matchId,
            why: row.why,
            exceptionId: row.exceptionId,
            reason: row.reason,
            /** Null of what was matched by itself. */
            by: row.matchedBy,
            at: isoOrNull(row.matchedAtMs),
          },
  };
}

/** A transfer that moves money at a bank. */
export function bankTransferView(row: BankTransferRow) {
  return {
    _id: row.id,
    kind: row.kind,
    at: iso(row.atMs),
    amount: units(row.amountCents),
    currency: row.currency,
    code: transferCode(row),
    depositId: row.depositId,
    withdrawalId: row.withdrawalId,
    bankReference: row.actReference ?? row.paymentId ?? row.depositReference,
    batch: batchOf(row),
    /** No line has it, and none will: what it moved came back, or nobody got it. It is not open. */
    needsNoLine: row.needsNoLine === 1,
    user: row.userId === null || row.name === null ? null : { _id: row.userId, name: row.name },
  };
}
