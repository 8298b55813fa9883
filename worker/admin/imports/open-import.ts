import { AppError } from "../../contract/errors.ts";
import type { EARLIER_FILE_FORMATS, KNOWN_FILE_FORMATS } from "../../contract/file-formats.ts";
import { type IMPORT, TEXT_MAX } from "../../contract/limits.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import { operationOf } from "../../platform/operation-settings.ts";
import { selectSettings } from "../../platform/operation-settings-sql.ts";
import { plainText } from "../../platform/plain-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { timeZoneOrDefault } from "../../profile/person-rules.ts";
import { insertImport } from "../../trades/trade-import-store.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { IMPORT_TEXT } from "./import-answers.ts";
import { selectTrader } from "./import-store.ts";
import { importView } from "./import-view.ts";

/** The format of a file. */
export type FileFormat = (typeof KNOWN_FILE_FORMATS | typeof EARLIER_FILE_FORMATS)[number];

/**
 * Opens an import: its rows can now be staged; none of them is a trade yet.
 *
 * @param input.currency of the file's sums, as the file says it
 * @param input.timeZone the zone in which the file's times were read
 * @param input.rowCount how many rows will be staged; a commit requires all of them
 * @throws AppError `not_found` for a missing trader | `wrong_state` for a closed account | `own_account` |
 * `invalid_input` | `key_reused`
 */
export function openImport(
  scope: Scope,
  input: {
    userId: string;
    fileName: string;
    format: FileFormat;
    currency: typeof IMPORT.currency;
    timeZone: string;
    rowCount: number;
  },
  idempotencyKey: IdempotencyKey | null,
) {
  const { userId, format, currency, rowCount } = input;
  const fileName = plainText(input.fileName, { field: "fileName", max: TEXT_MAX.fileName, isRequired: true });
  const timeZone = timeZoneOrDefault(input.timeZone);
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectTrader(query, userId), selectSettings(query, callerId)] as const,
    ([[trader], settings], admin, nowMs) => {
      if (!trader) throw new AppError("not_found", IMPORT_TEXT.noTrader, { field: "userId" });
      if (trader.user.closedAtMs !== null) {
        throw new AppError("wrong_state", IMPORT_TEXT.accountClosed, { field: "userId" });
      }
      if (userId === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
      const id = crypto.randomUUID();
      const head = { id, userId, status: "staged" as const, fileName, format, timeZone, rowCount };
      // A lower one that comes into force later counts for the file too.
      const { secondAdminAboveCents: aloneCentsMax } = operationOf(settings, scope.settings);
      const row = { ...head, createdBy: admin.id, createdAtMs: nowMs, aloneCentsMax };
      const record = {
        ...trader,
        id,
        createdAtMs: nowMs,
        import: { ...row, ...UNCOMMITTED },
        createdByName: admin.name,
        creatorCountsFromMs: admin.countsFromMs,
        committedByName: null,
        reversedByName: null,
        waitsForColleague: 0,
      };
      const entry = { actor: admin.id, action: "import.opened" as const, subject: `import:${id}` as const };
      return {
        reply: { import: importView(record) },
        statements: [
          insertImport(query, row),
          audit(query, { ...entry, detail: { userId, rowCount, format, currency } }, nowMs),
        ],
      };
    },
  );
}

/** The columns of an import that is not committed. */
const UNCOMMITTED = {
  movesCents: null,
  tradeCount: null,
  profitCents: null,
  reason: null,
  committedBy: null,
  committedAtMs: null,
  reversedBy: null,
  reversedAtMs: null,
};
