import { styled } from "goober";
import { useId } from "react";
import { formatDateTime } from "../ui/format.ts";
import { ChevronDown, Icon } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { DestinationName } from "./destination-name.tsx";
import type { DoneListProps } from "./done-list.ts";
import { WithdrawalAmount } from "./withdrawal-amount.tsx";
import { WithdrawalBadge } from "./withdrawal-badge.tsx";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { WithdrawalDetail } from "./withdrawal-detail.tsx";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const List = styled("ul")`
  & > li + li {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
`;

const Toggle = styled("button")`
  ${type.dense}
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 4px 12px;
  width: 100%;
  min-height: 72px;
  padding: 12px 16px;
  text-align: left;
  color: var(--muted);
  & > b {
    ${type.body}
    color: var(--text);
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & > b:nth-of-type(2) {
    text-align: right;
  }
  & > span:last-child {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: 8px;
  }
  & svg:last-child {
    transition: transform var(--motion);
  }
  &[aria-expanded="true"] > span:last-child > svg {
    transform: rotate(180deg);
  }
`;

const Detail = styled("div")`
  padding: 4px 16px 16px;
`;

/** Ended withdrawals as cards for phones; a card expands in place. */
export function WithdrawalCards({ withdrawals, openIds, onToggle, timeZone }: DoneListProps) {
  return (
    <List aria-label={WITHDRAWAL_TEXT.newestFirst}>
      {withdrawals.map((withdrawal) => (
        <WithdrawalCard
          key={withdrawal._id}
          withdrawal={withdrawal}
          isOpen={openIds.has(withdrawal._id)}
          onToggle={() => onToggle(withdrawal._id)}
          timeZone={timeZone}
        />
      ))}
    </List>
  );
}

type WithdrawalCardProps = { withdrawal: Withdrawal; isOpen: boolean; onToggle: () => void; timeZone: string };

function WithdrawalCard({ withdrawal, isOpen, onToggle, timeZone }: WithdrawalCardProps) {
  const detailId = useId();
  return (
    <li>
      <Toggle type="button" aria-expanded={isOpen} aria-controls={isOpen ? detailId : undefined} onClick={onToggle}>
        <b>
          <DestinationName paymentDetails={withdrawal.paymentDetails} />
        </b>
        <b>
          <WithdrawalAmount withdrawal={withdrawal} />
        </b>
        <time className="num" dateTime={withdrawal.createdAt}>
          {formatDateTime(withdrawal.createdAt, timeZone)}
        </time>
        <span>
          <WithdrawalBadge withdrawal={withdrawal} />
          <Icon of={ChevronDown} />
        </span>
      </Toggle>
      {isOpen && (
        <Detail id={detailId}>
          <WithdrawalDetail withdrawal={withdrawal} timeZone={timeZone} />
        </Detail>
      )}
    </li>
  );
}
