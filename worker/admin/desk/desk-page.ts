import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";

/** Lists of the desk, page by page. The cursor names the last row of a page by its moment and its id. */

/** The part of a list's query that every list has. */
export const pageQuery = {
  cursor: z
    .string()
    .regex(/^\d{1,15}_[0-9A-Za-z-]{1,64}$/, "cursor must be one that a list gave")
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};

export type Page = { cursor?: string | undefined; limit: number };

/** Waiting work is shown in the order it came, everything else with the newest on top. */
export type Direction = "oldest_first" | "newest_first";

type Columns = { createdAtMs: SQLiteColumn | SQL; id: SQLiteColumn };

/** The condition that leaves out what the pages before have shown. */
export function afterCursor({ createdAtMs, id }: Columns, { cursor }: Page, direction: Direction): SQL | undefined {
  if (cursor === undefined) return undefined;
  const at = cursor.indexOf("_");
  const [lastMs, lastId] = [Number(cursor.slice(0, at)), cursor.slice(at + 1)];
  const later = direction === "oldest_first" ? sql`>` : sql`<`;
  return sql`(${createdAtMs}, ${id}) ${later} (${lastMs}, ${lastId})`;
}

export function pageOrder({ createdAtMs, id }: Columns, direction: Direction): SQL[] {
  const inOrder = direction === "oldest_first" ? asc : desc;
  return [inOrder(createdAtMs), inOrder(id)];
}

/** One row more than is shown tells whether there is another page. */
export function pageLimit({ limit }: Page): number {
  return limit + 1;
}

/** The rows of the page, and where the next one begins; null on the last. */
export function cutPage<Row extends { createdAtMs: number; id: string }>(rows: readonly Row[], { limit }: Page) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, nextCursor: last ? `${last.createdAtMs}_${last.id}` : null };
}
