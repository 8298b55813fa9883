import { csvLine } from "../http/csv.ts";
import type { Scope } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";
import { selectPage, type TradeCursor, type TradeFilter } from "./trade-store.ts";
import { tradeView } from "./trade-view.ts";

const PAGE = 5_000;

const HEAD = ["Close time (UTC)", "Symbol", "Direction", "Lots", "Entry", "Exit", "P&L (USD)"];

/**
 * The caller's trades as CSV (RFC 4180), the last closed first, page by page while it is read: a million of them never
 * stand in memory together.
 *
 * The first page is read before the answer begins, so that a stranger gets a refusal and not half a file.
 */
export async function exportTrades(scope: Scope, filter: TradeFilter): Promise<ReadableStream<Uint8Array>> {
  const readPage = async (after: TradeCursor | null) => {
    const { rows } = await batchAs(scope, "read", (me) => [
      selectPage(scope.db.query, me, { filter, after, limit: PAGE }),
    ]);
    return rows[0];
  };
  const encoder = new TextEncoder();
  let page = await readPage(null);
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      const lines = page.map((row) => csvLine(Object.values(csvFields(tradeView(row)))));
      controller.enqueue(encoder.encode((isFirst ? csvLine(HEAD) : "") + lines.join("")));
      isFirst = false;
      const last = page.at(-1);
      if (page.length < PAGE || !last) controller.close();
      else page = await readPage(last);
    },
  });
}

function csvFields({
  closeTime,
  symbol,
  direction,
  lotSize,
  entryPrice,
  exitPrice,
  profitLoss,
}: ReturnType<typeof tradeView>) {
  return { closeTime, symbol, direction, lotSize, entryPrice, exitPrice, profitLoss: profitLoss.toFixed(2) };
}
