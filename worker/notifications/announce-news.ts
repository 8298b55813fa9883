import type { Database } from "../../db/client.ts";
import type { Translated } from "../contract/translated.ts";
import { insertNews, selectReaders } from "./notification-store.ts";

/** News of the product. Its id is what makes it one: what has it already is not told again. */
export type News = { id: string; title: Translated; text: Translated };

const BATCH = 200;

/**
 * Tells every account of news, in batches, so that no write holds the database for long. A repeat tells those that it has not reached.
 * @param isDry counts, and writes nothing
 * @returns how many accounts there are, and how many were told now
 */
export async function announceNews(
  { query, read, write }: Database,
  { id, title, text }: News,
  { nowMs, isDry }: { nowMs: number; isDry: boolean },
): Promise<{ accounts: number; told: number }> {
  const news = { id, detail: JSON.stringify({ title, text }) };
  const sum = { accounts: 0, told: 0 };
  for (let afterId = ""; ; ) {
    const [readers] = await read([selectReaders(query, afterId, BATCH)]);
    const last = readers.at(-1);
    if (!last) return sum;
    sum.accounts += readers.length;
    if (!isDry) {
      const [told] = await write([
        insertNews(
          query,
          news,
          readers.map((reader) => reader.id),
          nowMs,
        ),
      ]);
      sum.told += told.length;
    }
    afterId = last.id;
  }
}
