import { styled } from "goober";
import type { ReactNode } from "react";
import { CircleAlert, Icon } from "../icon.tsx";
import { withSupportLink } from "../support-link.tsx";
import { media, type } from "../theme.ts";
import { VisuallyHidden } from "../visually-hidden.ts";

const Frame = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 6px 12px;
  min-width: 0;
  & > * {
    grid-column: 1 / -1;
  }
  & > :first-child {
    grid-column: 1;
  }
`;

const LabelRow = styled("div")`
  ${type.dense}
  font-weight: 500;
`;

/** In the label's line, and after the control in the order of the keyboard. */
const Aside = styled("div")`
  ${type.dense}
  grid-area: 1 / 2;
  color: var(--muted);
`;

const quiet = `${type.caption} color: var(--muted); font-weight: 400;`;
const Hint = styled("div")(quiet);
const QuietLabel = styled("label")(quiet);

const Problem = styled("p")`
  ${type.dense}
  display: flex;
  gap: 6px;
  color: var(--down);
  & > svg {
    margin-top: 2px;
  }
`;

/** Styles of the box around an input, shared by fields, selects and passwords. */
export const controlBox = `
  ${type.body}
  font-size: var(--control-type, 14px);
  display: flex;
  align-items: stretch;
  width: 100%;
  min-width: 0;
  height: var(--control-height, 40px);
  background: var(--raised);
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  color: var(--text);
  transition: border-color var(--motion);
  &[data-size="large"] { ${type.figure} height: 64px; font-weight: 600; }
  &[data-size="compact"] { ${type.dense} height: var(--control-height, 36px); }
  ${media.phone} {
    &:not([data-size="large"]) { ${type.lead} height: var(--control-height, 44px); }
  }
  &:has(input:focus-visible, select:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
  &[data-invalid="true"] { border-color: var(--down); box-shadow: inset 0 0 0 1px var(--down); }
  &:has(input:disabled, select:disabled) { background: var(--surface); border-color: var(--line); color: var(--muted); }
  &:has(input[readonly]) { background: var(--surface); }
`;

/**
 * 40 px high, 44 with 16 px type on phones. `large` is 64 px with the page's figure style, for the amount of a money
 * form. `compact` is 36 px and hides the label from sight, for a bar of filters, where the values say what they are.
 * `quiet` has a small muted label and `bare` hides it. A form around them changes their height by `--control-height` and the
 * size of their type by `--control-type`.
 */
export type ControlSize = "normal" | "large" | "compact" | "quiet" | "bare";

/** Texts around a control. */
export type FieldLabels = {
  label: string;
  /** Shown below the control unless there is an error. */
  hint?: ReactNode;
  /** What is wrong and how to correct it; replaces the hint. */
  error?: string | null | undefined;
  /** At the right end of the label's line: a link, a counter, the available balance. */
  aside?: ReactNode;
};

/** The ids of a control's hint or error, for `aria-describedby`. */
export function describedBy(id: string, { hint, error }: Pick<FieldLabels, "hint" | "error">): string | undefined {
  if (error) return `${id}-error`;
  return hint ? `${id}-hint` : undefined;
}

/** Label above, control, then its error or hint. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  aside,
  size,
  children,
}: FieldLabels & { id: string; size?: ControlSize; children: ReactNode }) {
  const isLabelHidden = size === "compact" || size === "bare";
  const Line = isLabelHidden ? VisuallyHidden : LabelRow;
  const Label = size === "quiet" ? QuietLabel : "label";
  return (
    <Frame>
      <Line>
        <Label htmlFor={id}>{label}</Label>
      </Line>
      {children}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {aside && !isLabelHidden && <Aside>{aside}</Aside>}
    </Frame>
  );
}

/** An error with its icon, announced when it appears. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <Problem id={id} role="alert">
      <Icon of={CircleAlert} />
      <span>{withSupportLink(children)}</span>
    </Problem>
  );
}
