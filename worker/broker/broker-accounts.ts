import type { BrokerAccount } from "../contract/broker/broker-shapes.ts";
import { AppError } from "../contract/errors.ts";
import type { IdempotencyKey } from "../platform/idempotency-store.ts";
import type { Scope } from "../platform/scope.ts";
import { BROKER_TEXT } from "./broker-answers.ts";
import type { AccountInput, AccountPatch } from "./broker-inputs.ts";

const missing = () => new AppError("not_found", BROKER_TEXT.noSuchAccount);
export async function listAccounts(_scope: Scope): Promise<BrokerAccount[]> {
  throw missing();
}
export async function addAccount(_scope: Scope, _i: AccountInput, _k: IdempotencyKey): Promise<BrokerAccount> {
  throw missing();
}
export async function changeAccount(_scope: Scope, _n: string, _i: AccountPatch): Promise<BrokerAccount> {
  throw missing();
}
export async function deleteAccount(_scope: Scope, _n: string): Promise<void> {
  throw missing();
}
