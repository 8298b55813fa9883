import { styled } from "goober";
import type { ReactNode } from "react";
import { formatRelativeDay, formatTime } from "./format.ts";
import { Icon, type IconGlyph } from "./icon.tsx";
import { Loading, Skeleton } from "./skeleton.tsx";
import { media, type } from "./theme.ts";
import { useMinute } from "./use-now.ts";

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
    display: block;
    color: var(--muted);
  }
  & > b,
  & > span {
    overflow-wrap: anywhere;
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

const Note = styled("p")`
  ${type.caption}
  grid-column: 2 / -1;
  padding-top: 4px;
  color: var(--muted);
  text-wrap: pretty;
`;

/** One transfer of money, completed or only requested. */
export type Movement = {
  id: string;
  icon: IconGlyph;
  /** Its type: "KHQR deposit". */
  name: ReactNode;
  /** What identifies it: its reference. */
  detail: ReactNode;
  /** When it started, ISO 8601. */
  at: string;
  badge: ReactNode;
  amount: ReactNode;
  /** A further sentence below the row. */
  note?: ReactNode;
};

type MovementRowsProps = { label: string; movements: readonly Movement[]; timeZone: string };

/** Transfers of money as a list: the latest ones beside other content, and all such lists on phones. */
export function MovementRows({ label, movements, timeZone }: MovementRowsProps) {
  const nowMs = useMinute();
  return (
    <List aria-label={label}>
      {movements.map(({ id, icon, name, detail, at, badge, amount, note }) => (
        <Row key={id}>
          <Tile>
            <Icon of={icon} />
          </Tile>
          <Name>
            <b>{name}</b>
            <span>{detail}</span>
          </Name>
          <When className="num" dateTime={at}>
            {formatRelativeDay(at, nowMs, timeZone)}, {formatTime(at, timeZone)}
          </When>
          <Status>{badge}</Status>
          <Amount>{amount}</Amount>
          {note && <Note>{note}</Note>}
        </Row>
      ))}
    </List>
  );
}

/** Placeholder of such a list while it loads. @param label for screen readers */
export function LoadingMovementRows({ label, count }: { label: string; count: number }) {
  return (
    <Loading label={label}>
      <List aria-hidden="true">
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key
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
