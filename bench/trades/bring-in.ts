import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { imports, sessions, tradeTotals, users } from "../../db/schema/index.ts";
import { addPerson } from "../../dev/test/test-money.ts";
import { countStaged } from "../../worker/admin/imports/import-store.ts";
import { zoneSpans } from "../../worker/admin/imports/zone-spans.ts";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { sha256Hex } from "../../worker/platform/secrets.ts";
import { prepareFigures } from "../../worker/trades/breakdown/prepare-figures.ts";
import { commitTrades, stageRows } from "../../worker/trades/trade-import-store.ts";
import { generateTrades } from "./market-days.ts";

/** The id of the trader who gets the trades. */
export const TRADER = "trader";
const ADMIN = "admin";
const FILE_ROWS = 50_000;
const CHUNK_ROWS = 5_000;
const YEARS_MS = 3 * 365 * 86_400_000;

/** The cost of importing a file: staged rows per second, and the duration of the commit in ms. */
export type FileCost = { stagedPerS: number; commitMs: number };

/**
 * Creates a trader, in the time zone of new accounts and of `launchBrowser`, and imports trades of three years file by file, as
 * the admin API does.
 *
 * @param given.endMs the time until which trades are closed, epoch ms
 * @returns the cost of each file
 */
export async function importMarketTrades(db: Database, given: { count: number; endMs: number }): Promise<FileCost[]> {
  const { query, read, write } = db;
  const { count, endMs } = given;
  await addPerson(db, TRADER);
  await write([query.update(users).set({ timeZone: DEFAULT_TIME_ZONE }).where(eq(users.id, TRADER))]);
  await addPerson(db, ADMIN, "admin");
  const all = generateTrades({ fromMs: endMs - YEARS_MS, toMs: endMs, count, seed: 1 });
  const costs: FileCost[] = [];
  for (let from = 0; from < count; from += FILE_ROWS) {
    costs.push(await importFile(db, all.slice(from, from + FILE_ROWS)));
    // The API does it after its answer.
    await prepareFigures(db, TRADER, { kind: "cash" });
  }
  const [[totals]] = await read([query.select().from(tradeTotals).where(eq(tradeTotals.userId, TRADER))]);
  if (totals?.trades !== count) throw new Error("the totals do not count what came in");
  return costs;
}

async function importFile(
  { query, read, write }: Database,
  rows: ReturnType<typeof generateTrades>,
): Promise<FileCost> {
  const id = crypto.randomUUID();
  const base = { id, userId: TRADER, status: "staged" as const, fileName: "bench.csv", format: "csv" as const };
  await write([
    query.insert(imports).values({
      ...base,
      timeZone: "UTC",
      rowCount: rows.length,
      createdBy: ADMIN,
      createdAtMs: 0,
      aloneCentsMax: Number.MAX_SAFE_INTEGER,
    }),
  ]);
  const stagedAt = performance.now();
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
    const piece = { id, from: at + 1, rows: rows.slice(at, at + CHUNK_ROWS) };
    await write(stageRows(query, sql<string>`${ADMIN}`, piece));
  }
  const stagedS = (performance.now() - stagedAt) / 1000;
  const [[counted]] = await read([countStaged(query, id)]);
  if (!counted) throw new Error("a count without a row");
  const file = { id, userId: TRADER, tradeCount: counted.fresh, profitCents: counted.profitCents };
  const committedAt = performance.now();
  const commitOptions = { actor: ADMIN, spans: zoneSpans(counted, DEFAULT_TIME_ZONE), isAppended: true };
  await write(commitTrades(query, file, commitOptions, Date.now()));
  return { stagedPerS: rows.length / stagedS, commitMs: performance.now() - committedAt };
}

/** Signs the trader in. @returns the session token for the cookie */
export async function signIn({ query, write }: Database): Promise<string> {
  const token = "bench".repeat(9).slice(0, 43);
  const nowMs = Date.now();
  await write([
    query.insert(sessions).values({
      id: "bench",
      tokenHash: await sha256Hex(token),
      userId: TRADER,
      kind: "trader",
      userAgent: "bench",
      createdAtMs: nowMs,
      lastActionAtMs: nowMs,
      authenticatedAtMs: nowMs,
      expiresAtMs: nowMs + 3_600_000,
    }),
  ]);
  return token;
}
