import type { Database } from "../../db/client.ts";
import { factsOfBlock } from "../performance/facts-counter.ts";
import { GroupCounter } from "../performance/group-counter.ts";
import { narrowed, type TradeColumns } from "../performance/trade-columns.ts";
import type { FoldedAccount } from "./trade-account.ts";
import {
  columnsOfBlock,
  insertBlockSums,
  type PartSums,
  partOf,
  personIn,
  selectBlockSpans,
  selectBlocks,
  selectSummed,
  WHOLE_PART,
} from "./trade-block-store.ts";
import { selectZone, type TradeFilter } from "./trade-store.ts";

/** From how many trades on a part of a block has sums: fewer are read as fast. All of a block always have. */
const SUMS_MIN = 1_024;

/**
 * Adds up the blocks of an account that have no sums of the trader's zone (decision 146). It can be run again at any time: it stores nothing when the
 * trades changed meanwhile. @param given.min of {@link SUMS_MIN}, which tests make small
 */
export async function sumBlocks(
  { query, read, write }: Pick<Database, "query" | "read" | "write">,
  userId: string,
  account: FoldedAccount,
  { min = SUMS_MIN }: { min?: number | undefined } = {},
): Promise<void> {
  const ownerId = personIn(userId);
  const [[found], [summed]] = await read([
    selectBlockSpans(query, ownerId, account),
    selectSummed(query, ownerId, account),
  ]);
  const known = new Set(summed?.fromMs);
  for (const span of found?.spans.filter(({ fromMs }) => !known.has(fromMs)) ?? []) {
    const [[current], [zone], rows] = await read([
      selectBlockSpans(query, ownerId, account),
      selectZone(query, ownerId),
      selectBlocks(query, ownerId, account, { filter: {}, fromMs: [span.fromMs] }),
    ]);
    const revision = current?.revision ?? null;
    // Without a revision or rows the account or the block is gone.
    if (!zone || revision === null || rows.length === 0) return;
    const { timeZone } = zone;
    const parts = partsOf(columnsOfBlock(rows), min).map(({ part, columns }): PartSums => {
      return { part, groups: GroupCounter.ofBlock(columns, timeZone), facts: factsOfBlock(columns, timeZone) };
    });
    await write([insertBlockSums(query, ownerId, account, { ...span, revision, timeZone, parts })]);
  }
}

/** The parts of a block that have sums, with their trades. */
function partsOf(whole: TradeColumns, min: number): { part: string; columns: TradeColumns }[] {
  const { symbols, symbol, isBuy, resultUnits, milliR } = whole;
  const signOf = (place: number) => Math.sign(resultUnits[place] ?? 0);
  const filters: [filter: TradeFilter, keeps: (place: number) => boolean][] = [
    [{ direction: "Buy" }, (place) => isBuy[place] === 1],
    [{ direction: "Sell" }, (place) => isBuy[place] === 0],
    [{ result: "win" }, (place) => signOf(place) === 1],
    [{ result: "even" }, (place) => signOf(place) === 0],
    [{ result: "loss" }, (place) => signOf(place) === -1],
    [{ stop: "known" }, (place) => !Number.isNaN(milliR[place] ?? Number.NaN)],
    ...symbols.map((name, at): [TradeFilter, (place: number) => boolean] => [
      { symbol: name },
      (place) => symbol[place] === at,
    ]),
  ];
  const parts = filters.flatMap(([filter, keeps]) => {
    const [part, columns] = [partOf(filter), narrowed(whole, keeps)];
    return part === null || columns.order.length < min ? [] : [{ part, columns }];
  });
  return [{ part: WHOLE_PART, columns: whole }, ...parts];
}
