import { type ReadonlySignal, signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { placeByKey } from "../list-keys.ts";
import { layer, type } from "../theme.ts";
import { uiText } from "../ui-text.ts";
import { useMedia } from "../use-media.ts";
import { scrollGeometry, useRowScroll } from "./row-scroll.ts";

const HEAD_PX = 36;
const ROW_PX = 40;
/** A higher table scrolls below its head; the visible half row shows that there are more. */
const HEIGHT_MAX_PX = 456;
/** The number of placeholder rows while the count is unknown. */
const LOADING_ROWS = 3;

const Scroller = styled("div")`
  ${type.dense}
  overflow: hidden auto;
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Bar = styled("div")`
  position: relative;
`;

/** Stays in place while the bar scrolls: rows are drawn at their position instead of being scrolled. */
const Pane = styled("div")`
  position: sticky;
  top: 0;
  overflow: hidden;
`;

/** Head or body. The body is shifted by a fraction of a row. */
const Group = styled("div")`
  will-change: transform;
`;

const Line = styled("div")`
  display: grid;
  align-items: center;
  gap: 0 8px;
  padding: 0 20px;
  border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  white-space: nowrap;
  &[data-active="true"] {
    background: var(--raised);
  }
  &[data-stacked="true"] {
    padding: 8px 16px;
  }
`;

const Head = styled(Line)`
  ${type.caption}
  position: relative;
  z-index: ${layer.sticky};
  height: ${HEAD_PX}px;
  border: 0;
  background: var(--raised);
  color: var(--muted);
  /* Stacked rows are understood without a visible head. */
  &[data-stacked="true"] {
    position: absolute;
    clip-path: inset(50%);
    height: 1px;
  }
`;

const Cell = styled("div")`
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  &[data-align="right"] {
    text-align: right;
  }
  &[data-align="right"] > [aria-hidden] {
    margin-left: auto;
  }
  &[data-weight="name"] {
    font-weight: 500;
  }
  &[data-weight="figure"] {
    font-weight: 600;
  }
  [data-stacked="true"] > &[data-weight] {
    font-weight: 600;
  }
  [data-stacked="true"] > &[data-weight="figure"] {
    ${type.body}
    container-type: inline-size;
  }
  [data-stacked="true"] > &[data-stack="caption"] {
    ${type.caption}
    color: var(--muted);
  }
  [data-stacked="true"] > &[data-stack="hidden"] {
    display: none;
  }
`;

/** The rows of a virtual table: all of them, or a window of a list that is fetched on demand. */
export type VirtualRows<Row> = {
  /** Incremented whenever rows arrive or the count changes. */
  readonly changed: ReadonlySignal<number>;
  /** The number of rows as far as known; null before anything is. */
  readonly count: number | null;
  /** Whether the last attempt to load them has failed. */
  readonly hasFailed?: boolean;
  /** The content of a row; undefined while it is loading. */
  at(index: number): Row | undefined;
  /** Reports the visible rows, which are then loaded; `to` is exclusive. */
  setVisible(from: number, to: number): void;
};

/**
 * Rows that arrive in one response.
 * @param rows null while they load, and where that has failed: then they count as none
 */
export function wholeRows<Row>(rows: readonly Row[] | null, hasFailed = false): VirtualRows<Row> {
  return {
    changed: signal(0),
    count: rows?.length ?? (hasFailed ? 0 : null),
    hasFailed,
    at: (index) => rows?.[index],
    setVisible: () => {},
  };
}

/** One column of a virtual table. */
export type VirtualColumn<Row> = {
  /** Its key, and the name of its area in a stacked row. */
  key: string;
  head: string;
  /** Its width, as in `grid-template-columns`. */
  width: string;
  /** The row is undefined while it is loading: only a few columns should then show a placeholder. */
  cell: (row: Row | undefined, shown: { isStacked: boolean }) => ReactNode;
  /** Aligned right; figures of all columns are tabular. */
  isNumeric?: boolean;
  /** The name of the row, or its most important figure. */
  weight?: "name" | "figure";
  /** In a stacked row it is a caption, or hidden. */
  stack?: "caption" | "hidden";
};

type VirtualTableProps<Row> = {
  /** The accessible name of the table. */
  label: string;
  columns: readonly VirtualColumn<Row>[];
  rows: VirtualRows<Row>;
  /** Screens without room for the columns: there a row has several lines, arranged by a `grid-template`. */
  stack: { at: `@media ${string}`; rowPx: number; template: string };
};

/**
 * A table that renders only the visible rows, however many there are. Arrow keys move through the rows, Home and End go
 * to the first and the last; screen readers get the row's number and the total.
 */
export function VirtualTable<Row>({ label, columns, rows, stack }: VirtualTableProps<Row>) {
  useSignals();
  // Read to subscribe, so that arriving rows are rendered.
  void rows.changed.value;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const isStacked = useMedia(stack.at);
  const count = rows.count ?? LOADING_ROWS;
  const [rowPx, headPx] = isStacked ? [stack.rowPx, 0] : [ROW_PX, HEAD_PX];
  const viewPx = Math.min(count * rowPx, HEIGHT_MAX_PX - headPx);
  const geometry = useMemo(() => scrollGeometry(count * rowPx, viewPx), [count, rowPx, viewPx]);
  const { listTop, sight, show } = useRowScroll(scroller, { geometry, rowPx, count });
  const { from, to } = sight;
  useEffect(() => rows.setVisible(from, to), [rows, from, to]);
  const { active, ...handlers } = useActiveRow({ count, page: Math.floor(viewPx / rowPx), show });
  const isActiveInSight = active !== null && active >= from && active < to;
  const gridTemplate = isStacked ? stack.template : `none / ${columns.map(({ width }) => width).join(" ")}`;

  return (
    <Scroller
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-describedby={`${id}-keys`}
      aria-rowcount={rows.count === null ? -1 : count + 1}
      aria-colcount={columns.length}
      aria-busy={rows.count === null}
      aria-activedescendant={isActiveInSight ? `${id}-${active}` : undefined}
      tabIndex={0}
      style={{ height: headPx + viewPx }}
      {...handlers}
    >
      <span id={`${id}-keys`} hidden>
        {uiText.rowKeys}
      </span>
      <Bar style={{ height: headPx + geometry.barPx }}>
        <Pane style={{ height: headPx + viewPx }}>
          <Group role="rowgroup">
            <Head role="row" aria-rowindex={1} data-stacked={isStacked} style={{ gridTemplate }}>
              {columns.map(({ key, head, isNumeric }) => (
                <Cell key={key} role="columnheader" data-align={isNumeric ? "right" : undefined}>
                  {head}
                </Cell>
              ))}
            </Head>
          </Group>
          <Group role="rowgroup" style={{ transform: `translateY(${from * rowPx - listTop}px)` }}>
            {Array.from({ length: to - from }, (_, offset) => from + offset).map((index) => (
              <Line
                key={index}
                id={`${id}-${index}`}
                role="row"
                aria-rowindex={index + 2}
                data-active={index === active}
                data-stacked={isStacked}
                style={{ height: rowPx, gridTemplate }}
              >
                <Cells columns={columns} row={rows.at(index)} isStacked={isStacked} />
              </Line>
            ))}
          </Group>
        </Pane>
      </Bar>
    </Scroller>
  );
}

type CellsProps<Row> = { columns: readonly VirtualColumn<Row>[]; row: Row | undefined; isStacked: boolean };

/** The cells exist before their row has arrived, so that data fills them without creating elements. */
function Cells<Row>({ columns, row, isStacked }: CellsProps<Row>) {
  return columns.map(({ key, cell, isNumeric, weight, stack }) => (
    <Cell
      key={key}
      role="gridcell"
      className={isNumeric ? "num" : undefined}
      data-align={isNumeric ? "right" : undefined}
      data-weight={weight}
      data-stack={stack}
      style={isStacked ? { gridArea: key } : undefined}
    >
      {cell(row, { isStacked })}
    </Cell>
  ));
}

/**
 * The row that the keyboard has reached; none while the table has no focus.
 * @param given.page the number of rows that a page key moves by
 * @param given.show scrolls to a row
 */
function useActiveRow({ count, page, show }: { count: number; page: number; show: (row: number) => void }) {
  const [active, setActive] = useState<number | null>(null);

  function onKeyDown(event: KeyboardEvent) {
    const next = placeByKey(event, { here: active ?? -1, count, page: Math.max(1, page) });
    if (next === null) return;
    event.preventDefault();
    setActive(next);
    show(next);
  }

  return { active, onKeyDown, onBlur: () => setActive(null) };
}
