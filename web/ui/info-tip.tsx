import { styled } from "goober";
import type { ReactNode } from "react";
import { Icon, Info } from "./icon.tsx";
import { Tooltip } from "./tooltip.tsx";

const Mark = styled("button")`
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  margin: -4px -5px;
  border-radius: 50%;
  color: var(--muted);
  cursor: help;
  transition: color var(--motion);
  &:hover {
    color: var(--text);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

/** A small mark beside a label that explains its figure, for example with its formula. */
export function InfoTip({ label, content }: { label: string; content: ReactNode }) {
  return (
    <Tooltip content={content}>
      <Mark type="button" aria-label={label}>
        <Icon of={Info} size={14} />
      </Mark>
    </Tooltip>
  );
}
