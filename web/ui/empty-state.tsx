import type { ReactNode } from "react";
import { StateFrame } from "./state-frame.ts";

/** Five candles, the last one in the accent colour for the first trade. */
function Candles() {
  const candles = [
    { x: 6, top: 8, bottom: 40, open: 16, close: 32 },
    { x: 29, top: 16, bottom: 46, open: 22, close: 36 },
    { x: 52, top: 4, bottom: 38, open: 10, close: 28 },
    { x: 75, top: 12, bottom: 44, open: 20, close: 34 },
    { x: 98, top: 0, bottom: 32, open: 7, close: 22 },
  ];
  return (
    <svg width="104" height="48" viewBox="0 0 104 48" fill="none" strokeWidth="1.5" aria-hidden="true">
      {candles.map(({ x, top, bottom, open, close }, index) => (
        <g key={x} stroke={index === 4 ? "var(--accent)" : "var(--control)"}>
          <path d={`M${x} ${top}V${open}M${x} ${close}V${bottom}`} strokeOpacity="0.6" />
          <rect x={x - 5.5} y={open} width="11" height={close - open} rx="2" />
        </g>
      ))}
    </svg>
  );
}

type EmptyStateProps = {
  /** Says which content will be here. */
  title: string;
  text?: ReactNode;
  /** The button or link that creates the first item. */
  action?: ReactNode;
  picture?: "candles" | "none";
};

/** Placeholder of an empty place: what it will contain, and the action that fills it. */
export function EmptyState({ title, text, action, picture = "none" }: EmptyStateProps) {
  return (
    <StateFrame>
      {picture === "candles" && <Candles />}
      <strong>{title}</strong>
      {text && <p>{text}</p>}
      {action && <div>{action}</div>}
    </StateFrame>
  );
}
