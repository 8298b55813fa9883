import { styled } from "goober";
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from "react";
import { followPointer, isFurtherFinger } from "./follow-pointer.ts";
import { media } from "./theme.ts";

const Handle = styled("button")`
  position: absolute;
  z-index: 2;
  width: 64px;
  height: 12px;
  margin: -6px 0 0 -32px;
  cursor: row-resize;
  touch-action: none;
  &::after {
    content: "";
    position: absolute;
    top: 4px;
    left: 16px;
    width: 32px;
    height: 4px;
    border-radius: 2px;
    background: var(--control);
  }
  ${media.touch} {
    &::before {
      content: "";
      position: absolute;
      inset: -16px 0;
    }
  }
`;

type HeightGripProps = {
  label: string;
  heightPx: number;
  minPx: number;
  maxPx: number;
  /** How far an arrow key moves the edge. */
  stepPx: number;
  /** The middle of the edge, from the parent's left and top. */
  left: string;
  topPx: number;
  /** @param heightPx a wanted height, px; null for the standard one */
  onHeight: (heightPx: number | null) => void;
};

/**
 * The handle on the upper edge of an area: drag or arrow keys change its height, Home and End make it the least and the most,
 * a double click resets it.
 */
export function HeightGrip(props: HeightGripProps) {
  const { label, heightPx, minPx, maxPx, stepPx, left, topPx, onHeight } = props;

  /** The newest one, for a drag that began before it was given. */
  const change = useRef(onHeight);
  useLayoutEffect(() => {
    change.current = onHeight;
  });

  function onPress(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || isFurtherFinger(event)) return;
    const { clientY } = event;
    let isMoved = false;
    // From where it began: the edge may stay where it is, when what is below gets lower instead.
    followPointer(event.currentTarget, event.nativeEvent, {
      move(move) {
        isMoved = true;
        change.current(heightPx + clientY - move.clientY);
      },
      drop: () => {},
      cancel: () => isMoved && change.current(heightPx),
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    const height = { ArrowUp: heightPx + stepPx, ArrowDown: heightPx - stepPx, Home: minPx, End: maxPx }[event.key];
    if (height === undefined) return;
    event.preventDefault();
    onHeight(height);
  }

  return (
    <Handle
      type="button"
      role="separator"
      aria-orientation="horizontal"
      aria-label={label}
      aria-valuenow={heightPx}
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      style={{ left, top: topPx }}
      onPointerDown={onPress}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onHeight(null)}
    />
  );
}
