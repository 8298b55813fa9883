import { styled } from "goober";
import { layer } from "./theme.ts";

/** A link past the repeated head of every page; visible while it has the focus. */
export const SkipLink = styled("a")`
  position: fixed;
  left: 12px;
  top: -48px;
  z-index: ${layer.skipLink};
  padding: 8px 14px;
  border-radius: var(--radius-control);
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  &:focus-visible {
    top: 12px;
  }
`;
