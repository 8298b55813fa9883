import { styled } from "goober";
import type { ReactNode } from "react";
import { formatCount } from "./format.ts";
import { Icon, type IconGlyph } from "./icon.tsx";
import { tint, type } from "./theme.ts";
import { uiText } from "./ui-text.ts";

const Pill = styled("span")`
  ${type.caption}
  display: inline-flex;
  align-items: center;
  gap: 4px;
  flex: none;
  height: 22px;
  padding: 0 8px;
  border: 1px solid transparent;
  border-radius: var(--radius-badge);
  font-weight: 500;
  white-space: nowrap;
  & > svg {
    margin-left: -2px;
  }
  &[data-tone="up"] {
    color: var(--up);
    background: ${tint("up", 14)};
  }
  &[data-tone="down"] {
    color: var(--down);
    background: ${tint("down", 14)};
  }
  &[data-tone="warn"] {
    color: var(--warn);
    background: ${tint("warn", 14)};
  }
  &[data-tone="neutral"] {
    color: var(--muted);
    background: var(--raised);
  }
  &[data-tone="outline"] {
    height: 18px;
    padding: 0 6px;
    color: var(--muted);
    border-color: var(--control);
    font-size: 11px;
    font-weight: 600;
    letter-spacing: 0.02em;
  }
  &[data-caps="true"] {
    height: 20px;
    font-size: 11px;
    font-weight: 600;
    letter-spacing: 0.02em;
  }
`;

const CountPill = styled("span")`
  ${type.caption}
  display: inline-grid;
  place-items: center;
  min-width: 20px;
  height: 16px;
  padding: 0 6px;
  border-radius: var(--radius-badge);
  background: var(--raised);
  color: var(--muted);
`;

export type BadgeTone = "up" | "down" | "warn" | "neutral";

/** How each status of something looks as a badge. */
export type BadgeLooks<Status extends string> = Record<Status, { tone: BadgeTone; icon: IconGlyph }>;

/** A state as an icon and a label: never the colour alone. */
export function Badge({ tone, icon, children }: { tone: BadgeTone; icon: IconGlyph; children: ReactNode }) {
  return (
    <Pill data-tone={tone}>
      <Icon of={icon} size={14} />
      {children}
    </Pill>
  );
}

/** Marks every figure of demo money. Cash never has it. */
export function DemoBadge() {
  return <Pill data-tone="outline">DEMO</Pill>;
}

/** Says in an outline what kind of thing something is. */
export function OutlineBadge({ children }: { children: ReactNode }) {
  return <Pill data-tone="outline">{children}</Pill>;
}

/** Marks figures that are examples only. */
export function SampleBadge() {
  return <Pill data-tone="outline">{uiText.sample}</Pill>;
}

/** Marks the feed's state on every screen whose prices do not come from a market. */
export function SimulatedBadge() {
  return (
    <Pill data-tone="warn" data-caps="true">
      {uiText.simulated}
    </Pill>
  );
}

/** A count beside a label, or in words such as "99+"; null keeps its place while it is not known. */
export function CountBadge({ count }: { count: number | string | null }) {
  const isKnown = count !== null;
  return (
    <CountPill className="num" aria-hidden={isKnown ? undefined : true} style={isKnown ? undefined : UNSEEN}>
      {typeof count === "string" ? count : formatCount(count ?? 0)}
    </CountPill>
  );
}

const UNSEEN = { visibility: "hidden" } as const;
