import { styled } from "goober";
import { type } from "../ui/theme.ts";

/** The form of a dialog: text, then fields in one column. */
export const DialogForm = styled("form")`
  display: grid;
  gap: 16px;
  & > p:not([role="alert"]) {
    ${type.body}
    color: var(--muted);
  }
`;
