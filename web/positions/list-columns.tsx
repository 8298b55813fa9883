import { styled } from "goober";
import { createContext, useContext } from "react";
import type { DemoExits } from "../../worker/contract/demo/demo-types.ts";
import { unitsText } from "../demo/demo-format.ts";
import type { Column } from "../ui/list/table.tsx";
import { dockText } from "./dock-text.ts";
import { figures, type Listed, priceOrDash, sideWord, stopWords, Two } from "./list-cells.tsx";

/** A column that is only shown where its list is at least, or less than, so many px wide. */
export type ListColumn<Row> = Column<Row> & { from?: number; below?: number };

/** The width at which each figure has a column of its own. */
export const WIDE_PX = 800;
/** Below this width rows have two lines and three columns. */
export const LINES_PX = 600;

/** Until the width is measured, each figure has its column. */
export const UNMEASURED_PX = 1_000;
/** The width of the lists, px. */
export const ListWidth = createContext(UNMEASURED_PX);

/** Whether rows have two lines. */
export function useIsInLines(): boolean {
  return useContext(ListWidth) < LINES_PX;
}

/** The columns that the list around the component has room for, and the height of its rows, for its table. */
export function useColumns<Row>(columns: readonly ListColumn<Row>[]) {
  const width = useContext(ListWidth);
  return {
    columns: columns.filter(({ from = 0, below = Number.POSITIVE_INFINITY }) => width >= from && width < below),
    rowHeight: width < LINES_PX ? 56 : undefined,
  };
}

/** The symbol, which names the row. */
export const symbolColumn: ListColumn<Listed> = {
  key: "symbol",
  head: dockText.symbol,
  isRowHead: true,
  from: WIDE_PX,
  cell: ({ symbol }) => symbol,
};

/** The side of a position or an order. */
export const sideColumn: ListColumn<Listed> = {
  key: "side",
  head: dockText.side,
  from: WIDE_PX,
  cell: ({ side }) => sideWord(side),
};

/** The column of the amounts of some rows: their decimal points are below each other. */
export function amountColumn<Row extends Listed>(rows: readonly Row[]): ListColumn<Row> {
  const decimals = Math.max(2, ...rows.map(({ units }) => decimalsIn(unitsText(units))));
  const cell = ({ units }: Row) => <AlignedAmount units={units} decimals={decimals} />;
  return { ...figures("amount", dockText.amount, cell), from: WIDE_PX };
}

const decimalsIn = (text: string) => text.length - text.lastIndexOf(".") - 1;

const Hidden = styled("span")`
  visibility: hidden;
  user-select: none;
`;

function AlignedAmount({ units, decimals }: { units: number; decimals: number }) {
  const text = unitsText(units);
  const missing = decimals - decimalsIn(text);
  return (
    <>
      {text}
      {missing > 0 && <Hidden aria-hidden="true">{"0".repeat(missing)}</Hidden>}
    </>
  );
}

type WithExits = Listed & DemoExits;
const stopOf = (row: WithExits) => stopWords(row.symbol, row);
const targetOf = ({ symbol, target }: WithExits) => priceOrDash(symbol, target);

/** The stop and the target of a position or an order; in one column where there is less room. */
export const exitColumns: readonly ListColumn<WithExits>[] = [
  { ...figures("stop", dockText.stop, stopOf), from: WIDE_PX },
  { ...figures("target", dockText.target, targetOf), from: WIDE_PX },
  {
    ...figures<WithExits>("exits", dockText.stopAndTarget, (row) => <Two above={stopOf(row)} below={targetOf(row)} />),
    from: LINES_PX,
    below: WIDE_PX,
  },
];
