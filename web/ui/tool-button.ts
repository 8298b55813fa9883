import { styled } from "goober";
import { media, type } from "./theme.ts";

// `--choice-gap` and `--choice-pad` make a toolbar's choices narrower where there is little room.
/** A button of a toolbar: an icon, a word or both. Chosen ones of a group are raised. */
export const ToolButton = styled("button")`
  ${type.dense}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 28px;
  padding: 0 var(--choice-pad, 10px);
  border-radius: 6px;
  color: var(--muted);
  font-weight: 500;
  white-space: nowrap;
  transition: color var(--motion), background-color var(--motion);
  &:hover,
  &[aria-checked="true"],
  &[aria-pressed="true"] {
    color: var(--text);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-checked="true"] {
    background: var(--raised);
  }
  ${media.touch} {
    justify-content: center;
    min-width: 40px;
    height: 40px;
  }
  ${media.phone} {
    min-width: 0;
    height: 44px;
  }
`;
