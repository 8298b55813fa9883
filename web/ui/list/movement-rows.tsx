import { styled } from "goober";
import { type ReactNode, useId } from "react";
import { formatRelativeDay, formatTime } from "../format.ts";
import { ChevronDown, Icon, type IconGlyph } from "../icon.tsx";
import { ItemText, Tile } from "../item.tsx";
import { Box } from "../layout.tsx";
import { Loading, Skeleton } from "../skeleton.tsx";
import { media, type } from "../theme.ts";
import { useMinute } from "../use-now.ts";

const List = styled("ul")`
  & > li + li {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
`;

const Row = styled("div")`
  ${type.dense}
  display: grid;
  grid-template: "tile name when status amount" 1fr / 32px minmax(0, 1fr) 136px 96px minmax(88px, auto);
  align-items: center;
  gap: 0 12px;
  min-height: 60px;
  width: 100%;
  padding: 8px 20px;
  text-align: left;
  & > :nth-child(1) {
    grid-area: tile;
  }
  & > :nth-child(2) {
    grid-area: name;
  }
  & > :nth-child(4) > svg {
    transition: transform var(--motion);
  }
  &[aria-expanded="true"] > :nth-child(4) > svg {
    transform: rotate(180deg);
  }
  ${media.phone} {
    grid-template: "tile name amount" auto "tile when status" auto / 32px minmax(0, 1fr) auto;
    row-gap: 4px;
    min-height: 72px;
    padding: 12px 16px;
  }
`;

const When = styled("time")`
  grid-area: when;
  color: var(--muted);
  white-space: nowrap;
`;

const Status = styled("span")`
  grid-area: status;
  display: flex;
  align-items: center;
  gap: 8px;
  color: var(--muted);
  ${media.phone} {
    justify-self: end;
  }
`;

const Amount = styled("span")`
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
  detail?: ReactNode;
  /** When it started, ISO 8601. */
  at: string;
  badge: ReactNode;
  amount: ReactNode;
  /** A further sentence below the row. */
  note?: ReactNode;
  /** For a row that is a button and shows more below itself. */
  opening?: { isOpen: boolean; onToggle: () => void; content: ReactNode };
};

type MovementRowsProps = { label: string; movements: readonly Movement[]; timeZone: string };

/** Transfers of money as a list: the latest ones beside other content, and all such lists on phones. */
export function MovementRows({ label, movements, timeZone }: MovementRowsProps) {
  const nowMs = useMinute();
  return (
    <List aria-label={label}>
      {movements.map((movement) => (
        <MovementRow key={movement.id} movement={movement} nowMs={nowMs} timeZone={timeZone} />
      ))}
    </List>
  );
}

type MovementRowProps = { movement: Movement; nowMs: number; timeZone: string };

function MovementRow({ movement, nowMs, timeZone }: MovementRowProps) {
  const { icon, name, detail, at, badge, amount, note, opening } = movement;
  const contentId = useId();
  const button = opening && {
    as: "button",
    type: "button",
    "aria-expanded": opening.isOpen,
    "aria-controls": opening.isOpen ? contentId : undefined,
    onClick: opening.onToggle,
  };
  return (
    <li>
      <Row {...button}>
        <Tile icon={icon} />
        <ItemText title={name} note={detail} />
        <When className="num" dateTime={at}>
          {formatRelativeDay(at, nowMs, timeZone)}, {formatTime(at, timeZone)}
        </When>
        <Status>
          {badge}
          {opening && <Icon of={ChevronDown} />}
        </Status>
        <Amount>{amount}</Amount>
        {note && <Note>{note}</Note>}
      </Row>
      {opening?.isOpen && (
        <Box id={contentId} pad="4px 20px 16px" phone={{ pad: "4px 16px 16px" }}>
          {opening.content}
        </Box>
      )}
    </li>
  );
}

/** Placeholder of such a list while it loads. @param label for screen readers */
export function LoadingMovementRows({ label, count }: { label: string; count: number }) {
  return (
    <Loading label={label}>
      <List aria-hidden="true">
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key
          <Row key={row} as="li">
            <Skeleton width={32} height={32} />
            <Skeleton width={104} height={14} />
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
