import type { InferRequestType, InferResponseType } from "hono/client";
import type { FillRow, TradeRow } from "../../worker/contract/broker/broker-shapes.ts";
import { answer, api } from "../state/api.ts";

/**
 * The calls about a trader's broker accounts and the files of their trades. `key` is the idempotency key of the attempt. Each
 * @throws ApiError | NetworkError
 */

const { accounts, imports } = api.broker;
const account = accounts[":number"];
const one = imports[":id"];

export type {
  BrokerAccount,
  BrokerImport,
  BrokerPreview,
  ChangedRows,
  FillRow,
  TradeRow,
} from "../../worker/contract/broker/broker-shapes.ts";

type Account = InferResponseType<typeof accounts.$post>["account"];
export type NewAccount = InferRequestType<typeof accounts.$post>["json"];
export type AccountChange = InferRequestType<typeof account.$patch>["json"];
export type OpenImport = InferRequestType<typeof imports.$post>["json"];
type RowsBody = InferRequestType<typeof one.rows.$put>["json"];
/** What is open at the end of a file. */
export type SentPosition = NonNullable<RowsBody["open"]>[number];
/** The rows of a file. */
export type SentRows = { kind: "trades"; rows: TradeRow[] } | { kind: "fills"; rows: FillRow[] };

/** The key of the list in the cache. */
export const BROKER_ACCOUNTS = ["broker-accounts"] as const;

export async function fetchBrokerAccounts(signal: AbortSignal): Promise<Account[]> {
  return (await answer(accounts.$get({}, { init: { signal } }))).accounts;
}

export async function addBrokerAccount(json: NewAccount, key: string): Promise<Account> {
  return (await answer(accounts.$post({ json }, keyed(key)))).account;
}

export async function changeBrokerAccount(
  { number, ...json }: AccountChange & { number: number },
  key: string,
): Promise<Account> {
  return (await answer(account.$patch({ param: { number: `${number}` }, json }, keyed(key)))).account;
}

/** Deletes an account with all of its trades. */
export async function deleteBrokerAccount(number: number, key: string): Promise<void> {
  await answer(account.$delete({ param: { number: `${number}` } }, keyed(key)));
}

/** Opens an import: its rows can be staged then; none of them counts before it is committed. @returns its id */
export async function openBrokerImport(json: OpenImport, key: string): Promise<string> {
  return (await answer(imports.$post({ json }, keyed(key)))).import.id;
}

/** Stages rows. Sending them again replaces them. @param body.from number of the first row, from 1 @param body.open with the last rows */
export async function stageBrokerRows({ id, ...json }: RowsBody & { id: string }, key: string): Promise<void> {
  await answer(one.rows.$put({ param: { id }, json }, keyed(key)));
}

export async function previewBrokerImport(id: string, signal: AbortSignal) {
  return (await answer(one.preview.$get({ param: { id } }, { init: { signal } }))).preview;
}

export async function commitBrokerImport(
  { id, ...json }: InferRequestType<typeof one.commit.$post>["json"] & { id: string },
  key: string,
): Promise<Account> {
  return (await answer(one.commit.$post({ param: { id }, json }, keyed(key)))).account;
}

/** Takes all of a committed file back out of its account. */
export async function reverseBrokerImport(id: string, key: string): Promise<Account> {
  return (await answer(one.reverse.$post({ param: { id }, json: {} }, keyed(key)))).account;
}

/** Removes a file that is not committed. */
export async function cancelBrokerImport(id: string, key: string): Promise<void> {
  await answer(one.$delete({ param: { id } }, keyed(key)));
}

function keyed(key: string) {
  return { headers: { "Idempotency-Key": key } };
}
