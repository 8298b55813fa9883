import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import { TEXT_MAX } from "../../contract/limits.ts";
import { audit } from "../../platform/audit.ts";
import type { IdempotencyKey } from "../../platform/idempotency.ts";
import { plainText } from "../../platform/plain-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { timeZoneOrDefault } from "../../profile/person-rules.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { insertImport, selectTrader } from "./import-store.ts";
import { importView } from "./import-view.ts";

export type FileFormat = "csv" | "mt5_html" | "mt5_xlsx";

/**
 * Begins an import: the file's rows can be staged now, and nothing of it is a trade yet.
 *
 * @param input.timeZone the zone that the file's times were read in
 * @param input.rowCount rows that will be staged; a commit wants all of them
 * @throws AppError `not_found` for a trader that is not there | `wrong_state` for one who has closed their account | `own_account` | `invalid_input` | `key_reused`
 */
export function openImport(
  scope: Scope,
  input: { userId: string; fileName: string; format: FileFormat; timeZone: string; rowCount: number },
  once: IdempotencyKey | null,
) {
  const { userId, format, rowCount } = input;
  const fileName = plainText(input.fileName, { field: "fileName", max: TEXT_MAX.fileName, isRequired: true });
  const timeZone = timeZoneOrDefault(input.timeZone);
  const { query } = scope.db;
  return runAdminCommand(
    scope,
    once,
    () => [selectTrader(query, userId)] as const,
    ([[trader]], admin, nowMs) => {
      if (!trader) throw new AppError("not_found", "There is no such trader", { field: "userId" });
      if (trader.user.closedAtMs !== null)
        throw new AppError("wrong_state", "This account is closed", { field: "userId" });
      if (userId === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
      const id = crypto.randomUUID();
      const head = { id, userId, status: "staged" as const, fileName, format, timeZone, rowCount };
      const aloneCentsMax = scope.settings.SECOND_ADMIN_ABOVE_USD * 100;
      const row = { ...head, createdBy: admin.id, createdAtMs: nowMs, aloneCentsMax };
      const record = {
        ...trader,
        id,
        createdAtMs: nowMs,
        import: { ...row, ...UNDONE },
        createdByName: admin.name,
        creatorCountsFromMs: admin.countsFromMs,
        committedByName: null,
        reversedByName: null,
        waitsForColleague: 0,
      };
      const entry = { actor: admin.id, action: "import.opened" as const, subject: `import:${id}` as const };
      return {
        reply: { import: importView(record) },
        statements: [insertImport(query, row), audit(query, { ...entry, detail: { userId, rowCount, format } }, nowMs)],
      };
    },
  );
}

/** What nobody has done about a file that was just opened. */
const UNDONE = {
  movesCents: null,
  tradeCount: null,
  profitCents: null,
  reason: null,
  committedBy: null,
  committedAtMs: null,
  reversedBy: null,
  reversedAtMs: null,
};
