import type { Database } from "../../db/client.ts";
import { fillKeys, selectRowsWithoutKeys } from "../platform/user-store.ts";

const ROWS_PER_BATCH = 200;

/**
 * Fills the columns by which accounts are found in rows that an earlier version wrote: the one spelling of the mailbox, the
 * keys of the names, and the phone number in its one form where it is one. Safe to repeat, also while the product runs: a
 * row that changes meanwhile is filled by the next run. Accounts whose mailboxes turn out to be one stay two.
 * @param rowsMax about how many at most
 * @returns how many were filled
 */
export async function fillSearchKeys(
  { query, read, write }: Database,
  rowsMax: number = Number.POSITIVE_INFINITY,
): Promise<number> {
  let count = 0;
  while (count < rowsMax) {
    const [rows] = await read([selectRowsWithoutKeys(query, ROWS_PER_BATCH)]);
    const filled = rows.length === 0 ? 0 : (await write(rows.map((row) => fillKeys(query, row)))).flat().length;
    if (filled === 0) break;
    count += filled;
  }
  return count;
}
