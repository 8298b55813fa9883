import { styled } from "goober";

/** Buy or sell in its colour, set by `data-side`. */
export const SideWord = styled("span")`
  color: var(--up);
  &[data-side="sell"] {
    color: var(--down);
  }
`;
