import { styled } from "goober";
import { type } from "../ui/theme.ts";

/** What a dialog asks for: its words, then its fields under one another. */
export const DialogForm = styled("form")`
  display: grid;
  gap: 16px;
  & > p:not([role="alert"]) {
    ${type.body}
    color: var(--muted);
  }
`;
