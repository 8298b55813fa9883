import type { SQL } from "drizzle-orm";
import type { Query, Statement } from "../../db/client.ts";
import type { BrokerAccount, ChangedRows } from "../contract/broker/broker-shapes.ts";
import { AppError } from "../contract/errors.ts";
import { type OffsetSpan, offsetSpans, quarterOf } from "../contract/trade-calendar.ts";
import type { OrderedFigures, TradeResult } from "../performance/ordered-figures.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { prepareFiguresSoon } from "../trades/breakdown/prepare-figures.ts";
import { type AccountRows, claimAccount, selectAccounts } from "./broker-account-store.ts";
import { accountViews } from "./broker-account-view.ts";
import { oneOf } from "./broker-accounts.ts";
import { BROKER_TEXT } from "./broker-answers.ts";
import {
  assertRowsUnchanged,
  deleteRowsOf,
  type ImportRecord,
  isImport,
  markCommitted,
  markReversed,
  replaceLots,
  selectImport,
  selectSpan,
} from "./broker-import-store.ts";
import { assertImport, assertWhole, importIdIn } from "./broker-imports.ts";
import {
  addIn,
  figuresOf,
  hasTicketOf,
  insertEffective,
  insertPaired,
  isOfFile,
  isOneOf,
  type ListOf,
  type StagedResult,
  selectNextTrades,
  selectPairing,
  selectReturning,
  selectStagedResults,
  selectTotals,
  takeOut,
  tradeId,
} from "./broker-trade-store.ts";
import { countInOrder, type ReadNext } from "./count-in-order.ts";
import { countingFills, pairAccountFills } from "./pair-account-fills.ts";

/**
 * Commits a staged file as a whole, in one write. Committing it again succeeds.
 * @param decided.changed whether its rows replace stored ones with the same ticket @param decided.version of the account, as the preview had it
 * @throws AppError `not_found` | `wrong_state` for a file of which rows are missing, for one of the other kind, and when the account has changed
 * since the preview, or at the same moment | `too_many_open` for more trades than a trader keeps | `invalid_input` for sums that are not exact
 */
export async function commitImport(
  scope: Scope,
  idText: string,
  { changed, version }: { changed: ChangedRows; version?: number | undefined },
): Promise<BrokerAccount> {
  const facts = await readFacts(scope, idText, selectStagedResults);
  const { file, span } = facts;
  if (file.status === "committed") return await readAccount(scope, file);
  assertWhole(file);
  if (version !== undefined && version !== file.version) throw new AppError("wrong_state", BROKER_TEXT.changedSince);
  const takes = changed === "take";
  const nowMs = scope.now();
  const step = { place: file.nextPlace, takes, ...span };
  const steps =
    file.kind === "fills"
      ? await pairSteps(scope, facts, { place: file.nextPlace, takes })
      : await tradeSteps(scope, facts, facts.results, takes);
  return await write(scope, file, [
    assertRowsUnchanged(scope.db.query, file),
    markCommitted(scope.db.query, file.id, step, nowMs),
    ...steps,
  ]);
}

/**
 * Takes a committed file back as a whole: the account is then as if the file had never been there. Taking it back again succeeds.
 * @throws AppError `not_found` | `wrong_state` for a file that waits, and when the account changed at the same moment
 */
export async function reverseImport(scope: Scope, idText: string): Promise<BrokerAccount> {
  const facts = await readFacts(scope, idText, selectReturning);
  const { file } = facts;
  if (file.status === "reversed") return await readAccount(scope, file);
  if (file.place === null) throw new AppError("wrong_state", BROKER_TEXT.notCommitted);
  const { query } = scope.db;
  const { id, place } = file;
  const steps =
    file.kind === "fills"
      ? await pairSteps(scope, facts, null)
      : await untakenSteps(scope, facts, facts.results, place);
  return await write(scope, file, [
    markReversed(query, id, scope.now()),
    ...steps,
    ...deleteRowsOf(query, isImport(id)),
  ]);
}

/** What was read of a file. @property spans the offsets of the trader's zone over all times of the account's files */
type Facts = {
  file: ImportRecord;
  span: { firstAtMs: number | null; lastAtMs: number | null };
  spans: OffsetSpan[];
  totals: OrderedFigures | null;
};

async function readFacts<Item>(
  scope: Scope,
  idText: string,
  selectResults: (query: Query, importId: number) => ListOf<Item>,
): Promise<Facts & { results: Item[] }> {
  const id = importIdIn(idText);
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectImport(query, callerId, id),
    selectSpan(query, id),
    selectTotals(query, id),
    selectResults(query, id),
  ]);
  const [[found], [span], [totals = null], [results]] = rows;
  const file = assertImport(found);
  if (!span || !results) throw new Error("a list without a row");
  const times = [span.firstAtMs, span.lastAtMs, file.firstAtMs, file.lastAtMs].filter((atMs) => atMs !== null);
  const spans =
    times.length === 0
      ? []
      : offsetSpans(quarterOf(Math.min(...times)), quarterOf(Math.max(...times)) + 1, file.timeZone);
  return { file, span, spans, totals, results: results.list };
}

/** The figures of an account's trades in their order after a change. @param change.gone the condition of the trades that it deletes */
function orderedFigures(
  scope: Scope,
  accountId: number,
  { totals, added, gone }: { totals: OrderedFigures | null; added: TradeResult[]; gone: SQL | null },
): Promise<OrderedFigures> {
  const readKept: ReadNext = async (after, limit) => {
    const { rows } = await authorizedBatch(scope, "read", () => [
      selectNextTrades(scope.db.query, accountId, { after, gone, limit }),
    ]);
    return rows[0][0]?.list ?? [];
  };
  return countInOrder({ totals, added, deletes: gone !== null, readKept });
}

/** The statements that make trades of a file of closed trades. */
async function tradeSteps(
  scope: Scope,
  { file, spans, totals }: Facts,
  staged: readonly StagedResult[],
  takes: boolean,
): Promise<Statement[]> {
  const { query } = scope.db;
  const { accountId, id } = file;
  const replaces = takes && staged.some(([, , , isNew]) => !isNew);
  const displaced = hasTicketOf(accountId, id);
  const added = staged.flatMap(([closedAtMs, rowNumber, resultUnits, isNew]): TradeResult[] =>
    isNew || takes ? [[closedAtMs, tradeId(file.nextPlace, rowNumber, 0), resultUnits]] : [],
  );
  const figures = await orderedFigures(scope, accountId, { totals, added, gone: replaces ? displaced : null });
  return [
    ...(replaces ? takeOut(query, accountId, { counted: displaced, gone: displaced, spans }) : []),
    insertEffective(query, accountId, id),
    ...addIn(query, accountId, { counted: isOfFile(accountId, file.nextPlace), spans, figures }),
  ];
}

/** The statements that take the trades of a file of closed trades back. @param returning those that other files have under its tickets */
async function untakenSteps(
  scope: Scope,
  { file, spans, totals }: Facts,
  returning: TradeResult[],
  place: number,
): Promise<Statement[]> {
  const { query } = scope.db;
  const { accountId, id } = file;
  const gone = isOfFile(accountId, place);
  const figures = await orderedFigures(scope, accountId, { totals, added: returning, gone });
  const counted = hasTicketOf(accountId, id);
  return [
    ...takeOut(query, accountId, { counted, gone, spans }),
    insertEffective(query, accountId, id),
    ...addIn(query, accountId, { counted, spans, figures }),
  ];
}

/**
 * The statements that pair the symbols of a file of fills anew, and write what has changed.
 * @param staged how the file counts; null when it is taken back
 */
async function pairSteps(
  scope: Scope,
  { file, spans, totals }: Facts,
  staged: { place: number; takes: boolean } | null,
): Promise<Statement[]> {
  const { query } = scope.db;
  const { accountId, decimals } = file;
  const { rows } = await authorizedBatch(scope, "read", () => [selectPairing(query, file.id)]);
  const [[found]] = rows;
  if (!found) throw new AppError("not_found", BROKER_TEXT.noSuchImport);
  const fills = staged ? found.fills : found.fills.filter(({ importId }) => importId !== file.id);
  const symbols = new Set(found.symbols);
  const pairing = pairAccountFills(countingFills(fills, staged), { symbols, decimals }, tradeId);
  if (pairing.inexact > 0) throw new AppError("invalid_input", BROKER_TEXT.sumTooLarge, { field: "rows" });
  const stored = new Map(found.pairs.map(({ id, figures }) => [JSON.stringify(figures), id]));
  const added = pairing.trades.filter((trade) => !stored.delete(JSON.stringify(figuresOf(trade))));
  const gone = isOneOf(accountId, [...stored.values()]);
  const counted = isOneOf(
    accountId,
    added.map(({ id }) => id),
  );
  const figures = await orderedFigures(scope, accountId, {
    totals,
    added: added.map(({ closedAtMs, id, profitUnits, feesUnits }) => [closedAtMs, id, profitUnits + feesUnits]),
    gone: stored.size > 0 ? gone : null,
  });
  return [
    ...(stored.size > 0 ? takeOut(query, accountId, { counted: gone, gone, spans }) : []),
    insertPaired(query, accountId, added),
    ...addIn(query, accountId, { counted, spans, figures }),
    ...replaceLots(query, accountId, { symbols: found.symbols, lots: pairing.lots }),
  ];
}

/** Runs the statements of a commit or a reversal as it was decided, and reads the account after them. */
async function write(scope: Scope, file: ImportRecord, steps: readonly Statement[]): Promise<BrokerAccount> {
  const { query } = scope.db;
  const { caller, rows } = await authorizedBatch(scope, "act", (callerId): Statement[] => [
    ...claimAccount(query, callerId, file),
    ...steps,
    ...selectAccounts(query, callerId, file.number),
  ]);
  prepareFiguresSoon(scope, caller.userId, { kind: "broker", number: file.number });
  // A list of statements has lost their types; the last three are those of the account.
  return oneOf(accountViews(rows.slice(-3) as unknown as AccountRows));
}

async function readAccount(scope: Scope, file: ImportRecord): Promise<BrokerAccount> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => selectAccounts(query, callerId, file.number));
  return oneOf(accountViews(rows));
}
