import { candidatesOf } from "../../bank-statements/candidate-transfers.ts";
import { codesIn } from "../../bank-statements/match-lines.ts";
import {
  type LineRow,
  matchTransfer,
  selectBankTransfers,
  selectLine,
  transferCode,
} from "../../bank-statements/open-money-store.ts";
import { AppError } from "../../contract/errors.ts";
import { recordCode } from "../../contract/record-code.ts";
import { dayAt, dayStartMs, isoDate } from "../../contract/trade-calendar.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { type CodeRow, selectCodes, selectLikelyRecords, selectPayers, selectRefunds } from "./line-records-store.ts";
import { units } from "./statement-view.ts";

const DAYS = 7;

/**
 * What an open line could be about, the likeliest first, each with why: transfers without a line, codes that were not paid, withdrawals that are
 * being paid, refunds of exceptions, and deposits of traders who paid from the same account.
 * @throws AppError `not_found`
 */
export async function findCandidates(scope: Scope, id: string) {
  const { query } = scope.db;
  const timeZone = scope.settings.OPERATION_TIME_ZONE;
  const first = await authorizedBatch(scope, "read", (callerId) => [selectLine(query, callerId, id)]);
  const line = existingLine(first.rows[0][0]);
  const { day, amountCents, currency, payerAccount, reference, remark } = line;
  const range = { fromMs: dayStartMs(day - DAYS, timeZone), toMs: dayStartMs(day + DAYS, timeZone) };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectBankTransfers(query, callerId, { ...range, is: "open" }),
    selectCodes(query, callerId, codesIn(`${reference ?? ""} ${remark ?? ""}`)),
    selectLikelyRecords(query, callerId, { amountCents, payerAccount, ...range }),
    selectPayers(query, callerId, payerAccount),
    selectRefunds(query, callerId, { amountCents, currency }),
  ]);
  const [transfers, ofCodes, likely, payers, refunds] = rows;
  const payerIds = new Set(payers.map(({ userId }) => userId));
  const dayOf = (atMs: number) => dayAt(atMs, timeZone);
  const records = [
    ...transfers.map((row) => ({
      ...matchTransfer(row, dayOf),
      kind: "transfer" as const,
      shownCode: transferCode(row),
      transferKind: row.kind as string | null,
      names: [row.name, row.holderName].filter((name) => name !== null),
      isPaidBefore: row.userId !== null && payerIds.has(row.userId),
      user: row.userId === null || row.name === null ? null : { _id: row.userId, name: row.name },
      status: null as string | null,
      version: null as number | null,
    })),
    ...distinctRecords([...ofCodes, ...likely]).map((row) => ({
      ...{
        id: row.id,
        kind: row.kind,
        day: dayOf(row.atMs),
        amountCents: row.amountCents,
        currency: "USD" as const,
        code: row.code,
        ids: [],
      },
      shownCode: row.code,
      transferKind: null,
      names: [row.name, row.holderName].filter((name) => name !== null),
      isPaidBefore: payerIds.has(row.userId),
      user: { _id: row.userId, name: row.name },
      status: row.status,
      version: row.version,
    })),
    ...refunds.map((row) => ({
      ...{
        id: row.id,
        kind: "refund" as const,
        day: dayOf(row.atMs),
        amountCents: row.amountCents,
        currency,
        code: null,
      },
      ids: [row.refundReference],
      shownCode: row.billNumber ?? recordCode("exception", row.id),
      transferKind: null,
      names: row.name === null ? [] : [row.name],
      isPaidBefore: false,
      user: row.userId === null || row.name === null ? null : { _id: row.userId, name: row.name },
      status: "refunded" as string | null,
      version: null,
    })),
  ];
  return {
    candidates: candidatesOf(line, records).map(({ record, why }) => ({
      kind: record.kind,
      _id: record.id,
      /** Of a transfer; null of a record that has none yet. */
      transferKind: record.transferKind,
      code: record.shownCode,
      day: isoDate(record.day),
      amount: units(record.amountCents),
      currency: record.currency,
      status: record.status,
      version: record.version,
      user: record.user,
      why,
    })),
  };
}

/** @throws AppError `not_found` */
export function existingLine<Row extends LineRow>(row: Row | undefined): Row {
  if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
  return row;
}

function distinctRecords(rows: readonly CodeRow[]): CodeRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
