import { styled } from "goober";
import { type ComponentProps, useEffect, useRef } from "react";

const Box = styled("input")`
  display: grid;
  place-items: center;
  flex: none;
  width: 16px;
  height: 16px;
  margin: 0;
  appearance: none;
  border: 1px solid var(--control);
  border-radius: 4px;
  background: none;
  cursor: pointer;
  &:checked,
  &:indeterminate {
    background: var(--accent);
    border-color: var(--accent);
  }
  &:checked::after,
  &:indeterminate::after {
    content: "";
    width: 10px;
    height: 10px;
    background: var(--on-accent);
    clip-path: polygon(14% 47%, 0 62%, 38% 100%, 100% 24%, 84% 10%, 37% 69%);
  }
  &:indeterminate::after {
    clip-path: inset(4px 0);
  }
  &[aria-disabled="true"] {
    border-style: dashed;
    border-color: var(--line);
    cursor: not-allowed;
  }
`;

type TickProps = Omit<ComponentProps<"input">, "type"> & {
  /** Some of its rows are ticked, and others are not. */
  isPartly?: boolean;
};

/** A dense tick of a row, or of all rows. One that is `aria-disabled` can be reached, for its reason to be read, and not ticked. */
export function Tick({ isPartly = false, ...input }: TickProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return <Box {...input} ref={box} type="checkbox" />;
}
