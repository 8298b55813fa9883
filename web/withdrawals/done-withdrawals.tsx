import { styled } from "goober";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import type { DoneListProps } from "./done-list.ts";
import { WithdrawalCards } from "./withdrawal-cards.tsx";
import { WithdrawalTable } from "./withdrawal-table.tsx";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const PAGE_ROWS = 20;

const More = styled("div")`
  display: grid;
  justify-items: center;
  padding: 12px;
  border-top: 1px solid var(--line);
`;

/**
 * Ended withdrawals, one page at a time: a table on wide screens, cards on phones. Expanded ones stay expanded when the
 * layout changes.
 */
export function DoneWithdrawals({ withdrawals, timeZone }: Pick<DoneListProps, "withdrawals" | "timeZone">) {
  const isPhone = useMedia(media.phone);
  const [shown, setShown] = useState(PAGE_ROWS);
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const hidden = Math.max(0, withdrawals.length - shown);
  const Shape = isPhone ? WithdrawalCards : WithdrawalTable;

  function toggle(id: string) {
    const next = new Set(openIds);
    if (!next.delete(id)) next.add(id);
    setOpenIds(next);
  }

  return (
    <>
      <Shape withdrawals={withdrawals.slice(0, shown)} openIds={openIds} onToggle={toggle} timeZone={timeZone} />
      {hidden > 0 && (
        <More>
          <Button variant="plain" onClick={() => setShown(shown + PAGE_ROWS)}>
            {WITHDRAWAL_TEXT.showMore(Math.min(hidden, PAGE_ROWS))}
          </Button>
        </More>
      )}
    </>
  );
}
