import { styled } from "goober";
import { ArrowDown, ArrowUp, Icon } from "../icon.tsx";
import { media } from "../theme.ts";
import { VisuallyHidden } from "../visually-hidden.ts";

const Frame = styled("button")`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  max-width: 100%;
  min-height: 28px;
  margin: 0 -4px;
  padding: 0 4px;
  border-radius: 4px;
  color: inherit;
  font: inherit;
  white-space: nowrap;
  &:hover,
  &[data-sorted="true"] {
    color: var(--text);
  }
  & > svg {
    flex: none;
  }
  /* Beside a right-aligned head the arrow stands before the word, so that the word ends where its figures do. */
  &[data-align="right"] {
    flex-direction: row-reverse;
  }
  ${media.touch} {
    min-height: 44px;
  }
`;

/** The two orders of a column, as the API names them. */
export type SortPair<Sort extends string> = {
  ascending: Sort;
  descending: Sort;
  /** Labels of the orders: `oldest first`. */
  words: Record<"ascending" | "descending", string>;
};

/** The direction of a column's order; undefined when the list is sorted by another column. */
export function sortedBy<Sort extends string>(
  pair: SortPair<Sort>,
  sort: Sort,
): "ascending" | "descending" | undefined {
  if (sort === pair.ascending) return "ascending";
  return sort === pair.descending ? "descending" : undefined;
}

type SortButtonProps<Sort extends string> = {
  label: string;
  pair: SortPair<Sort>;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** The column's figures are right-aligned. */
  isRight?: boolean | undefined;
};

/** A column head that sorts the list by its column, and reverses the order. */
export function SortButton<Sort extends string>({ label, pair, sort, onSort, isRight }: SortButtonProps<Sort>) {
  const direction = sortedBy(pair, sort);
  return (
    <Frame
      type="button"
      data-sorted={direction !== undefined}
      data-align={isRight ? "right" : undefined}
      onClick={() => onSort(direction === "descending" ? pair.ascending : pair.descending)}
    >
      {label}
      {direction && <Icon of={direction === "ascending" ? ArrowUp : ArrowDown} size={14} />}
      {direction && <VisuallyHidden>{`, ${pair.words[direction]}`}</VisuallyHidden>}
    </Frame>
  );
}
