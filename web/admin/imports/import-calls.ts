import { dollarsFromCents } from "../../../worker/contract/money.ts";
import { answer, api } from "../../state/api.ts";
import { idempotencyHeaders, pageAt } from "../core/call-parts.ts";
import type { ListRows } from "../list/list-rows.ts";
import type { AdminUser, ImportView, OpenBody, SentRow, TradeImport } from "./import-types.ts";
import type { FileTrade } from "./read-trade.ts";

/** Admin API calls about imports. `key` is the idempotency key of the attempt. Each @throws ApiError | NetworkError */

const { imports, users } = api.admin;
const one = imports[":id"];

/** Only this many are listed; more letters narrow the search. */
const FOUND_MAX = "10";

/** The first people whose name, e-mail address or username starts with the search. */
export async function findUsers(search: string): Promise<readonly AdminUser[]> {
  return (await answer(users.$get({ query: { search, limit: FOUND_MAX } }))).users;
}

/** One page of imports. @param filter status, filter and order as query parameters; `user` is the trader */
export async function fetchImports(
  filter: Record<string, string>,
  cursor: string | null,
): Promise<ListRows<TradeImport>> {
  const { imports: rows, nextCursor } = await answer(imports.$get({ query: { ...filter, ...pageAt(cursor) } }));
  return { rows, nextCursor };
}

/** Opens an import, into which trades are staged. */
export async function openImport(json: OpenBody, key: string): Promise<TradeImport> {
  return (await answer(imports.$post({ json }, idempotencyHeaders(key)))).import;
}

/** Stages trades of a file. Sending them again replaces them. @param from number of the first trade, from 1 */
export async function sendTrades(id: string, from: number, trades: readonly FileTrade[]): Promise<void> {
  await answer(one.rows.$put({ param: { id }, json: { from, rows: trades.map(sentRow) } }));
}

function sentRow(trade: FileTrade): SentRow {
  const { ticket, symbol, direction, entryPrice, exitPrice, stopPrice } = trade;
  return {
    ticket,
    symbol,
    direction,
    entryPrice,
    exitPrice,
    stopPrice,
    lotSize: trade.lotMicros / 1_000_000,
    openTime: new Date(trade.openedAtMs).toISOString(),
    closeTime: new Date(trade.closedAtMs).toISOString(),
    profitLoss: dollarsFromCents(trade.profitCents),
  };
}

/** An import, its summary, and one page of its rows. @param fate null for rows of both kinds */
export function fetchImport(id: string, fate: "new" | "duplicate" | null, cursor: string | null): Promise<ImportView> {
  const query = { ...(fate === null ? {} : { fate }), ...(cursor === null ? {} : { cursor }) };
  return answer(one.$get({ param: { id }, query }));
}

/** Commits a staged import: its trades change the trader's balance. */
export async function commitImport(id: string, key: string): Promise<TradeImport> {
  return (await answer(one.commit.$post({ param: { id }, json: {} }, idempotencyHeaders(key)))).import;
}

/** Reverses a committed import. */
export async function reverseImport(id: string, reason: string, key: string): Promise<TradeImport> {
  return (await answer(one.reverse.$post({ param: { id }, json: { reason } }, idempotencyHeaders(key)))).import;
}
