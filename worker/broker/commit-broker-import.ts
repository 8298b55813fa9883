import type { BrokerAccount, ChangedRows } from "../contract/broker/broker-shapes.ts";
import { AppError } from "../contract/errors.ts";
import type { Scope } from "../platform/scope.ts";
import { BROKER_TEXT } from "./broker-answers.ts";

const missing = () => new AppError("not_found", BROKER_TEXT.noSuchImport);
export async function commitImport(_scope: Scope, _id: string, _c: ChangedRows): Promise<BrokerAccount> {
  throw missing();
}
export async function reverseImport(_scope: Scope, _id: string): Promise<BrokerAccount> {
  throw missing();
}
