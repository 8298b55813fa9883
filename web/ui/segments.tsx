import { styled } from "goober";
import type { ComponentProps, KeyboardEvent } from "react";
import { focusByKey } from "./list-keys.ts";
import { media, type } from "./theme.ts";
import { ToolButton } from "./tool-button.ts";

// `--choice-gap` and `--choice-pad` make the choices narrower where there is little room, `--choice-height` lower.
const Frame = styled("div")`
  display: flex;
  gap: var(--choice-gap, 2px);
  &:not([data-size="toolbar"]) {
    height: var(--choice-height, 36px);
    padding: 2px;
    border: 1px solid var(--control);
    border-radius: var(--radius-control);
    background: var(--surface);
  }
  &[data-size="dense"] {
    height: 28px;
  }
  &[data-size="dense"] > button {
    ${type.caption}
    padding: 0 8px;
  }
  ${media.touch} {
    &:not([data-size="toolbar"]) {
      height: var(--choice-height, 44px);
    }
    &[data-size="dense"] {
      height: 44px;
    }
  }
`;

const Choice = styled("button")`
  ${type.dense}
  flex: 1;
  padding: 0 var(--choice-pad, 10px);
  border: 1px solid transparent;
  border-radius: 5px;
  color: var(--muted);
  text-align: center;
  white-space: nowrap;
  transition: color var(--motion), background-color var(--motion);
  &:hover {
    color: var(--text);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-checked="true"] {
    border-color: var(--control);
    background: var(--raised);
    color: var(--text);
    font-weight: 500;
  }
  ${media.phone} {
    padding: 0 4px;
  }
`;

type SegmentsProps<Value extends string> = {
  label: string;
  value: Value;
  /** `words` is the accessible name where the label is too short, `lang` the label's language where it is another one. */
  options: readonly { value: Value; label: string; words?: string; lang?: string }[];
  onChange: (value: Value) => void;
  /** `dense` is 28 px high; `toolbar` too, and without a frame. All are 44 px high on touch screens. */
  size?: "normal" | "dense" | "toolbar";
};

/** A choice of a few options, side by side. Arrow keys move and select. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, onChange, size = "normal" } = props;
  const Each = size === "toolbar" ? ToolButton : Choice;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const here = options.findIndex((option) => option.value === value);
    const next = options[focusByKey(event, { here, along: "both", isRing: true }) ?? -1];
    if (next) onChange(next.value);
  }

  return (
    <Frame data-size={size} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {options.map((option) => (
        <Each
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.words}
          lang={option.lang}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Each>
      ))}
    </Frame>
  );
}

type ToggleProps = Omit<ComponentProps<"button">, "type"> & {
  isOn: boolean;
};

/** A choice that is on or off, beside the segments of a toolbar. */
export function Toggle({ isOn, ...rest }: ToggleProps) {
  return <ToolButton {...rest} type="button" aria-pressed={isOn} />;
}
