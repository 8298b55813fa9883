import { eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { imports, users } from "../../db/schema/index.ts";
import { offsetSpans } from "../../worker/contract/trade-calendar.ts";
import { countImport, countOrdered } from "../../worker/trades/trade-aggregate-store.ts";
import type { Row } from "./journalled-tables.ts";

const AGGREGATES = [
  ...["trade_quarters", "trade_days", "trade_hours", "trade_symbols", "trade_totals"],
  ...["trade_breakdowns", "trade_blocks", "trade_block_sums"],
];
const QUARTER_MS = 15 * 60_000;

/** Counts the trades of the owners of imports again. @param changed the imports that a restore wrote */
export async function recountTrades(db: Database, changed: readonly Row[]): Promise<void> {
  const { query } = db;
  for (const userId of new Set(changed.map(({ user_id }) => String(user_id)))) {
    const [[user], counted, [range]] = await db.read([
      query.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId)),
      query
        .select({ id: imports.id, status: imports.status })
        .from(imports)
        .where(sql`${imports.userId} = ${userId} AND ${imports.status} <> 'staged'`),
      query
        .select({ first: sql<number | null>`min(closed_at_ms)`, last: sql<number | null>`max(closed_at_ms)` })
        .from(sql`trades`)
        .where(sql`user_id = ${userId}`),
    ]);
    if (!user) throw new Error(`an import of ${userId}, who is nobody`);
    const { first, last } = range ?? { first: null, last: null };
    const quarters = [first ?? 0, last ?? 0].map((ms) => Math.floor(ms / QUARTER_MS));
    const spans = first === null ? [] : offsetSpans(quarters[0] ?? 0, (quarters[1] ?? 0) + 1, user.timeZone);
    await db.write([
      ...AGGREGATES.map((table) => query.run(sql`DELETE FROM ${sql.raw(table)} WHERE user_id = ${userId}`)),
      ...counted
        .filter(({ status }) => status === "committed")
        .flatMap(({ id }) => countImport(query, { importId: id, userId, sign: 1, spans })),
      // A reversal leaves totals of nothing.
      ...(counted.length > 0 ? countOrdered(query, userId, null) : []),
    ]);
  }
}
