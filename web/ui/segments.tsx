import { styled } from "goober";
import type { ComponentProps, ComponentType, KeyboardEvent } from "react";
import { media, type } from "./theme.ts";

const Frame = styled("div")`
  display: flex;
  gap: 2px;
  height: 36px;
  padding: 2px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--surface);
  ${media.touch} {
    height: 44px;
  }
`;

const Choice = styled("button")`
  ${type.dense}
  flex: 1;
  padding: 0 10px;
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
  /** `words` is the accessible name where the label is too short. */
  options: readonly { value: Value; label: string; words?: string }[];
  onChange: (value: Value) => void;
  /** Custom elements for the frame and the options, to match the surrounding style. */
  look?: { frame: Look<"div">; choice: Look<"button"> };
};

type Look<Tag extends "div" | "button"> = Tag | ComponentType<ComponentProps<Tag>>;

/** A choice of a few options, side by side. Arrow keys move and select. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, onChange, look } = props;
  const Around = look?.frame ?? Frame;
  const Each = look?.choice ?? Choice;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const here = options.findIndex((option) => option.value === value);
    const index = (here + step + options.length) % options.length;
    const next = options[index];
    if (!next) return;
    onChange(next.value);
    event.currentTarget.querySelectorAll("button")[index]?.focus();
  }

  return (
    <Around role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {options.map((option) => (
        <Each
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.words}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Each>
      ))}
    </Around>
  );
}
