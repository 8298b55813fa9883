import { AppError } from "../contract/errors.ts";
import { TEXT_MAX } from "../contract/limits.ts";
import { storedResponse, withIdempotency } from "../platform/idempotency.ts";
import { type IdempotencyKey, selectStoredResponse, storeResponse } from "../platform/idempotency-store.ts";
import { plainText } from "../platform/plain-text.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { BROKER_TEXT } from "./broker-answers.ts";
import { deleteStaged, type ImportRecord, insertImport, selectAccountOf, selectImport } from "./broker-import-store.ts";
import type { ImportInput } from "./broker-inputs.ts";

/** A file that was opened. */
export type OpenedImport = { id: string; status: "staged" };

/**
 * Opens a file of an account: its rows can now be staged; none of them is a trade yet.
 * @throws AppError `not_found` for a missing account | `too_many_open` for too many files that wait | `invalid_input` | `key_reused`
 */
export function openImport(
  scope: Scope,
  input: ImportInput,
  idempotencyKey: IdempotencyKey | null,
): Promise<OpenedImport> {
  const fileName = plainText(input.fileName, { field: "fileName", max: TEXT_MAX.fileName, isRequired: true });
  const { query } = scope.db;
  return withIdempotency(scope, idempotencyKey, async () => {
    const { rows } = await authorizedBatch(scope, "read", (callerId) => [
      selectStoredResponse(query, idempotencyKey, callerId),
      selectAccountOf(query, callerId, input.account),
    ]);
    const [replies, [account]] = rows;
    const stored = await storedResponse<OpenedImport>(scope, idempotencyKey, replies);
    if (stored) return stored;
    if (!account) throw new AppError("not_found", BROKER_TEXT.noSuchAccount, { field: "account" });
    const id = randomId();
    const opened: OpenedImport = { id: String(id), status: "staged" };
    const { fileHash, format, clock, rows: given, leftOut, statedTotal, deposits } = input;
    const nowMs = scope.now();
    await authorizedBatch(scope, "act", (callerId) => [
      ...storeResponse(query, idempotencyKey, callerId, opened, nowMs),
      insertImport(query, {
        ...{ id, accountId: account.id, status: "staged", fileName, fileHash, format, statedTotal },
        ...{ kind: given.kind, rowCount: given.count, createdAtMs: nowMs },
        clock: JSON.stringify(clock),
        leftOut: JSON.stringify(leftOut),
        depositsIn: deposits?.in ?? null,
        depositsOut: deposits?.out ?? null,
      }),
    ]);
    return opened;
  });
}

/** Deletes a file that waits. Cancelling again succeeds. @throws AppError `wrong_state` for one that was committed */
export async function cancelImport(scope: Scope, idText: string): Promise<void> {
  const id = importIdIn(idText);
  const { query } = scope.db;
  const { rows } = await authorizedBatch(
    scope,
    "act",
    (callerId) => [selectImport(query, callerId, id), ...deleteStaged(query, callerId, id)] as const,
  );
  const [[found]] = rows;
  if (found && found.status !== "staged") throw new AppError("wrong_state", BROKER_TEXT.notStaged);
}

/** The id in an address; that of no file where it is none, so that the caller's session is looked up first. */
export function importIdIn(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}

/** @throws AppError `not_found` unless the caller's file was found */
export function assertImport(found: ImportRecord | undefined): ImportRecord {
  if (!found) throw new AppError("not_found", BROKER_TEXT.noSuchImport);
  return found;
}

/** The same, of a file that waits with all of its rows. @throws AppError `wrong_state` */
export function assertWhole(found: ImportRecord): ImportRecord {
  if (found.status !== "staged") throw new AppError("wrong_state", BROKER_TEXT.notStaged);
  const [staged, rows] = [found.staged, found.rowCount].map((count) => count.toLocaleString("en-US"));
  if (staged !== rows) throw new AppError("wrong_state", BROKER_TEXT.incomplete(staged ?? "", rows ?? ""));
  return found;
}

/** 48 random bits, above zero: no other trader can guess it, and two are never the same. */
function randomId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 16) * 2 ** 32 + low + 1;
}
