import type { SQL } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Database, Query, Statement } from "../../db/client.ts";
import { AppError } from "../contract/errors.ts";
import { narrowed, type TradeColumns } from "../performance/trade-columns.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { FOLD_MIN, foldSoon } from "./fold-trades.ts";
import { NO_LABEL_KEYS } from "./label-filter-sql.ts";
import type { TradeAccount } from "./trade-account.ts";
import {
  type BlockRow,
  columnsOfBlock,
  FIRST_MS,
  LAST_MS,
  partOf,
  personIn,
  type Span,
  type SumsAsked,
  type SumsColumn,
  selectBlockSpans,
  selectBlockSums,
  selectBlocks,
  selectFirstBlocks,
  selectLacking,
  selectRows,
} from "./trade-block-store.ts";
import type { TradeFilter } from "./trade-store.ts";

/** The trades of one round trip, which the database reads well within its limit for one. */
export type ReadSizes = { rows: number; blocks: number };
const SIZES: ReadSizes = { rows: 50_000, blocks: 8 };

/**
 * Consecutive trades that match. @property sums those of all of them, where they are stored @property read gives the trades, which are a round trip
 * where there are sums
 */
export type TradePart<Sums> = { sums: Sums | null; read: () => TradeColumns | Promise<TradeColumns> };

/** Some of an account's trades that were begun to be read. */
export type Reading<T extends readonly Statement[], Sums> = {
  /** What the statements beside them returned. */
  rows: BatchResponse<T>;
  revision: number | null;
  hasBlocks: boolean;
  /** The trades in the order of closing. @throws AppError `busy` when they changed since the first part, so that parts of both would be added up */
  parts(): AsyncGenerator<TradePart<Sums>>;
};

/** Runs statements about a person: the caller, or one whose id is known. */
type ReadOf = <const T extends readonly Statement[]>(
  build: (callerId: SQL<string>) => T,
) => Promise<{ rows: BatchResponse<T>; userId: string }>;

/**
 * What is read. @property sums which sums of blocks are as good as their trades @property beside statements of the first round trip
 * @property unless a query: no trade is read where it has a row
 */
type Asked<T extends readonly Statement[], Sums> = {
  sums: SumsColumn<Sums>;
  beside: (callerId: SQL<string>) => T;
  unless?: (callerId: SQL<string>) => SQL;
  sizes?: ReadSizes | undefined;
};

/**
 * Reads the trades of an account of the caller that match a filter, in columns: those of blocks (decision 146) and the rows of all others. Rows that
 * blocks could hold are folded into some after the answer. One round trip is all but for large accounts.
 * @throws AppError `not_signed_in`
 */
export async function readTrades<const T extends readonly Statement[], Sums>(
  scope: Scope,
  account: TradeAccount,
  filter: TradeFilter,
  asked: Asked<T, Sums>,
): Promise<Reading<T, Sums>> {
  const read: ReadOf = async (build) => {
    const { caller, rows } = await authorizedBatch(scope, "read", build);
    return { rows, userId: caller.userId };
  };
  const { reading, mayFold, userId } = await begin({ db: scope.db, read, account, filter }, asked);
  const parts = async function* () {
    yield* reading.parts();
    if (account.kind !== "run" && mayFold()) foldSoon(scope, userId, account);
  };
  return { ...reading, parts };
}

/** Reads all trades of a person's account, for what is prepared before anybody asks. */
export async function readAllTrades<const T extends readonly Statement[], Sums>(
  db: Pick<Database, "query" | "read">,
  userId: string,
  account: TradeAccount,
  asked: Asked<T, Sums>,
): Promise<Reading<T, Sums>> {
  const read: ReadOf = async (build) => ({ rows: await db.read(build(personIn(userId))), userId });
  const { reading } = await begin({ db, read, account, filter: {} }, asked);
  return reading;
}

async function begin<const T extends readonly Statement[], Sums>(
  given: Pick<Given, "read" | "account" | "filter"> & { db: Pick<Database, "query"> },
  { sums, beside, unless, sizes = SIZES }: Asked<T, Sums>,
): Promise<{ reading: Reading<T, Sums>; mayFold: () => boolean; userId: string }> {
  const { account, filter, read } = given;
  const { query } = given.db;
  const inBlocks = isInBlocks(account, filter);
  const blocksMax = inBlocks ? sizes.blocks * blocksFactor(filter) : 0;
  const part = inBlocks ? partOf(filter) : null;
  const asked: SumsAsked<Sums> | null = part === null ? null : { column: sums, part };
  const { userId, rows } = await read((callerId): Statement[] => [
    selectBlockSpans(query, callerId, account),
    selectLacking(query, callerId, account, filter),
    selectBlockSums(query, callerId, account, { filter, asked, unless: unless?.(callerId) }),
    selectFirstBlocks(query, callerId, account, { filter, asked, blocks: blocksMax, unless: unless?.(callerId) }),
    selectRows(query, callerId, account, {
      filter,
      span: { fromMs: FIRST_MS, untilMs: LAST_MS },
      limit: sizes.rows,
      unless: unless?.(callerId),
      afterBlocks: inBlocks,
    }),
    ...beside(callerId),
  ]);
  // A list of statements has lost their types.
  const [[found], [lacking], summed, blocks, [tail], ...others] = rows as unknown as [...Own<Sums>, ...unknown[]];
  if (!found || !lacking || !tail) throw new Error("a value without a row");
  const spans = inBlocks ? found.spans : [];
  const sumsOf = new Map(summed.map((row) => [row.fromMs, row.sums]));
  const first = { ...found, spans, lacking: lacking.trades, sumsOf, blocks, tail: tail.columns };
  const reader = new TradeReader<Sums>({ query, read, account, filter, rowsMax: sizes.rows, blocksMax }, first);
  const reading = {
    rows: others as unknown as BatchResponse<T>,
    revision: found.revision,
    hasBlocks: spans.length > 0,
    parts: () => reader.parts(),
  };
  return { reading, mayFold: () => reader.mayFold, userId };
}

/** What the reader's own statements return. */
type Own<Sums> = BatchResponse<
  [
    ReturnType<typeof selectBlockSpans>,
    ReturnType<typeof selectLacking>,
    ReturnType<typeof selectBlockSums<Sums>>,
    ReturnType<typeof selectFirstBlocks>,
    ReturnType<typeof selectRows>,
  ]
>;

/** Whether blocks tell which trades match: they have no labels, and no order of sizes and numbers of the day. Of a run there are none. */
function isInBlocks(account: TradeAccount, { setup, tag, held, size, number, r, first, last }: TradeFilter): boolean {
  const hasLabel = [setup, tag].some((label) => label !== undefined && !NO_LABEL_KEYS.includes(label));
  const others = [held, size, number, r, first, last];
  return account.kind !== "run" && !hasLabel && others.every((one) => one === undefined);
}

/** Of one symbol or direction, several blocks are as much as one. */
function blocksFactor({ symbol, direction }: TradeFilter): number {
  return (symbol === undefined ? 1 : 4) * (direction === undefined ? 1 : 2);
}

type Given = {
  query: Query;
  read: ReadOf;
  account: TradeAccount;
  filter: TradeFilter;
  rowsMax: number;
  blocksMax: number;
};

/** What the first round trip found: `blocks` are the first of those without sums, `tail` the first rows after all blocks. */
type First<Sums> = {
  revision: number | null;
  spans: readonly Span[];
  lacking: readonly (readonly [id: number, closedAtMs: number])[];
  sumsOf: ReadonlyMap<number, Sums>;
  blocks: readonly BlockRow[];
  tail: TradeColumns;
};

class TradeReader<Sums> {
  readonly #given: Given;
  readonly #first: First<Sums>;
  readonly #lackingIds: ReadonlySet<number>;
  /** Whether rows were read that blocks could hold. */
  mayFold = false;

  constructor(given: Given, first: First<Sums>) {
    this.#given = given;
    this.#first = first;
    this.#lackingIds = new Set(first.lacking.map(([id]) => id));
  }

  async *parts(): AsyncGenerator<TradePart<Sums>> {
    const { fromMs = FIRST_MS, toMs = LAST_MS } = this.#given.filter;
    const rowsOf = this.#blocksInOrder();
    for (const { span, isBlock } of segmentsOf(this.#first.spans)) {
      if (span.untilMs <= fromMs || span.fromMs >= toMs) continue;
      if (!isBlock) {
        for await (const columns of this.#rows(span)) yield { sums: null, read: () => columns };
        continue;
      }
      const sums = this.#sumsOf(span);
      if (sums !== null) {
        yield { sums, read: async () => columnsOfBlock(await this.#blocks([span])) };
        continue;
      }
      const columns = this.#matching(columnsOfBlock(await rowsOf(span)), span);
      if (columns.order.length > 0) yield { sums: null, read: () => columns };
    }
  }

  /** The sums of a block that are those of its trades that match; null without any. */
  #sumsOf({ fromMs, untilMs }: Span): Sums | null {
    const { sumsOf, lacking } = this.#first;
    const isLacking = lacking.some(([, closedAtMs]) => closedAtMs >= fromMs && closedAtMs < untilMs);
    return isLacking ? null : (sumsOf.get(fromMs) ?? null);
  }

  /** Gives the rows of blocks without sums, in their order: some of the first round trip, and then some at a time, which are read before they are needed. */
  #blocksInOrder(): (span: Span) => Promise<readonly BlockRow[]> {
    const { filter, blocksMax } = this.#given;
    const { fromMs = FIRST_MS, toMs = LAST_MS } = filter;
    const { spans, sumsOf, blocks } = this.#first;
    const asked = spans.filter((span) => span.untilMs > fromMs && span.fromMs < toMs);
    const known = new Map<number, BlockRow[]>();
    const keep = (some: readonly Span[], rows: readonly BlockRow[]) => {
      for (const span of some) known.set(span.fromMs, []);
      for (const row of rows) known.get(row.fromMs)?.push(row);
    };
    keep(asked.filter((span) => !sumsOf.has(span.fromMs)).slice(0, blocksMax), blocks);
    const left = asked.filter((span) => !known.has(span.fromMs) && this.#sumsOf(span) === null);
    const readNext = () => {
      const some = left.splice(0, blocksMax);
      if (some.length === 0) return null;
      const rows = this.#blocks(some);
      // It is awaited later, or never where the reader stops.
      rows.catch(() => undefined);
      return { some, rows };
    };
    let next = readNext();
    return async (span) => {
      if (!known.has(span.fromMs) && next) {
        const { some, rows } = next;
        keep(some, await rows);
        next = readNext();
      }
      const rows = known.get(span.fromMs) ?? [];
      known.delete(span.fromMs);
      return rows;
    };
  }

  /** Trades of a block that match. */
  #matching(columns: TradeColumns, span: Span): TradeColumns {
    const { fromMs = FIRST_MS, toMs = LAST_MS, result, stop } = this.#given.filter;
    const lacking = this.#lackingIds;
    const isWhole = span.fromMs >= fromMs && span.untilMs <= toMs;
    if (isWhole && result === undefined && stop === undefined && lacking.size === 0) return columns;
    const { id, closedAtMs, resultUnits, milliR } = columns;
    const sign = result && { win: 1, even: 0, loss: -1 }[result];
    return narrowed(columns, (place) => {
      const closed = closedAtMs[place] ?? 0;
      if (closed < fromMs || closed >= toMs || lacking.has(id[place] ?? 0)) return false;
      if (sign !== undefined && Math.sign(resultUnits[place] ?? 0) !== sign) return false;
      return stop === undefined || !Number.isNaN(milliR[place] ?? Number.NaN);
    });
  }

  /** The rows of a span. Those after the last block were read with the first round trip. */
  async *#rows(span: Span): AsyncGenerator<TradeColumns> {
    const { rowsMax } = this.#given;
    let [read, after]: [number, { fromMs: number; id: number } | null] = [0, null];
    let part = span.untilMs === LAST_MS ? this.#first.tail : null;
    for (;;) {
      part ??= await this.#rowsAfter(span, after);
      const { order, closedAtMs, id } = part;
      const last = order.at(-1);
      if (last === undefined) return;
      yield part;
      read += order.length;
      if (read >= FOLD_MIN && this.#first.revision !== null) this.mayFold = true;
      if (order.length < rowsMax) return;
      after = { fromMs: closedAtMs[last] ?? 0, id: id[last] ?? 0 };
      part = null;
    }
  }

  async #rowsAfter(span: Span, after: { fromMs: number; id: number } | null): Promise<TradeColumns> {
    const { query, read, account, filter, rowsMax } = this.#given;
    const { rows } = await read((callerId) => [
      selectBlockSpans(query, callerId, account),
      selectRows(query, callerId, account, {
        filter,
        limit: rowsMax,
        ...(after ? { span: { ...span, fromMs: after.fromMs }, after: after.id } : { span }),
      }),
    ]);
    const [[found], [part]] = rows;
    this.#assertUnchanged(found);
    if (!part) throw new Error("a value without a row");
    return part.columns;
  }

  async #blocks(spans: readonly Span[]): Promise<BlockRow[]> {
    const { query, read, account, filter } = this.#given;
    const { rows } = await read((callerId) => [
      selectBlockSpans(query, callerId, account),
      selectBlocks(query, callerId, account, { filter, fromMs: spans.map(({ fromMs }) => fromMs) }),
    ]);
    const [[found], blocks] = rows;
    this.#assertUnchanged(found);
    return blocks;
  }

  #assertUnchanged(found: { revision: number | null } | undefined): void {
    if (found?.revision !== this.#first.revision) throw new AppError("busy", ERROR_TEXT.service_down);
  }
}

/** Blocks, and the spans between them and after them, in the order of time. */
function segmentsOf(spans: readonly Span[]): { span: Span; isBlock: boolean }[] {
  const segments: { span: Span; isBlock: boolean }[] = [];
  let fromMs = FIRST_MS;
  for (const span of spans) {
    if (fromMs < span.fromMs) segments.push({ span: { fromMs, untilMs: span.fromMs }, isBlock: false });
    segments.push({ span, isBlock: true });
    fromMs = span.untilMs;
  }
  return [...segments, { span: { fromMs, untilMs: LAST_MS }, isBlock: false }];
}
