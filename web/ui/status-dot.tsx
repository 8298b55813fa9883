import { styled } from "goober";
import type { ReactNode } from "react";
import { tint, type } from "./theme.ts";

const Row = styled("span")`
  ${type.dense}
  display: inline-flex;
  align-items: center;
  gap: 10px;
  color: var(--muted);
  white-space: nowrap;
  &::before {
    content: "";
    flex: none;
    width: 8px;
    height: 8px;
    margin: 3px;
    border-radius: 50%;
    background: var(--control);
    box-shadow: 0 0 0 3px ${tint("control", 30)};
  }
  &[data-tone="up"]::before {
    background: var(--up);
    box-shadow: 0 0 0 3px ${tint("up", 24)};
  }
  &[data-tone="warn"]::before {
    background: var(--warn);
    box-shadow: 0 0 0 3px ${tint("warn", 24)};
  }
  &[data-tone="down"]::before {
    background: var(--down);
    box-shadow: 0 0 0 3px ${tint("down", 24)};
  }
`;

/** A persistent state, such as the price feed's, as a dot and a label. */
export function StatusDot({ tone, children }: { tone: "up" | "warn" | "down" | "idle"; children: ReactNode }) {
  return <Row data-tone={tone}>{children}</Row>;
}
