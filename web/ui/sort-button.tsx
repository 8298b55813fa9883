import { styled } from "goober";
import { ArrowDown, ArrowUp, Icon } from "./icon.tsx";
import { media } from "./theme.ts";
import { VisuallyHidden } from "./visually-hidden.ts";

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

/** The two orders of a column, by the words of the API. */
export type SortPair<Sort extends string> = {
  ascending: Sort;
  descending: Sort;
  /** Each in words: `oldest first`. */
  words: Record<"ascending" | "descending", string>;
};

/** What a column's head says of the order; undefined when the order is another column's. */
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
  /** The column's figures stand right. */
  isRight?: boolean | undefined;
};

/** A column's head that puts the list in its order, and turns that round. */
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
