import { type Database, openDatabase } from "../../db/client.ts";
import type { TradeColumns } from "../performance/trade-columns.ts";
import { databaseOptions } from "../platform/env.ts";
import { logFault } from "../platform/log.ts";
import type { Scope } from "../platform/scope.ts";
import { sumBlocks } from "./sum-blocks.ts";
import type { FoldedAccount } from "./trade-account.ts";
import {
  FIRST_MS,
  insertBlock,
  LAST_MS,
  personIn,
  rowsOfBlock,
  type Span,
  selectBlockSpans,
  selectRows,
} from "./trade-block-store.ts";

/** From how many rows on some are folded: fewer are read as fast. */
export const FOLD_MIN = 8_192;
/** The trades of a block, which is read again from its rows when one of them changes. */
const BLOCK_MAX = 32_768;

/** The sizes of {@link foldTrades}, which tests make small. */
export type FoldSizes = { min: number; max: number };

/**
 * Makes blocks of an account's trades that have none (decision 146), where they are many. It can be run again at any time: it stores nothing when the
 * trades changed meanwhile, or where another run has stored a block.
 */
export async function foldTrades(
  { query, read, write }: Pick<Database, "query" | "read" | "write">,
  userId: string,
  account: FoldedAccount,
  { min, max }: FoldSizes = { min: FOLD_MIN, max: BLOCK_MAX },
): Promise<void> {
  const ownerId = personIn(userId);
  for (let fromMs = FIRST_MS; ; ) {
    const [[found]] = await read([selectBlockSpans(query, ownerId, account)]);
    const revision = found?.revision ?? null;
    const gap = found && gapFrom(found.spans, fromMs);
    if (!gap || revision === null) return;
    // One more than a block has, which says whether these are all.
    const [[part]] = await read([selectRows(query, ownerId, account, { filter: {}, span: gap, limit: max + 1 })]);
    const block = part && blockOf(part.columns, gap, max);
    if (block && block.columns.order.length >= min) {
      const rows = rowsOfBlock(block.columns);
      await write([insertBlock(query, ownerId, account, { ...block.span, revision, rows })]);
    }
    fromMs = block?.span.untilMs ?? gap.untilMs;
    if (fromMs >= LAST_MS) return;
  }
}

/** Makes the blocks of an account whose trades have changed, after the answer; until then its trades are read row by row. */
export function foldSoon(scope: Scope, userId: string, account: FoldedAccount): void {
  // A database of its own: the answer's has the journal of money beside it, and counts what the answer waited for.
  const db = openDatabase(databaseOptions(scope.settings));
  const folded = foldTrades(db, userId, account).then(() => sumBlocks(db, userId, account));
  scope.defer(folded.catch(logFault));
}

/** The first span without a block that begins at a time or later; null without any. */
function gapFrom(spans: readonly Span[], fromMs: number): Span | null {
  let from = fromMs;
  for (const span of spans) {
    if (span.untilMs <= from) continue;
    if (span.fromMs > from) return { fromMs: from, untilMs: span.fromMs };
    from = span.untilMs;
  }
  return from >= LAST_MS ? null : { fromMs: from, untilMs: LAST_MS };
}

/**
 * The trades of a block at the beginning of a gap: it ends between two times, and where the gap ends if it has no more. Null without any, and where
 * more were closed at one moment than a block has.
 */
function blockOf(columns: TradeColumns, gap: Span, max: number): { span: Span; columns: TradeColumns } | null {
  const { order, closedAtMs } = columns;
  const closedAt = (at: number) => closedAtMs[order[at] ?? 0] ?? 0;
  if (order.length === 0) return null;
  const lastMs = closedAt(order.length - 1);
  if (order.length <= max) {
    const untilMs = gap.untilMs === LAST_MS ? lastMs + 1 : gap.untilMs;
    return { span: { fromMs: gap.fromMs, untilMs }, columns };
  }
  let count = max;
  while (count > 0 && closedAt(count - 1) === lastMs) count -= 1;
  if (count === 0) return null;
  return { span: { fromMs: gap.fromMs, untilMs: lastMs }, columns: { ...columns, order: order.subarray(0, count) } };
}
