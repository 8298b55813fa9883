import { useState } from "react";
import { HeightGrip } from "../ui/height-grip.tsx";
import { dockText } from "./dock-text.ts";
import { DOCK_STANDARD_PX } from "./terminal-frame.ts";

/** The height of the dock at the bottom of the terminal, px. */
const DOCK = { standard: DOCK_STANDARD_PX, min: 140, max: 480 } as const;

const STEP_PX = 24;
const KEY = "trading-band";

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

/** The handle on the dock's upper edge. */
export function DockGrip({ heightPx, onHeight }: { heightPx: number; onHeight: (heightPx: number) => void }) {
  return (
    <HeightGrip
      label={dockText.height}
      heightPx={heightPx}
      minPx={DOCK.min}
      maxPx={DOCK.max}
      stepPx={STEP_PX}
      left="50%"
      topPx={0}
      onHeight={(height) => onHeight(height ?? DOCK.standard)}
    />
  );
}
