import type { FileClock } from "../imports/clock/file-clock.ts";

/** The calls about a trader's broker accounts and the files imported into them. `key` is the idempotency key of the attempt. Each @throws ApiError | NetworkError */

type Side = "Buy" | "Sell";
/** One closed trade of a file in the request that stages rows. Numbers are decimals as text. */
export type SentTrade = {
  line: number;
  ticket: string;
  symbol: string;
  direction: Side;
  quantity: string;
  entryPrice: string;
  exitPrice: string;
  stopPrice: string | null;
  openedAtMs: number | null;
  closedAtMs: number;
  profit: string;
  fees: string;
  swap: string;
};
export type SentFill = {
  line: number;
  id: string;
  symbol: string;
  side: Side;
  quantity: string;
  price: string;
  atMs: number;
  fee: string;
  multiplier: string;
};
export type SentRows = { kind: "trades"; rows: SentTrade[] } | { kind: "fills"; rows: SentFill[] };
export type SentOpen = {
  symbol: string;
  direction: Side;
  quantity: string;
  entryPrice: string;
  openedAt: string | null;
};
export type ShownRow = SentTrade;
export type BrokerImport = {
  id: string;
  status: "committed" | "reversed";
  fileName: string;
  format: string;
  added: number;
  same: number;
};
export type BrokerAccount = {
  number: number;
  name: string;
  platform: string | null;
  currency: string;
  decimals: number;
  accountNumber: string | null;
  clock: FileClock | null;
  mapping: unknown;
  trades: number;
  result: number;
  fees: number;
  firstCloseAt: string | null;
  lastCloseAt: string | null;
  open: SentOpen[];
  imports: BrokerImport[];
};
export type NewAccount = Pick<BrokerAccount, "name" | "platform" | "currency" | "accountNumber" | "clock" | "mapping">;
export type OpenImport = {
  account: number;
  fileName: string;
  fileHash: string;
  format: string;
  clock: FileClock;
  rows: { kind: "trades" | "fills"; count: number };
  leftOut: { reason: string; count: number }[];
  statedTotal: string | null;
  deposits: { in: string; out: string } | null;
};
export type ImportPreview = {
  added: number;
  same: number;
  changed: { ticket: string; before: ShownRow; after: ShownRow }[];
  changedCount: number;
  resultBefore: number;
  resultAfter: number;
  rounded: number;
  tradesBefore?: number;
  tradesAfter?: number;
};

async function call<T>(method: string, path: string, body: unknown, key: string | null, signal?: AbortSignal): Promise<T> {
  throw new Error(`not yet ${method} ${path} ${body} ${key} ${signal}`);
}

/** The key of the list in the cache of queries. */
export const BROKER_ACCOUNTS = ["broker-accounts"] as const;

export async function fetchBrokerAccounts(signal: AbortSignal): Promise<BrokerAccount[]> {
  return (await call<{ accounts: BrokerAccount[] }>("GET", "/api/broker/accounts", null, null, signal)).accounts;
}
export async function createBrokerAccount(json: NewAccount, key: string): Promise<BrokerAccount> {
  return (await call<{ account: BrokerAccount }>("POST", "/api/broker/accounts", json, key)).account;
}
export async function changeBrokerAccount(
  { number, ...json }: { number: number; name?: string; mapping?: unknown },
  key: string,
): Promise<BrokerAccount> {
  return (await call<{ account: BrokerAccount }>("PATCH", `/api/broker/accounts/${number}`, json, key)).account;
}
export async function deleteBrokerAccount(number: number, key: string): Promise<void> {
  await call("DELETE", `/api/broker/accounts/${number}`, null, key);
}
export async function openBrokerImport(json: OpenImport, key: string): Promise<string> {
  return (await call<{ import: { id: string } }>("POST", "/api/broker/imports", json, key)).import.id;
}
export async function stageRows(
  { id, ...json }: { id: string; from: number; rows: SentTrade[] | SentFill[]; open?: SentOpen[] },
  key: string,
): Promise<void> {
  await call("PUT", `/api/broker/imports/${id}/rows`, json, key);
}
export async function previewImport(id: string): Promise<ImportPreview> {
  return (await call<{ preview: ImportPreview }>("GET", `/api/broker/imports/${id}/preview`, null, null)).preview;
}
export async function commitBrokerImport(
  { id, changed }: { id: string; changed: "keep" | "take" },
  key: string,
): Promise<BrokerAccount> {
  return (await call<{ account: BrokerAccount }>("POST", `/api/broker/imports/${id}/commit`, { changed }, key)).account;
}
export async function reverseBrokerImport(id: string, key: string): Promise<BrokerAccount> {
  return (await call<{ account: BrokerAccount }>("POST", `/api/broker/imports/${id}/reverse`, null, key)).account;
}
export async function cancelBrokerImport(id: string, key: string): Promise<void> {
  await call("DELETE", `/api/broker/imports/${id}`, null, key);
}
