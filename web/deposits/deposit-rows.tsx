import { styled } from "goober";
import { formatRelativeDay, formatTime } from "../format.ts";
import { ArrowDownLeft, Icon } from "../ui/icon.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { media, type } from "../ui/theme.ts";
import { useNow } from "../ui/use-now.ts";
import { DepositAmount } from "./deposit-amount.tsx";
import { DepositBadge } from "./deposit-badge.tsx";
import type { Deposit } from "./deposit-calls.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

const List = styled("ul")`
  & > li + li {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
`;

const Row = styled("li")`
  ${type.dense}
  display: grid;
  grid-template: "tile name when status amount" 1fr / 32px minmax(0, 1fr) 136px 96px minmax(88px, auto);
  align-items: center;
  gap: 0 12px;
  min-height: 60px;
  padding: 8px 20px;
  ${media.phone} {
    grid-template: "tile name amount" auto "tile when status" auto / 32px minmax(0, 1fr) auto;
    row-gap: 4px;
    min-height: 72px;
    padding: 12px 16px;
  }
`;

const Tile = styled("span")`
  grid-area: tile;
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: var(--radius-control);
  background: var(--raised);
  color: var(--muted);
`;

const Name = styled("div")`
  grid-area: name;
  min-width: 0;
  & > b {
    ${type.body}
    display: block;
    font-weight: 500;
  }
  & > span {
    ${type.caption}
    color: var(--muted);
  }
  ${media.phone} {
    & > b {
      display: none;
    }
    & > span {
      ${type.body}
      color: var(--text);
      font-weight: 500;
    }
  }
`;

const When = styled("time")`
  grid-area: when;
  color: var(--muted);
  white-space: nowrap;
`;

const Status = styled("div")`
  grid-area: status;
  ${media.phone} {
    justify-self: end;
  }
`;

const Amount = styled("div")`
  ${type.body}
  grid-area: amount;
  display: grid;
  justify-items: end;
  font-weight: 500;
`;

type DepositRowsProps = { label: string; deposits: readonly Deposit[]; timeZone: string };

/** Deposits as a list: the latest ones beside other things on desks, and every list of them on phones. */
export function DepositRows({ label, deposits, timeZone }: DepositRowsProps) {
  const nowMs = useNow(null);
  return (
    <List aria-label={label}>
      {deposits.map((deposit) => (
        <Row key={deposit._id}>
          <Tile>
            <Icon of={ArrowDownLeft} />
          </Tile>
          <Name>
            <b>{DEPOSIT_TEXT.khqrDeposit}</b>
            <span>{deposit.billNumber}</span>
          </Name>
          <When className="num" dateTime={deposit.createdAt}>
            {formatRelativeDay(deposit.createdAt, nowMs, timeZone)}, {formatTime(deposit.createdAt, timeZone)}
          </When>
          <Status>
            <DepositBadge status={deposit.status} />
          </Status>
          <Amount>
            <DepositAmount deposit={deposit} />
          </Amount>
        </Row>
      ))}
    </List>
  );
}

/** Holds the place of such a list while it loads. */
export function LoadingDepositRows({ count }: { count: number }) {
  return (
    <Loading label={DEPOSIT_TEXT.historyLoading}>
      <List aria-hidden="true">
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows that stand for nothing have no other name
          <Row key={row}>
            <Tile />
            <Name>
              <Skeleton width={104} height={14} />
            </Name>
            <When as="div">
              <Skeleton width={80} height={12} />
            </When>
            <Status>
              <Skeleton width={64} height={22} />
            </Status>
            <Amount>
              <Skeleton width={72} height={14} />
            </Amount>
          </Row>
        ))}
      </List>
    </Loading>
  );
}
