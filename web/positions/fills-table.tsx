import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { demoRun } from "../demo/demo-account.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { ReceiptLink } from "../demo/receipt-link.tsx";
import { loadFailure } from "../state/load-failure.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { capUsd, formatClock, formatDay, NO_VALUE } from "../ui/format.ts";
import { LoadedList } from "../ui/list/loaded-list.tsx";
import { ShowMore } from "../ui/list/show-more.tsx";
import { Table } from "../ui/list/table.tsx";
import { Money } from "../ui/money.tsx";
import { dockText, RULE_WORDS } from "./dock-text.ts";
import { type FillRow, useRunFills } from "./fills.ts";
import { figures, sideWord, Two, tradeWords } from "./list-cells.tsx";
import {
  amountColumn,
  LINES_PX,
  type ListColumn,
  symbolColumn,
  useColumns,
  useIsInLines,
  WIDE_PX,
} from "./list-columns.tsx";

/** What was filled in the current run, newest first. */
export function FillsTable({ timeZone }: { timeZone: string }) {
  useSignals();
  const run = demoRun.value?.number ?? 0;
  const { rows, isLoading, error, refetch, hasMore, loadMore } = useRunFills(run);
  const columns = useMemo(() => columnsOf(rows ?? [], timeZone), [rows, timeZone]);
  const shown = useColumns(columns);
  const table = (items: readonly FillRow[] | null) => (
    <Table caption={dockText.historyTable} {...shown} rows={items} rowKey={({ _id }) => _id} empty={null} />
  );
  return (
    <LoadedList
      items={rows}
      isLoading={isLoading}
      error={loadFailure(error, dockText.historyFailure)}
      onReload={() => void refetch()}
      placeholder={table(null)}
      empty={<EmptyState title={dockText.noHistory} text={dockText.noHistoryText} />}
    >
      {(items) => (
        <>
          {table(items)}
          {hasMore && (
            <ShowMore isLoading={isLoading} onMore={loadMore}>
              {dockText.showMore}
            </ShowMore>
          )}
        </>
      )}
    </LoadedList>
  );
}

function columnsOf(rows: readonly FillRow[], timeZone: string): ListColumn<FillRow>[] {
  return [
    {
      key: "time",
      head: dockText.time,
      from: WIDE_PX,
      cell: ({ at }) => `${formatDay(at, timeZone)}, ${formatClock(at, timeZone)}`,
    },
    symbolColumn,
    { key: "deal", head: dockText.deal, from: WIDE_PX, cell: ({ side }) => sideWord(side) },
    { key: "kind", head: dockText.how, from: WIDE_PX, cell: ({ kind, rule }) => howWords({ kind, rule }) },
    amountColumn(rows),
    {
      key: "trade",
      head: dockText.trade,
      isRowHead: true,
      below: WIDE_PX,
      cell: (fill) => <Trade of={fill} />,
    },
    { ...figures<FillRow>("price", dockText.price, priceText), from: WIDE_PX },
    {
      ...figures<FillRow>("priceAndTime", dockText.price, (fill) => (
        <Two above={priceText(fill)} below={`${formatDay(fill.at, timeZone)}, ${formatClock(fill.at, timeZone)}`} />
      )),
      from: LINES_PX,
      below: WIDE_PX,
    },
    {
      ...figures<FillRow>("costs", dockText.costs, (fill) => <Money usd={dollarsFromCents(costCents(fill))} />),
      from: WIDE_PX,
    },
    { ...figures<FillRow>("result", dockText.result, (fill) => <Result of={fill} />), isStrong: true, from: LINES_PX },
    {
      ...figures<FillRow>("resultAndPrice", dockText.result, (fill) => (
        <Two above={<Result of={fill} />} below={priceText(fill)} />
      )),
      isStrong: true,
      below: LINES_PX,
    },
    {
      ...figures<FillRow>("balance", dockText.balance, ({ balanceCents }) => (
        <Money usd={capUsd(dollarsFromCents(balanceCents))} />
      )),
      from: 960,
    },
    {
      key: "receipt",
      head: dockText.receipt,
      from: LINES_PX,
      cell: (fill) => <ReceiptLink fillId={fill.id} of={tradeWords(fill)} />,
    },
  ];
}

/** A trade in two lines; where no column has room for the receipt, it stands in the second. */
function Trade({ of: fill }: { of: FillRow }) {
  const isInLines = useIsInLines();
  return (
    <Two
      align="start"
      above={
        <>
          {fill.symbol} {sideWord(fill.side)} {unitsText(fill.units)}
        </>
      }
      below={isInLines ? <ReceiptLink fillId={fill.id} of={tradeWords(fill)} /> : howWords(fill)}
    />
  );
}

const priceText = ({ symbol, price }: FillRow) => stepsText(symbol, price);

function howWords({ kind, rule }: Pick<FillRow, "kind" | "rule">): string {
  return kind === "open" ? `${dockText.opened}, ${RULE_WORDS[rule].toLowerCase()}` : RULE_WORDS[rule];
}

/** What a fill has cost: its commission, and the costs of the position that fall on a closed part. */
function costCents({ commissionCents, attributedCostCents }: FillRow): number {
  return commissionCents + (attributedCostCents ?? 0);
}

/** The result of a closed part with its costs; a fill that opens has none. */
function Result({ of }: { of: FillRow }) {
  if (of.profitCents === null) return NO_VALUE;
  return <Money usd={capUsd(dollarsFromCents(of.profitCents - costCents(of)))} as="result" />;
}
