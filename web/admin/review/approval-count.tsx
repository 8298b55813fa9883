import { styled } from "goober";
import { type } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { ApprovalProgress } from "../core/admin-types.ts";

const Count = styled("span")`
  ${type.dense}
  display: inline-flex;
  align-items: center;
  gap: 4px;
  flex: none;
  color: var(--muted);
  white-space: nowrap;
  & > i {
    width: 14px;
    height: 4px;
    border-radius: 2px;
    background: var(--control);
  }
  & > i[data-said="true"] {
    background: var(--up);
  }
  & > span {
    margin-left: 4px;
  }
`;

/** Progress of the approvals: one dash for each that is needed. */
export function ApprovalCount({ approvals: { have, need } }: { approvals: ApprovalProgress }) {
  return (
    <Count className="num">
      {Array.from({ length: need }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical dashes have no other key
        <i key={index} aria-hidden="true" data-said={index < have} />
      ))}
      <span>{ADMIN_TEXT.agreement.count(have, need)}</span>
    </Count>
  );
}
