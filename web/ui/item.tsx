import { styled } from "goober";
import type { ReactNode } from "react";
import { Icon, type IconGlyph } from "./icon.tsx";
import { type } from "./theme.ts";

const Box = styled("span")`
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  border-radius: var(--radius-control);
  background: var(--raised);
  color: var(--muted);
  &[data-tone="edged"] {
    width: 36px;
    height: 36px;
    border: 1px solid var(--control);
    color: var(--text);
  }
  &[data-tone="accent"] {
    width: 36px;
    height: 36px;
    background: var(--accent);
    color: var(--on-accent);
  }
`;

/** An icon in a square, at the start of an item: quiet, with an edge where the item can be pressed, or in the accent. */
export function Tile({ icon, tone = "quiet" }: { icon: IconGlyph; tone?: "quiet" | "edged" | "accent" }) {
  return (
    <Box data-tone={tone}>
      <Icon of={icon} />
    </Box>
  );
}

const Lines = styled("span")`
  display: block;
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
  & > b {
    ${type.body}
    display: block;
    font-weight: 500;
  }
  & > small {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
`;

/** The two lines of an item: what it is, and a muted note below. */
export function ItemText({ title, note }: { title: ReactNode; note?: ReactNode }) {
  return (
    <Lines>
      <b>{title}</b>
      {note && <small>{note}</small>}
    </Lines>
  );
}
