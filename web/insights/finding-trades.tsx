import { useMemo } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { formatDateTime } from "../ui/format.ts";
import { Paged } from "../ui/list/show-more.tsx";
import { type Column, Table } from "../ui/list/table.tsx";
import { Money } from "../ui/money.tsx";
import { multiple } from "./finding-words.ts";
import type { Finding } from "./findings/find-differences.ts";
import { insightsText } from "./insights-text.ts";
import type { Study } from "./study.ts";

const text = insightsText.columns;
const ROWS_SHOWN = 100;

type Trade = { id: number; closedAt: number; symbol: string; isBuy: boolean; result: number; r: number | null };

type FindingTradesProps = { finding: Finding; study: Study; timeZone: string; title: string; onClose: () => void };

/** The trades of a finding, the newest first. */
export function FindingTrades({ finding, study: { trades }, timeZone, title, onClose }: FindingTradesProps) {
  const rows = useMemo(() => {
    const own = new Set(finding.ids);
    return trades.id.flatMap((id, at): Trade[] => {
      if (!own.has(id)) return [];
      return [
        {
          id,
          closedAt: trades.closedAt[at] ?? 0,
          symbol: trades.symbols[trades.symbol[at] ?? 0] ?? "",
          isBuy: trades.isBuy[at] ?? false,
          result: trades.result[at] ?? 0,
          r: trades.r[at] ?? null,
        },
      ];
    });
  }, [finding, trades]);
  const columns: Column<Trade>[] = [
    { key: "closed", head: text.closed, isRowHead: true, cell: ({ closedAt }) => formatDateTime(closedAt, timeZone) },
    { key: "symbol", head: text.symbol, cell: ({ symbol }) => symbol },
    { key: "side", head: text.side, cell: ({ isBuy }) => insightsText.sides[isBuy ? "buy" : "sell"] },
    { key: "result", head: text.result, isNumeric: true, cell: ({ result }) => <Money usd={result} as="result" /> },
    {
      key: "r",
      head: text.r,
      isNumeric: true,
      isHiddenOnPhone: true,
      cell: ({ r }) => (r === null ? "" : multiple(r)),
    },
  ];
  return (
    <Dialog
      title={title}
      width="wide"
      onClose={onClose}
      actions={<Button onClick={onClose}>{insightsText.close}</Button>}
    >
      <Paged items={rows} pageRows={ROWS_SHOWN}>
        {(shown) => (
          <Table caption={title} columns={columns} rows={shown} rowKey={({ id }) => String(id)} empty={null} />
        )}
      </Paged>
    </Dialog>
  );
}
