import { styled } from "goober";

/** Around a figure that lives on a price: `data-stale` greys it, its colour too, while its sign stays. */
export const PriceBound = styled("span")`
  &[data-stale="true"],
  &[data-stale="true"] span {
    color: var(--muted);
  }
`;
