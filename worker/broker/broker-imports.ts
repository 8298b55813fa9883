import { AppError } from "../contract/errors.ts";
import type { IdempotencyKey } from "../platform/idempotency-store.ts";
import type { Scope } from "../platform/scope.ts";
import { BROKER_TEXT } from "./broker-answers.ts";
import type { ImportInput } from "./broker-inputs.ts";

const missing = () => new AppError("not_found", BROKER_TEXT.noSuchImport);
export type OpenedImport = { id: string; status: "staged" };
export async function openImport(_scope: Scope, _i: ImportInput, _k: IdempotencyKey): Promise<OpenedImport> {
  throw missing();
}
export async function cancelImport(_scope: Scope, _id: string): Promise<void> {
  throw missing();
}
