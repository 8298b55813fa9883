import { styled } from "goober";
import type { ReactNode } from "react";
import { Icon, type IconGlyph } from "../../ui/icon.tsx";
import { tint, type } from "../../ui/theme.ts";

const Line = styled("div")`
  ${type.dense}
  display: flex;
  gap: 10px;
  padding: 8px 12px;
  border-radius: var(--radius-control);
  background: var(--surface);
  & > svg {
    margin-top: 2px;
    color: var(--muted);
  }
  & > p {
    flex: 1;
    min-width: 0;
    color: var(--muted);
  }
  & > button[data-variant] {
    flex: none;
    margin: -4px -8px -4px 0;
    color: var(--accent);
  }
  & b {
    margin-right: 8px;
    color: var(--text);
  }
  &[data-tone="warn"] {
    background: ${tint("warn", 12)};
  }
  &[data-tone="warn"] > svg,
  &[data-tone="warn"] b {
    color: var(--warn);
  }
`;

/** A column of flags. */
export const FlagStack = styled("div")`
  display: grid;
  gap: 4px;
  &:empty {
    display: none;
  }
`;

type AdminFlagProps = {
  /** `warn` must be read before deciding; `plain` is for information. */
  tone: "warn" | "plain";
  icon: IconGlyph;
  title: string;
  children?: ReactNode;
  /** Content at the right end, such as a progress count. */
  aside?: ReactNode;
  /** Announced by screen readers when it appears. */
  isAlert?: boolean;
};

/** One line about something that bears on the decision. */
export function AdminFlag({ tone, icon, title, children, aside, isAlert = false }: AdminFlagProps) {
  return (
    <Line data-tone={tone} role={isAlert ? "alert" : undefined}>
      <Icon of={icon} />
      <p>
        <b>{title}</b>
        {children}
      </p>
      {aside}
    </Line>
  );
}
