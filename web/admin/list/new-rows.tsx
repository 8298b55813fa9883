import { styled } from "goober";
import { Icon, RefreshCw } from "../../ui/icon.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { media, tint, type } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminList } from "./use-admin-list.ts";

const Line = styled("button")`
  ${type.dense}
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  flex: none;
  width: 100%;
  min-height: 32px;
  background: ${tint("accent", 12, "bg")};
  color: var(--accent);
  font-weight: 500;
  &:hover {
    background: ${tint("accent", 18, "bg")};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  ${media.touch} {
    min-height: 44px;
  }
`;

type NewRowsProps = { list: Pick<AdminList<unknown>, "newCount" | "reload"> };

/** Reports above a list how many new rows belong among the shown ones; a press shows them. */
export function NewRows({ list: { newCount, reload } }: NewRowsProps) {
  const label = newCount > 0 ? ADMIN_TEXT.newRows(newCount) : "";
  return (
    <>
      <LiveRegion>{label}</LiveRegion>
      {newCount > 0 && (
        <Line type="button" onClick={reload}>
          <Icon of={RefreshCw} size={16} />
          {label}
        </Line>
      )}
    </>
  );
}
