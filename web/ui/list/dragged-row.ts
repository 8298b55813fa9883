import { media } from "../theme.ts";

/** Styles of a list with `useRowDrag`: the row that is dragged, and those that make room. */
export const draggedRow = `
  &[data-dragging] {
    user-select: none;
    cursor: grabbing;
  }
  &[data-dragging] > li {
    transition: transform var(--motion);
  }
  &[data-dragging] > li[data-dragged] {
    z-index: 1;
    background: var(--raised);
    box-shadow: var(--shadow);
    transition: none;
  }
  ${media.still} {
    &[data-dragging] > li {
      transition: none;
    }
  }
`;
