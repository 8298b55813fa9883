import { styled } from "goober";
import { draggedRow } from "../ui/list/use-row-drag.ts";
import { media, type } from "../ui/theme.ts";

/**
 * The list; the element of its selected row has `data-selected`. A row is a button: what the symbol is called in two
 * lines, its sparkline, and {@link SymbolFigures}.
 */
export const WatchlistFrame = styled("ul")`
  ${draggedRow}
  & > li {
    position: relative;
    -webkit-touch-callout: none;
  }
  /* In the gutter, for a mouse. */
  & > li > [data-grip] {
    position: absolute;
    top: 0;
    left: 2px;
    display: none;
    place-items: center;
    width: 16px;
    height: 60px;
    color: var(--muted);
    cursor: grab;
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
  & > li[data-selected="true"] {
    border-top-color: transparent;
    background: var(--raised);
  }
  & > li[data-selected="true"] + li {
    border-top-color: transparent;
  }
  & > li[data-selected="true"]::before {
    content: "";
    position: absolute;
    inset: 0 auto 0 0;
    width: 2px;
    background: var(--accent);
  }
  & > li > :first-child {
    display: grid;
    grid-template-columns: 76px minmax(0, 1fr) 76px;
    align-items: center;
    gap: 8px;
    width: 100%;
    height: 60px;
    padding: 0 20px;
  }
  & > li > button:focus-visible {
    outline-offset: -2px;
  }
  & > li > :first-child > :first-child {
    ${type.dense}
    min-width: 0;
    font-weight: 600;
  }
  & > li > :first-child > :first-child > span {
    ${type.caption}
    display: block;
    font-weight: 400;
    color: var(--muted);
  }
  & > li > :first-child > :nth-child(2) {
    margin: 0 auto;
  }
  ${media.hover} {
    & > li > button:hover {
      background: color-mix(in oklab, var(--raised) 50%, transparent);
    }
    & > li:hover > [data-grip] {
      display: grid;
    }
  }
  ${media.phone} {
    & > li > :first-child {
      grid-template-columns: 92px minmax(0, 1fr) 92px;
      height: 72px;
      padding: 0 16px;
    }
    & > li > :first-child > :first-child {
      ${type.body}
    }
  }
`;

/** The price of a symbol, and below it the change. */
export const SymbolFigures = styled("span")`
  --room: 76px;
  ${type.dense}
  display: grid;
  justify-items: end;
  gap: 2px;
  font-weight: 500;
  text-align: right;
  & > :last-child {
    ${type.caption}
    font-weight: 400;
  }
  ${media.phone} {
    --room: 92px;
    ${type.lead}
  }
`;
