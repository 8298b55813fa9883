import { styled } from "goober";
import { type ComponentProps, type ReactNode, useId } from "react";
import { type ControlSize, controlBox, describedBy, FieldFrame, type FieldLabels } from "./field-frame.tsx";

const Box = styled("div")(controlBox);

const Room = styled("div")`
  flex: 1;
  min-width: 0;
  container-type: inline-size;
`;

/**
 * Its size does not depend on what it contains, and its parent is no flex container: so the browser lays out a
 * placeholder that follows prices alone, and not with the page. A value whose width is given as `--em` is written smaller where it is too long.
 */
const Input = styled("input")`
  display: block;
  contain: size layout style;
  width: 100%;
  height: 100%;
  padding: 0 12px;
  background: none;
  border: 0;
  border-radius: 7px;
  outline: none;
  font-size: min(1em, (100cqi - 24px) / var(--em, 1));
  font-weight: inherit;
  [data-end="start"] + div > & {
    padding-left: 6px;
  }
  &:-webkit-autofill {
    -webkit-text-fill-color: var(--text);
    caret-color: var(--text);
    box-shadow: inset 0 0 0 100px var(--raised);
  }
`;

const Affix = styled("span")`
  display: flex;
  align-items: center;
  color: var(--muted);
  &[data-end="start"] {
    padding-left: 12px;
  }
  &[data-end="end"] {
    padding-right: 12px;
    font-size: 13px;
    font-weight: 400;
    letter-spacing: normal;
  }
`;

/** Props of `Field`. */
export type FieldProps = FieldLabels & {
  /** Before the input, such as `$`. */
  prefix?: ReactNode;
  /** After the input: a unit, or a small button. */
  suffix?: ReactNode;
  size?: ControlSize;
} & Omit<ComponentProps<"input">, "prefix" | "size">;

/** A single-line input with its label, hint and error. */
export function Field({ label, hint, error, aside, prefix, suffix, size = "normal", id, ...rest }: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <FieldFrame id={inputId} label={label} hint={hint} error={error} aside={aside} size={size}>
      <Box data-size={size} data-invalid={Boolean(error)}>
        {prefix && <Affix data-end="start">{prefix}</Affix>}
        <Room>
          <Input
            {...rest}
            id={inputId}
            className={size === "large" ? "num" : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(inputId, { hint, error })}
          />
        </Room>
        {suffix && <Affix data-end="end">{suffix}</Affix>}
      </Box>
    </FieldFrame>
  );
}
