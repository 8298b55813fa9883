import { styled } from "goober";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { marketText } from "./market-text.ts";
import { BAND_STANDARD_PX } from "./terminal-frame.ts";

/** The height of the band at the bottom of the terminal, px. */
const BAND = { standard: BAND_STANDARD_PX, min: 140, max: 480 } as const;

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

/** The band's height, kept in localStorage, and its setter. */
export function useBandHeight(): [number, (heightPx: number) => void] {
  const [heightPx, setHeight] = useState(() => within(Number(localStorage.getItem(KEY) ?? BAND.standard)));
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
  if (!Number.isFinite(heightPx)) return BAND.standard;
  return Math.round(Math.min(Math.max(heightPx, BAND.min), BAND.max));
}

/** The handle on the band's upper edge: drag or arrow keys change the height, a double click resets it. */
export function BandGrip({ heightPx, onHeight }: { heightPx: number; onHeight: (heightPx: number) => void }) {
  function onMove(event: PointerEvent<HTMLElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onHeight(innerHeight - event.clientY);
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
      aria-label={marketText.bandHeight}
      aria-valuenow={heightPx}
      aria-valuemin={BAND.min}
      aria-valuemax={BAND.max}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onMove}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onHeight(BAND.standard)}
    />
  );
}
