import { AppError } from "../contract/errors.ts";
import type { Scope } from "../platform/scope.ts";
import { BROKER_TEXT } from "./broker-answers.ts";
import type { RowsInput } from "./broker-inputs.ts";

export async function stageRows(_scope: Scope, _id: string, _i: RowsInput): Promise<number> {
  throw new AppError("not_found", BROKER_TEXT.noSuchImport);
}
