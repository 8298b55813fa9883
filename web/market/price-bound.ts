import { styled } from "goober";

/** Wraps a figure that depends on a price: `data-stale` greys it out, including its colour, but keeps its sign. */
export const PriceBound = styled("span")`
  &[data-stale="true"],
  &[data-stale="true"] span {
    color: var(--muted);
  }
`;
