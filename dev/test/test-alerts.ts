import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { type AlertColumns, insertAlert } from "../../worker/alerts/alert-store.ts";
import type { BookFiring } from "../../worker/alerts/book/book-alert.ts";
import type { AlertTerms, PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import type { Reply } from "./test-client.ts";
import type { Trader } from "./test-people.ts";

/** The terms of an alert on a level that the test market never reaches, with changes. */
export function alertTerms(changes: Partial<AlertTerms> = {}): AlertTerms {
  return {
    symbol: "BTCUSDm",
    condition: { type: "level", direction: "rises", price: 900_000_000 },
    repeat: { type: "once" },
    expiresAt: null,
    note: "",
    isAlsoInQuietHours: false,
    drawing: null,
    ...changes,
  };
}

/** Sends a request about alerts with an idempotency key. @param path after `/api/alerts` */
export function sendAlert(
  trader: Pick<Trader, "send">,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  body: object,
  { key = crypto.randomUUID(), ...headers }: { key?: string } & Record<string, string> = {},
): Promise<Reply> {
  const init = { "Content-Type": "application/json", "Idempotency-Key": key, ...headers };
  return trader.send(method, `/api/alerts${path}`, { headers: init, body: JSON.stringify(body) });
}

/** Sets an alert through the API. */
export async function setAlert(trader: Trader, changes: Partial<AlertTerms> = {}): Promise<PriceAlert> {
  const { status, body } = await sendAlert(trader, "POST", "", alertTerms(changes));
  if (status !== 201) throw new Error(`the alert was refused: ${JSON.stringify(body)}`);
  return body.alert;
}

/** Puts alerts into the database of which the trigger book is not told. @returns their ids */
export async function addAlerts(
  { query, write }: Database,
  userId: string,
  terms: readonly AlertTerms[],
  nowMs = Date.now(),
): Promise<number[]> {
  const rows = await write(terms.map((one) => insertAlert(query, sql<string>`${userId}`, columnsOf(one), nowMs)));
  return rows.flatMap((inserted) => inserted.map(({ id }) => id));
}

function columnsOf({ condition, repeat, expiresAt, ...rest }: AlertTerms): AlertColumns {
  return { ...rest, condition: JSON.stringify(condition), repeat: JSON.stringify(repeat), expiresAtMs: expiresAt };
}

/** A quote of Bitcoin with a middle. */
export function quoteAt(mid: number, seq: number, heardAt: number): MarketQuote {
  const sides = { bid: mid - 100, ask: mid + 100 };
  return { symbol: "BTCUSDm", ...sides, at: heardAt, source: "kraken", kind: "quoted", seq, heardAt, isHeld: false };
}

/** The firing of an alert at a quote, as the trigger book records it. */
export function firingOf(owner: string, alert: number, changes: Partial<BookFiring> & { seq: number }): BookFiring {
  const { seq, at = Date.now(), version = 1, ...rest } = changes;
  const quote = quoteAt(900_000_500, seq, at);
  const before = quoteAt(899_999_500, seq - 1, at - 50);
  return { owner, alert, version, at, quote, before, value2: 1_800_000_000, extreme: null, ...rest };
}
