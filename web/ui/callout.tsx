import { styled } from "goober";
import type { ReactNode } from "react";
import { CircleAlert, CircleCheck, Icon, type IconGlyph, Info, TriangleAlert } from "./icon.tsx";
import { tint, type } from "./theme.ts";

const Frame = styled("div")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 10px;
  padding: 12px;
  border-radius: var(--radius-control);
  background: var(--raised);
  color: var(--muted);
  & > svg {
    margin-top: 2px;
    color: var(--accent);
  }
  & > svg + div {
    /* An action that has no room beside the text stands below it. */
    flex: 1 1 min(200px, 100% - 26px);
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & p {
    white-space: pre-line;
  }
  & p + p {
    margin-top: 8px;
  }
  & > button,
  & > a {
    margin: -4px -4px -4px 0;
  }
  &:not([data-size="normal"]) {
    padding: 8px 12px;
    & > button,
    & > a {
      margin: 0;
    }
  }
  &[data-size="strip"] {
    flex: none;
    padding-inline: var(--strip-pad, 12px);
    border-radius: 0;
  }
  &:not([data-size="normal"]) b {
    margin-right: 8px;
    color: var(--text);
  }
  &[data-tone="warn"] {
    background: ${tint("warn", 12)};
    color: var(--text);
  }
  &[data-tone="warn"] > svg,
  &[data-tone="warn"] b {
    color: var(--warn);
  }
  &[data-tone="up"] {
    background: ${tint("up", 12)};
    color: var(--text);
  }
  &[data-tone="up"] > svg {
    color: var(--up);
  }
  &[data-tone="down"] {
    background: ${tint("down", 12)};
    color: var(--text);
  }
  &[data-tone="down"] > svg {
    color: var(--down);
  }
`;

const ICON: Record<NonNullable<CalloutProps["tone"]>, IconGlyph> = {
  info: Info,
  up: CircleCheck,
  warn: TriangleAlert,
  down: CircleAlert,
};

type CalloutProps = {
  tone?: "info" | "up" | "warn" | "down";
  /** Instead of the tone's own. */
  icon?: IconGlyph;
  role?: "alert" | "status" | "note" | undefined;
  /** `dense` is one line that begins with a title in `<b>`; `strip` is one from edge to edge, with `--strip-pad` at its ends. */
  size?: "normal" | "dense" | "strip";
  /** At its end: one button or link. */
  action?: ReactNode;
  children: ReactNode;
};

/** A remark within a card or a dialog: an icon, a few sentences, and perhaps an action. */
export function Callout(props: CalloutProps) {
  const { tone = "info", icon = ICON[tone], role, size = "normal", action, children } = props;
  return (
    <Frame data-tone={tone} data-size={size} role={role}>
      <Icon of={icon} />
      <div>{children}</div>
      {action}
    </Frame>
  );
}
