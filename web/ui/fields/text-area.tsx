import { styled } from "goober";
import { type ComponentProps, useId } from "react";
import { media, type } from "../theme.ts";
import { describedBy, FieldFrame, type FieldLabels } from "./field-frame.tsx";

const Box = styled("textarea")`
  ${type.body}
  display: block;
  width: 100%;
  min-height: 72px;
  padding: 9px 12px;
  background: var(--raised);
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  color: var(--text);
  resize: vertical;
  transition: border-color var(--motion);
  ${media.phone} {
    ${type.lead}
  }
  &[aria-invalid="true"] {
    border-color: var(--down);
    box-shadow: inset 0 0 0 1px var(--down);
  }
  &:disabled {
    background: var(--surface);
    border-color: var(--line);
    color: var(--muted);
  }
`;

type TextAreaProps = FieldLabels & Omit<ComponentProps<"textarea">, "children">;

/** A multi-line input with its label, hint and error. `maxLength` stops the typing; mention it in the hint or aside. */
export function TextArea({ label, hint, error, aside, id, ...rest }: TextAreaProps) {
  const ownId = useId();
  const areaId = id ?? ownId;
  return (
    <FieldFrame id={areaId} label={label} hint={hint} error={error} aside={aside}>
      <Box
        {...rest}
        id={areaId}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(areaId, { hint, error })}
      />
    </FieldFrame>
  );
}
