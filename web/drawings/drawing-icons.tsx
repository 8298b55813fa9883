import type { DrawingKind } from "../../worker/contract/terminal/terminal-schema.ts";

const dot = (x: number, y: number) => `M${x - 1.5} ${y}a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0`;

const PATHS = {
  cross: "M10 3v14M3 10h14",
  trend: `${dot(4, 16)}${dot(16, 4)}M5.2 14.8 14.8 5.2`,
  ray: `${dot(4, 16)}${dot(10, 10)}M5.2 14.8l3.6-3.6M11.2 8.8 17 3`,
  horizontal: `${dot(10, 10)}M2 10h6.5M11.5 10H18`,
  vertical: `${dot(10, 10)}M10 2v6.5M10 11.5V18`,
  channel: "M3 12 12 3M8 17l9-9",
  rectangle: "M3 5h14v10H3z",
  fibonacci: "M3 4h14M3 8h14M3 12h14M3 16h14",
  measure: "M3 4v12M17 4v12M6 10h8M8 7.5 5.5 10 8 12.5M12 7.5l2.5 2.5-2.5 2.5",
  arrow: "M4 16 16 4M9 4h7v7",
  text: "M4 6V4h12v2M10 4v12M8 16h4",
  long: "M4 3h12v14H4zM4 12h12M10 9V5.5M8 7.5l2-2 2 2",
  short: "M4 3h12v14H4zM4 8h12M10 11v3.5M8 12.5l2 2 2-2",
  magnet: "M4 3v6a6 6 0 0 0 12 0V3h-4v6a2 2 0 0 1-4 0V3zM4 6h4M12 6h4",
  eye: `M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5z${dot(10, 10)}`,
  lock: "M5 9h10v8H5zM7 9V6a3 3 0 0 1 6 0v3",
  copy: "M7 7h9v9H7zM4 13V4h9",
  undo: "M7 4 3 8l4 4M3 8h9a4 4 0 0 1 0 8H8",
  redo: "M13 4l4 4-4 4M17 8H8a4 4 0 0 0 0 8h4",
  bin: "M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11",
} satisfies Record<DrawingKind | "cross" | "magnet" | "eye" | "lock" | "copy" | "undo" | "redo" | "bin", string>;

/** The icon of a tool, drawn as what it draws. */
export function DrawingIcon({ of }: { of: keyof typeof PATHS }) {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
    >
      <path d={PATHS[of]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
