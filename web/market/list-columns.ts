import { createContext, useContext } from "react";
import type { Column } from "../ui/table.tsx";

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

/** The columns that the list around the component has room for. */
export function useColumns<Row>(columns: readonly ListColumn<Row>[]): Column<Row>[] {
  const width = useContext(ListWidth);
  return columns.filter(({ from = 0, below = Number.POSITIVE_INFINITY }) => width >= from && width < below);
}

/** Whether rows have two lines. */
export function useIsInLines(): boolean {
  return useContext(ListWidth) < LINES_PX;
}
