import { styled } from "goober";
import { type CSSProperties, type ReactNode, useId } from "react";
import { ChevronRight, Icon } from "../icon.tsx";
import { Skeleton } from "../skeleton.tsx";
import { layer, media, type } from "../theme.ts";
import { VisuallyHidden } from "../visually-hidden.ts";
import { scrollShade } from "./scroll-shade.ts";

const Scroller = styled("div")`
  ${scrollShade("var(--pane-look, var(--surface))")}
  position: relative;
  overflow: auto;
  overscroll-behavior-x: contain;
  &:focus-visible {
    outline-offset: -2px;
  }
`;

/**
 * The look of a table, for one without `Table`. `--table-head`, `--table-row` and `--table-head-look` adjust the sizes
 * for dense places.
 */
export const TableGrid = styled("table")`
  ${type.dense}
  & th,
  & td {
    padding: 0 6px;
    white-space: nowrap;
  }
  & th:first-child,
  & td:first-child {
    padding-left: 20px;
  }
  & th:last-child,
  & td:last-child {
    padding-right: 20px;
  }
  & [data-align="right"] {
    text-align: right;
  }
  & thead th {
    ${type.caption}
    position: sticky;
    top: 0;
    z-index: ${layer.sticky};
    height: var(--table-head, 36px);
    background: var(--table-head-look, var(--raised));
    color: var(--muted);
  }
  & tbody tr + tr > * {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  & tbody td,
  & tbody th {
    height: var(--table-row, 40px);
  }
  & tbody th {
    font-weight: 500;
  }
  & tbody [data-detail="true"] > td {
    padding: 4px 20px 20px 44px;
    border-top: 0;
    white-space: normal;
  }
  & tbody [data-strong="true"] {
    font-weight: 600;
  }
  & tbody td > * {
    vertical-align: middle;
  }
  & tbody td[data-align="right"] > [aria-hidden] {
    margin-left: auto;
  }
  & [data-pinned="true"] {
    position: sticky;
    right: 0;
  }
  & tbody [data-pinned="true"] {
    background: var(--pane-look, var(--surface));
  }
  ${media.narrow} {
    & [data-narrow="hidden"] {
      display: none;
    }
  }
  ${media.phone} {
    & [data-phone="hidden"] {
      display: none;
    }
    & th:first-child,
    & td:first-child {
      padding-left: 16px;
    }
    & th:last-child,
    & td:last-child,
    & [data-phone="last"] {
      padding-right: 16px;
    }
  }
`;

const Toggle = styled("button")`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 40px;
  font-weight: 500;
  & > svg {
    color: var(--muted);
    transition: transform var(--motion);
  }
  &[aria-expanded="true"] > svg {
    transform: rotate(90deg);
  }
`;

/** One column of a `Table`. */
export type Column<Row> = {
  /** Its key and, if `head` is empty, its only name. */
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned and tabular, text is left-aligned. */
  isNumeric?: boolean;
  /** Names the row for screen readers; one column of a table has it. */
  isRowHead?: boolean;
  /** The most important figure of a row. */
  isStrong?: boolean;
  /** Hidden on phones. */
  isHiddenOnPhone?: boolean;
  /** Hidden on narrow screens, including phones. */
  isHiddenOnNarrow?: boolean;
  /** For the last column: stays visible while the others scroll, for a button. */
  isPinned?: boolean;
  /** For a sortable column: the direction of the current order by this column, if any, and the head's button. */
  sort?: { direction: "ascending" | "descending" | undefined; button: ReactNode };
};

type TableProps<Row> = {
  /** The subject of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Null while they load. */
  rows: readonly Row[] | null;
  rowKey: (row: Row) => string;
  /** Replaces the table when it has no rows. */
  empty: ReactNode;
  /** An empty table keeps its head, with `empty` below it: it shows what will stand there. */
  keepsHead?: boolean;
  /** Number of placeholder rows while they load. */
  loadingRows?: number;
  /** The height of a row, px, where its cells have two lines: placeholder rows are as high. */
  rowHeight?: number | undefined;
  /** Above this height, in px, the table scrolls under its head. */
  maxHeight?: number;
  /** Rows that expand in place: the head of each is then a button. */
  opening?: Opening<Row>;
};

type Opening<Row> = {
  isOpen: (row: Row) => boolean;
  onToggle: (row: Row) => void;
  detail: (row: Row) => ReactNode;
};

/** A data table: sticky head, text left, numbers right. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, empty, keepsHead, loadingRows = 3, rowHeight, maxHeight, opening } = props;
  if (rows?.length === 0) {
    if (!keepsHead) return empty;
    return (
      <>
        {/* Its cells would be read as a table without a row. */}
        <TableGrid aria-hidden="true">
          <TableHead columns={columns} />
        </TableGrid>
        {empty}
      </>
    );
  }
  return (
    // A scrollable table can take the focus, so that the arrow keys scroll it.
    <Scroller role="region" aria-label={caption} tabIndex={0} style={{ maxHeight, ...heightStyle(rowHeight) }}>
      <TableGrid aria-busy={rows === null}>
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
        <TableHead columns={columns} />
        <tbody>
          {rows?.map((row) => <TableRow key={rowKey(row)} columns={columns} row={row} opening={opening} />) ?? (
            <LoadingRows columns={columns} count={loadingRows} />
          )}
        </tbody>
      </TableGrid>
    </Scroller>
  );
}

function TableHead<Row>({ columns }: Pick<TableProps<Row>, "columns">) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.key} scope="col" aria-sort={column.sort?.direction} {...place(column, columns)}>
            {column.sort?.button ?? column.head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function heightStyle(px: number | undefined): CSSProperties {
  // CSSProperties has no custom properties.
  return px === undefined ? {} : ({ "--table-row": `${px}px` } as CSSProperties);
}

type TableRowProps<Row> = Pick<TableProps<Row>, "columns"> & {
  row: Row;
  opening: Opening<Row> | undefined;
};

function TableRow<Row>({ columns, row, opening }: TableRowProps<Row>) {
  const isOpen = opening?.isOpen(row) ?? false;
  const detailId = useId();
  return (
    <>
      <tr>
        {columns.map((column) => {
          const Cell = column.isRowHead ? "th" : "td";
          return (
            <Cell
              key={column.key}
              scope={column.isRowHead ? "row" : undefined}
              className={column.isNumeric ? "num" : undefined}
              data-strong={column.isStrong}
              {...place(column, columns)}
            >
              {opening && column.isRowHead ? (
                <Toggle
                  type="button"
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? detailId : undefined}
                  onClick={() => opening.onToggle(row)}
                >
                  <Icon of={ChevronRight} />
                  {column.cell(row)}
                </Toggle>
              ) : (
                column.cell(row)
              )}
            </Cell>
          );
        })}
      </tr>
      {opening && isOpen && (
        <tr id={detailId} data-detail="true">
          <td colSpan={columns.length}>{opening.detail(row)}</td>
        </tr>
      )}
    </>
  );
}

type Placed = Pick<Column<never>, "isNumeric" | "isHiddenOnPhone" | "isHiddenOnNarrow" | "isPinned">;

function place(column: Placed, columns: readonly Placed[]) {
  const { isNumeric, isHiddenOnPhone, isHiddenOnNarrow, isPinned } = column;
  const isLastOnPhone = columns.findLast((one) => !one.isHiddenOnPhone) === column;
  return {
    "data-align": isNumeric ? "right" : undefined,
    "data-phone": isHiddenOnPhone ? "hidden" : isLastOnPhone ? "last" : undefined,
    "data-narrow": isHiddenOnNarrow ? "hidden" : undefined,
    "data-pinned": isPinned,
  };
}

function LoadingRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key
    <tr key={row}>
      {columns.map((column) => (
        <td key={column.key} {...place(column, columns)}>
          <Skeleton width={column.isNumeric ? 56 : 80} height={12} />
        </td>
      ))}
    </tr>
  ));
}
