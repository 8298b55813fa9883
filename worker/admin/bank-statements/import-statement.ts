import {
  insertLines,
  insertMatches,
  insertStatement,
  type NewLine,
} from "../../bank-statements/bank-statement-store.ts";
import { lineKey } from "../../bank-statements/line-key.ts";
import { matchTransfer, selectBankTransfers, selectOpenLines } from "../../bank-statements/open-money-store.ts";
import { accountKey, readStatement } from "../../bank-statements/read-statement.ts";
import { BANK_STATEMENT_TEXT } from "../../bank-statements/statement-answers.ts";
import { profileOf, STATEMENT_LIMITS } from "../../bank-statements/statement-profile.ts";
import { AppError } from "../../contract/errors.ts";
import { dayAt, dayStartMs, isoDate } from "../../contract/trade-calendar.ts";
import type { Translated } from "../../contract/translated.ts";
import { audit } from "../../platform/audit-log-store.ts";
import { digestOf } from "../../platform/digest-of-bytes.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import { plainText } from "../../platform/plain-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { matchStored } from "./match-stored.ts";
import {
  type StatementAccountRow,
  selectKnownLines,
  selectSameStatement,
  selectStatementAccounts,
} from "./statement-admin-store.ts";
import { statementView } from "./statement-view.ts";

/** Open lines so many days before a statement, and transfers so many before it and after it, are matched with its lines. */
export const MATCHED_DAYS = { linesBefore: 31, before: 7, after: 3 } as const;

/**
 * Imports a bank's statement: stores the lines that no earlier statement of the account has, and matches all open lines around its days. All of
 * it or nothing. The same file again changes nothing and says so, unless it covers days now that it did not: those that were said, or a day that is
 * over by now.
 * @throws AppError `invalid_input` that names what is wrong with the file and where | `step_up_required` | `key_reused`
 */
export async function importStatement(
  scope: Scope,
  input: {
    account: string;
    profile: string;
    fileName: string;
    accountNumber?: string | undefined;
    bytes: Uint8Array;
    days: StatedDays | null;
  },
  idempotencyKey: IdempotencyKey | null,
) {
  const fileName = plainText(input.fileName, { field: "fileName", max: 120, isRequired: true });
  const profile = profileOf(input.profile);
  if (!profile) throw new AppError("invalid_input", BANK_STATEMENT_TEXT.noProfile, { field: "profile" });
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectStatementAccounts(query, callerId)]);
  const account = rows[0].find(({ id }) => id === input.account);
  if (!account) throw new AppError("invalid_input", BANK_STATEMENT_TEXT.noBankAccount, { field: "account" });
  const { id: accountId, currency } = account;
  const { days: stated } = input;
  const expected = { number: account.accountNumber, currency, mayBeEmpty: stated !== null };
  const read = readStatement(input.bytes, profile, expected, scope.now());
  const owner = ownerOf(read.accountNumber, rows[0], account);
  if (owner) {
    throw new AppError("invalid_input", BANK_STATEMENT_TEXT.ofOwnAccount(owner.name), { field: "account" });
  }
  if (account.accountNumber === null && read.accountNumber !== null) {
    assertConfirmed(input.accountNumber, read.accountNumber, account.name);
  }
  const digest = digestOf(input.bytes);
  const lines: NewLine[] = read.lines.map((line, position) => ({
    ...line,
    position,
    id: crypto.randomUUID(),
    lineKey: lineKey(line),
  }));
  const timeZone = scope.settings.OPERATION_TIME_ZONE;
  const today = dayAt(scope.now(), timeZone);
  const { from: firstDay, to: lastDay } = daysOf(lines, stated, today);
  // The day on which it is imported is not over: more lines may come.
  const coveredTo = Math.max(firstDay - 1, Math.min(lastDay, today - 1));
  const range = {
    fromMs: dayStartMs(firstDay - MATCHED_DAYS.before, timeZone),
    toMs: dayStartMs(lastDay + MATCHED_DAYS.after, timeZone),
    is: "open" as const,
  };
  const id = crypto.randomUUID();
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) =>
      [
        selectSameStatement(query, callerId, { account: accountId, digest, firstDay, coveredTo }),
        selectKnownLines(
          query,
          callerId,
          accountId,
          lines.map((line) => line.lineKey),
        ),
        selectOpenLines(query, callerId, {
          from: firstDay - MATCHED_DAYS.linesBefore,
          to: lastDay + MATCHED_DAYS.after,
        }),
        selectBankTransfers(query, callerId, range),
      ] as const,
    ([[same], known, open, transfers], admin, nowMs) => {
      if (same) {
        const counts = { imported: 0, known: same.lineCount + same.knownCount, repeated: same.repeatedCount };
        return { reply: { statement: statementView(same), ...counts, matched: 0, isSame: true }, statements: [] };
      }
      const knownLines = new Map(known.map((line) => [line.lineKey, line]));
      const changed = lines.find((line) => {
        const before = knownLines.get(line.lineKey);
        return before && (before.amountCents !== line.amountCents || before.day !== line.day);
      });
      if (changed) {
        throw new AppError("invalid_input", BANK_STATEMENT_TEXT.knownDiffers(changed.line), { field: "file" });
      }
      const added = lines.filter((line) => !knownLines.has(line.lineKey));
      const inOrder = [...open, ...added.map((line) => ({ ...line, currency }))].toSorted(
        (a, b) => a.day - b.day || (a.atMs ?? 0) - (b.atMs ?? 0),
      );
      const { matches } = matchStored(
        inOrder,
        transfers.map((row) => matchTransfer(row, (atMs) => dayAt(atMs, timeZone))),
      );
      const matchedIds = new Set(matches.map(({ lineId }) => lineId));
      const row = {
        ...{
          id,
          accountId,
          profile: profile.id,
          fileName,
          digest,
          accountNumber: read.accountNumber,
          firstDay,
          lastDay,
          coveredTo,
        },
        ...{ openingCents: read.openingCents, closingCents: read.closingCents },
        ...{ lineCount: added.length, knownCount: lines.length - added.length, repeatedCount: read.repeated.length },
        importedBy: admin.id,
        importedAtMs: nowMs,
      };
      const counts = { imported: added.length, known: row.knownCount, repeated: row.repeatedCount };
      const openCount = added.filter((line) => !matchedIds.has(line.id)).length;
      return {
        reply: {
          statement: statementView({ ...row, currency, importedBy: admin.name, openCount }),
          ...counts,
          matched: matches.length,
          isSame: false,
        },
        statements: [
          insertStatement(query, row),
          ...insertLines(query, { statementId: id, accountId, currency }, added),
          ...insertMatches(query, matches, nowMs),
          audit(
            query,
            {
              actor: admin.id,
              action: "statement.imported",
              subject: `book:${accountId}`,
              detail: { statement: id, ...counts, matched: matches.length },
            },
            nowMs,
          ),
        ],
      };
    },
  );
}

/** The days for which a statement was exported, as the operator says. */
export type StatedDays = { from: number; to: number };

/** The days of a statement: those that were said, which must have each line, else those of its first and its last line. */
function daysOf(lines: readonly NewLine[], stated: StatedDays | null, today: number): StatedDays {
  const refuse = (message: Translated, field: string) => new AppError("invalid_input", message, { field });
  const days = stated ?? {
    from: lines.reduce((first, { day }) => Math.min(first, day), Number.POSITIVE_INFINITY),
    to: lines.reduce((last, { day }) => Math.max(last, day), Number.NEGATIVE_INFINITY),
  };
  if (days.from > days.to) throw refuse(BANK_STATEMENT_TEXT.daysTurned, "to");
  if (stated !== null && stated.to > today) throw refuse(BANK_STATEMENT_TEXT.daysInFuture, "to");
  if (days.to - days.from >= STATEMENT_LIMITS.days) {
    const said = BANK_STATEMENT_TEXT.tooManyDays(isoDate(days.from), isoDate(days.to));
    throw refuse(said, stated === null ? "file" : "from");
  }
  const outside = lines.find(({ day }) => day < days.from || day > days.to);
  if (outside) {
    const said = BANK_STATEMENT_TEXT.outsideDays(outside.line, isoDate(outside.day));
    throw refuse(said, outside.day < days.from ? "from" : "to");
  }
  return days;
}

/**
 * Checks the account number that the operator typed with the first statement of an account. That statement fixes the account's number for all
 * later ones, and a statement cannot be taken back.
 * @throws AppError `invalid_input`
 */
function assertConfirmed(typed: string | undefined, number: string, name: string): void {
  const refuse = (message: Translated) => new AppError("invalid_input", message, { field: "accountNumber" });
  if (!typed?.trim()) throw refuse(BANK_STATEMENT_TEXT.firstOfAccount(name, number));
  if (accountKey(typed) !== accountKey(number)) throw refuse(BANK_STATEMENT_TEXT.otherNumber(number));
}

/**
 * Another account of the company whose statements have this number. Before the first statement of an account its number is not known, and every
 * file would be its own: the lines would be stored twice, and its own statements be refused from then on.
 */
function ownerOf(
  number: string | null,
  accounts: readonly StatementAccountRow[],
  { id, currency }: StatementAccountRow,
): StatementAccountRow | undefined {
  if (number === null) return undefined;
  return accounts.find(
    (other) =>
      other.id !== id &&
      other.currency === currency &&
      other.accountNumber !== null &&
      accountKey(other.accountNumber) === accountKey(number),
  );
}
