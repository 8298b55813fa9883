import { styled } from "goober";
import { media, type } from "../ui/theme.ts";

/** The button that places an order, in the colour of its `data-side`. */
export const OrderButton = styled("button")`
  ${type.body}
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 48px;
  padding: 4px 16px;
  border: 1px solid transparent;
  border-radius: var(--radius-control);
  color: var(--bg);
  font-weight: 600;
  text-align: center;
  &[data-side="buy"] {
    background: var(--up);
  }
  &[data-side="sell"] {
    background: var(--down);
  }
  &:hover {
    filter: brightness(1.08);
  }
  &:disabled {
    background: var(--raised);
    border-color: var(--control);
    color: var(--muted);
    filter: none;
  }
  ${media.phone} {
    min-height: 52px;
  }
`;
