import type { InferRequestType, InferResponseType } from "hono/client";
import { dollarsFromCents } from "../../../worker/contract/money.ts";
import { answer, api } from "../../state/api.ts";
import { action, idempotencyHeaders, pagesOf } from "../core/call-parts.ts";
import type { FileTrade } from "./ledger-trades.ts";

/** Admin API calls about imports. `key` is the idempotency key of the attempt. Each @throws ApiError | NetworkError */

const { imports, users } = api.admin;
const one = imports[":id"];

/** Only this many are listed; more letters narrow the search. */
const FOUND_MAX = "10";

/** The first people whose name, e-mail address or username starts with the search. */
export async function findUsers(search: string, signal: AbortSignal): Promise<readonly AdminUser[]> {
  return (await answer(users.$get({ query: { search, limit: FOUND_MAX } }, { init: { signal } }))).users;
}

export const fetchImports = pagesOf(imports.$get, "imports");

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
export function fetchImport(
  id: string,
  fate: "new" | "duplicate" | null,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ImportView> {
  const query = { ...(fate === null ? {} : { fate }), ...(cursor === null ? {} : { cursor }) };
  return answer(one.$get({ param: { id }, query }, { init: { signal } }));
}

/** Commits a staged import: its trades change the trader's balance. */
export const commitImport = action(one.commit.$post, "import");
export const reverseImport = action(one.reverse.$post, "import");

/** Request and response types of the import API, inferred from the Worker's routes. Money in dollars, times ISO 8601. */

type Imports = typeof api.admin.imports;

export type AdminUser = InferResponseType<typeof api.admin.users.$get>["users"][number];
export type ImportView = InferResponseType<Imports[":id"]["$get"]>;
export type TradeImport = ImportView["import"];
export type ImportStatus = TradeImport["status"];
export type ImportedRow = ImportView["rows"][number];
export type CommitBody = InferRequestType<Imports[":id"]["commit"]["$post"]>["json"];
export type OpenBody = InferRequestType<Imports["$post"]>["json"];
/** One trade in the request that stages rows. */
export type SentRow = InferRequestType<Imports[":id"]["rows"]["$put"]>["json"]["rows"][number];
/** The format of an import's file, an earlier one too. */
export type FileFormat = TradeImport["format"];
