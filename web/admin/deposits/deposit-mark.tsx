import { styled } from "goober";
import { DEPOSIT_LOOK } from "../../deposits/deposit-badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { DEPOSIT_ADMIN_TEXT } from "./deposit-admin-text.ts";
import type { DepositStatus } from "./deposit-types.ts";

const Mark = styled("span")`
  display: grid;
  justify-items: end;
  color: var(--muted);
  &[data-tone="warn"] {
    color: var(--warn);
  }
  &[data-tone="up"] {
    color: var(--up);
  }
  &[data-tone="down"] {
    color: var(--down);
  }
`;

/** A deposit's status as an icon where text has no room; screen readers and the tooltip get the text. */
export function DepositMark({ status }: { status: DepositStatus }) {
  const { tone, icon } = DEPOSIT_LOOK[status];
  return (
    <Mark data-tone={tone} title={DEPOSIT_ADMIN_TEXT.status[status]}>
      <Icon of={icon} size={14} />
      <VisuallyHidden>{DEPOSIT_ADMIN_TEXT.status[status]}</VisuallyHidden>
    </Mark>
  );
}
