import { useState, useSyncExternalStore } from "react";
import { dockText } from "../positions/dock-text.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { HeightGrip } from "../ui/height-grip.tsx";
import { DOCK_STANDARD_PX } from "./terminal-frame.ts";

/** The height of the dock at the bottom of the terminal, px. */
const DOCK = { standard: DOCK_STANDARD_PX, min: 140, max: 480 } as const;

/** The part of the window that it has at most, so that the chart stays readable; tablets have bars above and below it. */
const SHARE_MAX = { desk: 0.5, tablet: 0.4 } as const;

const STEP_PX = 24;
const KEY = "trading-band";

/** The dock's height in this window, its limit, and how it is set, px. */
export type DockHeight = { heightPx: number; maxPx: number; onHeight: (heightPx: number) => void };

/** The dock's height. What was set is kept in this browser, also while the window is too low for it. */
export function useDockHeight(on: keyof typeof SHARE_MAX): DockHeight {
  const [wantedPx, setWanted] = useState(() => Number(localStore.get(KEY) ?? DOCK.standard));
  const windowPx = useSyncExternalStore(followResize, () => innerHeight);
  const maxPx = Math.max(DOCK.min, Math.min(DOCK.max, Math.round(windowPx * SHARE_MAX[on])));
  const within = (px: number) => Math.round(Math.min(Math.max(px, DOCK.min), maxPx));
  return {
    heightPx: within(Number.isFinite(wantedPx) ? wantedPx : DOCK.standard),
    maxPx,
    onHeight(px) {
      setWanted(within(px));
      localStore.set(KEY, String(within(px)));
    },
  };
}

function followResize(onChange: () => void): () => void {
  addEventListener("resize", onChange);
  return () => removeEventListener("resize", onChange);
}

/** The handle on the dock's upper edge. */
export function DockGrip({ heightPx, maxPx, onHeight }: DockHeight) {
  return (
    <HeightGrip
      label={dockText.height}
      heightPx={heightPx}
      minPx={DOCK.min}
      maxPx={maxPx}
      stepPx={STEP_PX}
      left="50%"
      topPx={0}
      onHeight={(height) => onHeight(height ?? DOCK.standard)}
    />
  );
}
