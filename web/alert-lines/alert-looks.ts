import type { CSSProperties } from "react";
import { tint } from "../ui/theme.ts";

/** `muted`: it tells nothing at the moment. `draft`: it is not set yet. */
export type AlertLook = "armed" | "muted" | "draft";

/** Dash and dot, so that it is not taken for an order. */
const DASHES =
  "repeating-linear-gradient(90deg, var(--stroke) 0 10px, transparent 0 13px, var(--stroke) 0 15px, transparent 0 18px)";

const thin = (token: "text" | "muted") => `color-mix(in oklab, var(--${token}) 70%, transparent)`;

// CSSProperties has no custom properties.
const styles = <Name extends string>(of: Record<Name, Record<string, string>>) => of as Record<Name, CSSProperties>;

/** Of a line and its tag. `bright`: under the pointer, or being moved. */
export const STROKES = styles({
  armed: { "--stroke": thin("text"), "--pattern": DASHES },
  bright: { "--stroke": "var(--text)", "--pattern": DASHES },
  muted: { "--stroke": thin("muted"), "--tone": "var(--muted)", "--pattern": DASHES },
  draft: {
    "--stroke": "var(--accent)",
    "--dash": "6px",
    "--edge": "var(--accent)",
    "--tone": "var(--accent)",
    "--fill": tint("accent", 14, "bg"),
  },
});

export const PILLS = styles<AlertLook>({
  armed: {},
  muted: { color: "var(--muted)", "--tone": "var(--muted)" },
  draft: {
    "--edge": "var(--accent)",
    "--tone": "var(--accent)",
    "--edge-style": "dashed",
    background: tint("accent", 14, "bg"),
  },
});
