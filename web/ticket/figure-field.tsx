import { styled } from "goober";
import type { KeyboardEvent, ReactNode } from "react";
import { NumberField, type NumberFieldProps } from "../ui/fields/number-field.tsx";
import { Icon, type IconGlyph, Minus, Plus } from "../ui/icon.tsx";
import { media } from "../ui/theme.ts";

const Steps = styled("span")`
  display: flex;
  align-self: stretch;
  margin: 0 -12px 0 12px;
  & > button {
    display: grid;
    place-items: center;
    width: 36px;
    border-left: 1px solid var(--line);
    color: var(--text);
    &:last-child {
      border-radius: 0 7px 7px 0;
    }
    &:hover {
      background: var(--line);
    }
    &:focus-visible {
      outline-offset: -2px;
    }
  }
  ${media.touch} {
    & > button {
      width: 48px;
    }
  }
`;

/** Props of `FigureField`. */
export type FigureFieldProps = Omit<NumberFieldProps, "step"> & {
  onText: (text: string) => void;
  /** The names of the buttons that step it. */
  steps: Record<"less" | "more", string>;
  unit: ReactNode;
  /** The text one step further; buttons and arrow keys do it. */
  step: (direction: 1 | -1) => string;
};

/** A figure that is typed, or stepped by buttons or arrow keys. */
export function FigureField({ onText, steps, unit, step, ...field }: FigureFieldProps) {
  function onKeyDown(event: KeyboardEvent) {
    const direction = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    onText(step(direction));
  }
  return (
    <NumberField
      size="quiet"
      data-figure="lead"
      {...field}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
      suffix={
        <>
          <span data-unit="">{unit}</span>
          <Steps data-steps="">
            <StepButton icon={Minus} label={steps.less} onClick={() => onText(step(-1))} />
            <StepButton icon={Plus} label={steps.more} onClick={() => onText(step(1))} />
          </Steps>
        </>
      }
    />
  );
}

/** Out of the tab order, because the arrow keys do the same in the field. */
function StepButton({ icon, label, onClick }: { icon: IconGlyph; label: string; onClick: () => void }) {
  return (
    <button type="button" tabIndex={-1} aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} />
    </button>
  );
}
