import type { ChangedRows, FillRow, TradeRow } from "../../worker/contract/broker/broker-shapes.ts";
import type { Client, Reply } from "./test-client.ts";

/** Calls of the API about broker accounts, for tests. */

const key = () => ({ "Idempotency-Key": crypto.randomUUID() });

export const CLOCK = { kind: "offset", minutes: 0 } as const;

/** Adds a broker account. @returns its number */
export async function addBrokerAccount(
  trader: Client,
  given: { name?: string; currency?: string } = {},
): Promise<number> {
  const body = {
    name: "My broker",
    platform: "MetaTrader 5",
    currency: "USD",
    accountNumber: null,
    clock: null,
    mapping: null,
  };
  const reply = await trader.post("/api/broker/accounts", { ...body, ...given }, key());
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.account.number;
}

/** A closed trade of a file. Default: a buy of 0.1 lots without result. */
export function tradeRow(row: Partial<TradeRow> & Pick<TradeRow, "ticket" | "closedAtMs">): TradeRow {
  return {
    ...{ line: 1, symbol: "EURUSD", direction: "Buy", quantity: "0.1", entryPrice: "1.1", exitPrice: "1.2" },
    ...{ stopPrice: null, openedAtMs: null, profit: "0", fees: "0", swap: "0" },
    ...row,
  };
}

/** The body that opens a file. */
export function openBody(account: number, rows: { kind: "trades" | "fills"; count: number }) {
  return {
    ...{ account, fileName: "history.csv", fileHash: "0".repeat(64), format: "csv", clock: CLOCK, rows },
    ...{ leftOut: [], statedTotal: null, deposits: null },
  };
}

export function openFile(trader: Client, body: ReturnType<typeof openBody>): Promise<Reply> {
  return trader.post("/api/broker/imports", body, key());
}

/** Stages a whole file. @returns the import's id */
export async function stageFile(
  trader: Client,
  account: number,
  file: { trades: readonly TradeRow[] } | { fills: readonly FillRow[] },
): Promise<string> {
  const [kind, rows] = "trades" in file ? (["trades", file.trades] as const) : (["fills", file.fills] as const);
  const opened = await openFile(trader, openBody(account, { kind, count: rows.length }));
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  const { id } = opened.body.import;
  for (let from = 0; from < rows.length; from += 2_000) {
    const sent = await sendRows(trader, id, { from: from + 1, rows: rows.slice(from, from + 2_000) });
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  }
  return id;
}

export function sendRows(trader: Client, id: string, body: object): Promise<Reply> {
  return trader.put(`/api/broker/imports/${id}/rows`, body, key());
}

export function commitFile(trader: Client, id: string, changed: ChangedRows = "keep"): Promise<Reply> {
  return trader.post(`/api/broker/imports/${id}/commit`, { changed }, key());
}

export function reverseFile(trader: Client, id: string): Promise<Reply> {
  return trader.post(`/api/broker/imports/${id}/reverse`, {}, key());
}

/** Stages and commits a file. @returns the import's id */
export async function importFile(
  trader: Client,
  account: number,
  file: Parameters<typeof stageFile>[2],
  changed: ChangedRows = "keep",
): Promise<string> {
  const id = await stageFile(trader, account, file);
  const reply = await commitFile(trader, id, changed);
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return id;
}
