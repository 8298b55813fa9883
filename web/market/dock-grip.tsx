import { styled } from "goober";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { dockText } from "./dock-text.ts";
import { DOCK_STANDARD_PX } from "./terminal-frame.ts";

/** The height of the dock at the bottom of the terminal, px. */
const DOCK = { standard: DOCK_STANDARD_PX, min: 140, max: 480 } as const;

const STEP_PX = 24;
const KEY = "trading-band";

const Grip = styled("button")`
  position: absolute;
  z-index: 2;
  top: -6px;
  left: 50%;
  width: 64px;
  height: 12px;
  margin-left: -32px;
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
`;

/** The dock's height, kept in localStorage, and its setter. */
export function useDockHeight(): [number, (heightPx: number) => void] {
  const [heightPx, setHeight] = useState(() => within(Number(localStorage.getItem(KEY) ?? DOCK.standard)));
  return [
    heightPx,
    (next) => {
      const height = within(next);
      setHeight(height);
      localStorage.setItem(KEY, String(height));
    },
  ];
}

function within(heightPx: number): number {
  if (!Number.isFinite(heightPx)) return DOCK.standard;
  return Math.round(Math.min(Math.max(heightPx, DOCK.min), DOCK.max));
}

/** The handle on the dock's upper edge: drag or arrow keys change the height, a double click resets it. */
export function DockGrip({ heightPx, onHeight }: { heightPx: number; onHeight: (heightPx: number) => void }) {
  function onMove(event: PointerEvent<HTMLElement>) {
    const { currentTarget: grip, clientY, pointerId } = event;
    const dock = grip.parentElement;
    if (dock && grip.hasPointerCapture(pointerId)) onHeight(dock.getBoundingClientRect().bottom - clientY);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowUp: STEP_PX, ArrowDown: -STEP_PX }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onHeight(heightPx + step);
  }

  return (
    <Grip
      type="button"
      role="separator"
      aria-orientation="horizontal"
      aria-label={dockText.height}
      aria-valuenow={heightPx}
      aria-valuemin={DOCK.min}
      aria-valuemax={DOCK.max}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onMove}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onHeight(DOCK.standard)}
    />
  );
}
