import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type CSSProperties, Fragment, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import type { IncidentQueue } from "../../../worker/contract/incidents.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatAge } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Box, Row, Text } from "../../ui/layout.tsx";
import { ShowMore } from "../../ui/list/show-more.tsx";
import { SortButton } from "../../ui/list/sort-button.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StatusDot } from "../../ui/status-dot.tsx";
import { layer, media, tint, type } from "../../ui/theme.ts";
import { useNow } from "../../ui/use-now.ts";
import { QueuePane } from "../core/admin-layout.ts";
import { arrivals } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminView } from "../core/admin-time.ts";
import type { AdminArrivals } from "../core/admin-types.ts";
import type { Ageing } from "../core/waiting-age.tsx";
import type { ListPath } from "./list-download.tsx";
import { ListNews, NothingListed } from "./list-states.tsx";
import { ListTools } from "./list-tools.tsx";
import type { RowColumn } from "./row-columns.tsx";
import { groupHead, targetGroup } from "./target-groups.ts";
import type { AdminList } from "./use-admin-list.ts";
import type { ListAddress } from "./use-list-address.ts";

const Scroller = styled("div")`
  flex: 1;
  min-height: 0;
  overflow: auto;
  scroll-padding: 32px 0;
  container: queue-rows / inline-size;
`;

const rowGrid = `
  display: grid;
  grid-template-columns: var(--queue-columns);
  align-items: center;
  gap: 12px;
  padding: 0 20px;
  ${media.phone} { padding: 0 16px; }
  & > [data-wide="true"], & > [data-roomy="true"] { display: none; }
  @container queue-rows (min-width: 520px) {
    grid-template-columns: var(--queue-wide-columns);
    & > [data-wide="true"] { display: block; }
  }
  @container queue-rows (min-width: 640px) {
    grid-template-columns: var(--queue-roomy-columns);
    & > [data-roomy="true"] { display: block; }
  }
`;

const Columns = styled("div")`
  ${rowGrid}
  ${type.caption}
  position: sticky;
  top: 0;
  z-index: ${layer.sticky};
  height: 32px;
  background: var(--bg);
  border-bottom: 1px solid var(--line);
  color: var(--muted);
  & > * {
    min-width: 0;
  }
  & > [data-align="right"] {
    text-align: right;
  }
  ${media.touch} {
    height: 44px;
  }
`;

const Line = styled("button")`
  ${rowGrid}
  ${type.dense}
  position: relative;
  width: 100%;
  height: 36px;
  border-bottom: 1px solid color-mix(in oklab, var(--line) 45%, transparent);
  text-align: left;
  & > * {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* A sum is set smaller before it would be shortened. */
  & > [data-align="right"] {
    container-type: inline-size;
    text-align: right;
  }
  &:hover {
    background: ${tint("text", 4, "bg")};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-current="true"] {
    background: ${tint("accent", 12, "bg")};
  }
  &[aria-current="true"]::before {
    content: "";
    position: absolute;
    inset: 0 auto 0 0;
    width: 2px;
    background: var(--accent);
  }
  & > [data-tone="muted"],
  &[data-tone="muted"] {
    color: var(--muted);
  }
  & > [data-tone="warn"] {
    color: var(--warn);
  }
  & > [data-tone="accent"] {
    color: var(--accent);
  }
  & > b {
    font-weight: 500;
  }
  ${media.touch} {
    height: 48px;
  }
`;

const Group = styled("div")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 8px;
  height: 30px;
  padding: 0 20px;
  background: ${tint("text", 3, "bg")};
  border-bottom: 1px solid var(--line);
  color: var(--muted);
  &[data-tone="warn"] {
    color: var(--warn);
  }
  & > span {
    color: var(--muted);
  }
  ${media.phone} {
    padding: 0 16px;
  }
`;

/** A list of the admin screens: what its rows are and how they look. */
export type ListSection<Row extends { _id: string }> = {
  title: string;
  /** Name of an item, for the pane that shows it. */
  item: string;
  loading: string;
  /** Null for a list that is no file. */
  path: ListPath | null;
  /** The queue's name in the arrival times; sets the foot that shows the last arrival. */
  arrival?: keyof AdminArrivals;
  /** Beside the title: the number of rows and their sum. */
  note: (rows: readonly Row[], hasMore: boolean) => string;
  columns: readonly RowColumn<Row>[];
  isMuted?: (row: Row) => boolean;
};

/** How the rows of a list are grouped by the target of their queue. */
export type ListGroups<Row> = { queue: IncidentQueue; of: (row: Row) => Ageing };

export type QueueListProps<Row extends { _id: string }> = {
  section: ListSection<Row>;
  list: AdminList<Row>;
  address: ListAddress;
  view: AdminView;
  /** Between the title and the filter: the status tabs. */
  above?: ReactNode;
  /** At the end of the head. */
  headAside?: ReactNode;
  /** Groups the rows, which come in the order of their groups. */
  groups?: ListGroups<Row> | undefined;
  /** After the rows, also where there are none. */
  below?: ReactNode;
  empty: readonly [title: string, text: string];
  openId: string | undefined;
  /** @param isByKey opened by Enter: the focus moves to the item */
  onOpen: (id: string, isByKey: boolean) => void;
};

/** The list of a section in rows of 32 px, with its filter, sort order and download. */
export function QueueList<Row extends { _id: string }>(props: QueueListProps<Row>) {
  const { section, list, address, above } = props;
  const { title, columns, path, arrival } = section;
  return (
    <QueuePane aria-label={title} data-queue="">
      <Row
        as="header"
        align="baseline"
        gap={10}
        grow={false}
        minHeight={44}
        pad="12px 20px 0"
        phone={{ pad: "12px 16px 0" }}
      >
        <Text as="h2" size="body" weight={600}>
          {title}
        </Text>
        <Text size="caption" tone="muted" className="num">
          {section.note(list.rows ?? [], list.hasMore)}
        </Text>
        {props.headAside && (
          <>
            <Box grow />
            {props.headAside}
          </>
        )}
      </Row>
      {above}
      <ListTools address={address} path={path} />
      <ListNews list={list} />
      <Scroller
        style={columnStyle(columns)}
        onPointerEnter={() => list.hold({ isOver: true })}
        onPointerLeave={() => list.hold({ isOver: false })}
      >
        <Columns role="group" aria-label={ADMIN_TEXT.sort.group}>
          {columns.map(({ head, isRight, isWide, roomy, sorts }) => (
            <span
              key={head}
              data-wide={isWide}
              data-roomy={roomy === "only" || undefined}
              data-align={isRight ? "right" : undefined}
              aria-hidden={sorts ? undefined : true}
            >
              {sorts ? (
                <SortButton label={head} pair={sorts} sort={address.sort} onSort={address.setSort} isRight={isRight} />
              ) : (
                head
              )}
            </span>
          ))}
        </Columns>
        {list.rows === null ? (
          <ListPlaceholder list={list} loading={section.loading} />
        ) : (
          <Rows {...props} rows={list.rows} />
        )}
      </Scroller>
      {arrival && list.rows !== null && <LiveFoot queue={arrival} isStale={list.error !== null} />}
    </QueuePane>
  );
}

/** React's style type has no custom properties. */
function columnStyle(columns: readonly RowColumn<never>[]): CSSProperties {
  const tracks = (shown: readonly RowColumn<never>[]) => shown.map(({ width }) => width).join(" ");
  const wide = columns.filter(({ roomy }) => roomy === undefined);
  const style: CSSProperties & Record<`--queue-${string}`, string> = {
    "--queue-columns": tracks(wide.filter(({ isWide }) => !isWide)),
    "--queue-wide-columns": tracks(wide),
    "--queue-roomy-columns": columns.map(({ width, roomyWidth }) => roomyWidth ?? width).join(" "),
  };
  return style;
}

type ListPlaceholderProps = { list: Pick<AdminList<unknown>, "error" | "isLoading" | "reload">; loading: string };

function ListPlaceholder({ list, loading }: ListPlaceholderProps) {
  if (list.error !== null && !list.isLoading) {
    return <ErrorState title={ADMIN_TEXT.loadFailed} text={ADMIN_TEXT.loadFailedDetail} onRetry={list.reload} />;
  }
  return (
    <Loading label={loading}>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key
        <Line as="div" key={row}>
          <Skeleton width={48} height={12} />
          <Skeleton width={64} height={12} />
          <Skeleton width="100%" height={12} />
        </Line>
      ))}
    </Loading>
  );
}

type RowsProps<Row extends { _id: string }> = QueueListProps<Row> & { rows: readonly Row[] };

function Rows<Row extends { _id: string }>(props: RowsProps<Row>) {
  useSignals();
  const { section, rows, list, address, view, empty, openId, onOpen, below } = props;
  const { columns, isMuted } = section;
  const lines = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (openId === undefined) return;
    const current = lines.current?.querySelector<HTMLElement>('[aria-current="true"]');
    current?.scrollIntoView({ block: "nearest" });
    // The focus stays with the rows while J and K walk through them.
    if (lines.current?.contains(document.activeElement)) current?.focus();
  }, [openId]);

  const heads = groupHeads(props, view.nowMs);
  if (rows.length === 0 && !list.hasMore) {
    return (
      <>
        <NothingListed address={address} empty={empty} />
        {below}
      </>
    );
  }
  return (
    <>
      <ul ref={lines}>
        {rows.map((row) => (
          <li key={row._id}>
            {heads.get(row._id)}
            <Line
              type="button"
              aria-current={row._id === openId ? "true" : undefined}
              data-tone={isMuted?.(row) || list.isGone(row._id) ? "muted" : undefined}
              onClick={(event: MouseEvent) => onOpen(row._id, event.detail === 0)}
            >
              {columns.map(({ head, cell }) => (
                <Fragment key={head}>{cell(row, view)}</Fragment>
              ))}
            </Line>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <ShowMore isLoading={list.isLoading} onMore={list.loadMore}>
          {ADMIN_TEXT.loadMore}
        </ShowMore>
      )}
      {below}
    </>
  );
}

/** What stands above the first row of each group, by the id of that row. Reads signals. */
function groupHeads<Row extends { _id: string }>({ rows, groups, list }: RowsProps<Row>, nowMs: number) {
  const heads = new Map<string, ReactNode>();
  if (!groups) return heads;
  const groupOf = (row: Row) => targetGroup(groups.of(row), nowMs);
  for (const [group, members] of Map.groupBy(rows, groupOf)) {
    const { icon, label } = groupHead(group, groups.queue);
    const isLast = list.hasMore && members.at(-1) === rows.at(-1);
    heads.set(
      members[0]?._id ?? "",
      <Group data-tone={group === "late" ? "warn" : undefined}>
        <Icon of={icon} size={14} />
        {label} <span className="num">{isLast ? `${members.length}+` : members.length}</span>
      </Group>,
    );
  }
  return heads;
}

const LIVE_TICK_MS = 10_000;

/** Foot of a queue: whether it refreshes, and when the newest item arrived. */
function LiveFoot({ queue, isStale }: { queue: keyof AdminArrivals; isStale: boolean }) {
  useSignals();
  const nowMs = useNow(LIVE_TICK_MS);
  const { on, last, stale } = ADMIN_TEXT.live;
  const lastAt = arrivals.value?.[queue] ?? null;
  const label = lastAt === null ? on : last(formatAge(nowMs - Date.parse(lastAt)));
  return (
    <Row
      as="footer"
      grow={false}
      minHeight={44}
      pad="0 16px"
      phone={{ pad: "0 12px max(0px, env(safe-area-inset-bottom))" }}
      className="num"
    >
      <StatusDot tone={isStale ? "warn" : "up"}>{isStale ? stale : label}</StatusDot>
    </Row>
  );
}
