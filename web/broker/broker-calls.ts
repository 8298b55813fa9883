import type { BrokerAccount } from "../../worker/contract/broker/broker-shapes.ts";
import { answer, api } from "../state/api.ts";

/** The calls about a trader's accounts with other brokers. `key` is the idempotency key of the attempt. Each @throws ApiError | NetworkError */

/** The key of the list in the cache of queries. */
export const BROKER_ACCOUNTS = ["broker-accounts"] as const;

export async function fetchBrokerAccounts(signal: AbortSignal): Promise<BrokerAccount[]> {
  return (await answer(api.broker.accounts.$get({}, { init: { signal } }))).accounts;
}

export async function changeBrokerAccount({ number, name }: { number: number; name: string }, key: string) {
  const param = { number: String(number) };
  const headers = { "Idempotency-Key": key };
  return (await answer(api.broker.accounts[":number"].$patch({ param, json: { name } }, { headers }))).account;
}

export async function deleteBrokerAccount(number: number, key: string): Promise<void> {
  const headers = { "Idempotency-Key": key };
  await answer(api.broker.accounts[":number"].$delete({ param: { number: String(number) } }, { headers }));
}

export async function reverseBrokerImport(id: string, key: string) {
  const headers = { "Idempotency-Key": key };
  return (await answer(api.broker.imports[":id"].reverse.$post({ param: { id }, json: {} }, { headers }))).account;
}
