import type { DateFields } from "../../ui/date-fields.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatAge, formatAmount, formatDay, formatWith } from "../../ui/format.ts";
import { ShowMore } from "../../ui/list/show-more.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import { Money } from "../../ui/money.tsx";
import type { ImportedRow, TradeImport } from "./import-calls.ts";
import { IMPORT_TEXT } from "./import-text.ts";

const text = IMPORT_TEXT;
const heads = text.rowHeads;

type ImportRowsProps = {
  record: TradeImport;
  /** Null while they load. */
  rows: readonly ImportedRow[] | null;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
};

/** The rows of a file and what the import does with each, in the file's order and with its clock times. */
export function ImportRows({ record, rows, hasMore, isLoading, onMore }: ImportRowsProps) {
  return (
    <>
      <Table
        caption={text.table}
        columns={columnsFor(record)}
        rows={rows}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={text.noRows} />}
        loadingRows={8}
      />
      {rows !== null && hasMore && (
        <ShowMore isLoading={isLoading} onMore={onMore}>
          {text.more}
        </ShowMore>
      )}
    </>
  );
}

function columnsFor({ timeZone, traderTimeZone, status }: TradeImport): readonly Column<ImportedRow>[] {
  const clock = (instant: string) => formatWith(instant, timeZone, CLOCK);
  // A phone shows only what identifies a row and its result; a tablet shows some more columns, a wide screen all.
  const aside = { isNumeric: true, isHiddenOnPhone: true };
  const adminOnly = { isNumeric: true, isHiddenOnNarrow: true };
  const columns: Column<ImportedRow>[] = [
    { key: "row", head: heads.row, isNumeric: true, isHiddenOnPhone: true, cell: ({ row }) => row },
    { key: "fate", head: heads.fate, cell: ({ fate, differs }) => (differs ? text.differs : text.fate[fate]) },
    { key: "ticket", head: heads.ticket, isRowHead: true, cell: ({ ticket }) => <span className="num">{ticket}</span> },
    { key: "symbol", head: heads.symbol, cell: ({ symbol }) => symbol },
    { key: "side", head: heads.side, isHiddenOnPhone: true, cell: ({ direction }) => direction },
    { key: "lots", head: heads.lots, ...aside, cell: ({ lotSize }) => formatAmount(lotSize) },
    { key: "held", head: heads.held, ...adminOnly, cell: heldFor },
    { key: "closed", head: heads.closed, ...adminOnly, cell: ({ closeTime }) => clock(closeTime) },
    { key: "day", head: heads.day, isNumeric: true, cell: ({ closeTime }) => formatDay(closeTime, traderTimeZone) },
    { key: "entry", head: heads.entry, ...aside, cell: ({ entryPrice }) => formatAmount(entryPrice) },
    { key: "exit", head: heads.exit, ...aside, cell: ({ exitPrice }) => formatAmount(exitPrice) },
    {
      key: "stop",
      head: heads.stop,
      ...adminOnly,
      cell: ({ stopPrice }) => (stopPrice === null ? null : formatAmount(stopPrice)),
    },
    {
      key: "profit",
      head: heads.profit,
      isNumeric: true,
      isStrong: true,
      cell: ({ profitLoss }) => <Money usd={profitLoss} as="result" />,
    },
  ];
  // Committed rows are no longer rows of a file, and all of them were imported.
  return status === "staged" ? columns : columns.filter(({ key }) => key !== "row" && key !== "fate");
}

function heldFor({ openTime, closeTime }: ImportedRow): string {
  return formatAge(Date.parse(closeTime) - Date.parse(openTime));
}

const CLOCK: DateFields = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "24",
  second: "whole",
};
