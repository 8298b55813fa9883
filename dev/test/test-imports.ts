import type { Reply } from "./test-client.ts";
import type { Admin } from "./test-people.ts";

/** Set-up for tests of imports. */

/** A row of an import as sent to the API. */
// biome-ignore lint/suspicious/noExplicitAny: tests spoil single fields to see them refused
export type SentRow = Record<string, any>;

/** A row as the browser sends it: a buy of 0.1 lots for one minute, with a profit of one dollar. */
export function sentRow(ticket: string, changes: SentRow = {}): SentRow {
  return {
    ticket,
    symbol: "XAUUSDm",
    direction: "Buy",
    lotSize: 0.1,
    entryPrice: 5170.25,
    exitPrice: 5180.25,
    stopPrice: null,
    openTime: "2026-03-02T10:00:00Z",
    closeTime: "2026-03-02T10:01:00Z",
    profitLoss: 1,
    ...changes,
  };
}

/** A unique ticket. */
export function newTicket(): string {
  return crypto.randomUUID().slice(0, 18);
}

/** Opens an import of one row. @param changes fields of the body to change */
export function openImport(admin: Admin, trader: { userId: string }, changes: object = {}): Promise<Reply> {
  const file = { fileName: "ReportHistory.html", format: "mt5_html", currency: "USD" };
  const body = { ...file, timeZone: "Europe/Athens", rowCount: 1 };
  return admin.post("/api/admin/imports", { userId: trader.userId, ...body, ...changes });
}

/** Stages rows. @param from the number of the first row */
export function stageRows(admin: Admin, id: string, rows: readonly SentRow[], from = 1): Promise<Reply> {
  const headers = { "Content-Type": "application/json" };
  return admin.send("PUT", `/api/admin/imports/${id}/rows`, { headers, body: JSON.stringify({ from, rows }) });
}

/** Opens an import and stages all of its rows. @returns its id */
export async function stageFile(admin: Admin, trader: { userId: string }, rows: readonly SentRow[]): Promise<string> {
  const opened = await openImport(admin, trader, { rowCount: rows.length });
  if (opened.status !== 201) throw new Error(`not opened: ${JSON.stringify(opened.body)}`);
  const id: string = opened.body.import._id;
  const staged = await stageRows(admin, id, rows);
  if (staged.status !== 200) throw new Error(`not staged: ${JSON.stringify(staged.body)}`);
  return id;
}

/** Commits an import. @param key its Idempotency-Key */
export function commitImport(admin: Admin, id: string, key?: string): Promise<Reply> {
  return admin.post(`/api/admin/imports/${id}/commit`, {}, key ? { "Idempotency-Key": key } : {});
}

/** Reverses an import. @param key its Idempotency-Key */
export function reverseImport(admin: Admin, id: string, reason = "The wrong trader", key?: string): Promise<Reply> {
  return admin.post(`/api/admin/imports/${id}/reverse`, { reason }, key ? { "Idempotency-Key": key } : {});
}
