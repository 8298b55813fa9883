import { styled } from "goober";
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { SortButton, type SortPair } from "../../ui/sort-button.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { layer, media, tint, type } from "../../ui/theme.ts";
import { QueuePane } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminArrivals, Sort } from "../core/admin-types.ts";
import { ListTools, type ListToolsProps } from "./list-tools.tsx";
import { LiveFoot } from "./live-foot.tsx";
import { NewRows } from "./new-rows.tsx";
import { NothingListed } from "./nothing-listed.tsx";
import type { AdminList } from "./use-admin-list.ts";

const Head = styled("header")`
  display: flex;
  align-items: baseline;
  gap: 10px;
  flex: none;
  min-height: 44px;
  padding: 12px 20px 0;
  & > h2 {
    ${type.body}
    font-weight: 600;
  }
  & > p {
    ${type.caption}
    color: var(--muted);
  }
  ${media.phone} {
    padding: 12px 16px 0;
  }
`;

const Filters = styled("div")`
  flex: none;
  & > nav {
    gap: 16px;
    padding: 0 20px;
  }
  & > nav > a {
    ${type.dense}
    height: 36px;
  }
  ${media.phone} {
    & > nav {
      padding: 0 16px;
    }
    & > nav > a {
      height: 44px;
    }
  }
`;

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
  gap: 14px;
  padding: 0 20px;
  ${media.phone} { padding: 0 16px; }
  & > [data-wide="true"] { display: none; }
  @container queue-rows (min-width: 520px) {
    grid-template-columns: var(--queue-wide-columns);
    & > [data-wide="true"] { display: block; }
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

const Row = styled("button")`
  ${rowGrid}
  ${type.dense}
  position: relative;
  width: 100%;
  height: 32px;
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

const More = styled("div")`
  display: grid;
  padding: 12px 20px;
`;

type QueueScreenProps<Item extends { _id: string }> = {
  title: string;
  /** Beside the title: the number of rows and their sum. */
  note: string;
  /** Above the rows: the status tabs. */
  filters?: ReactNode;
  /** Value of `grid-template-columns`. `wideColumns` is for a wide pane; cells that only it shows have `data-wide`. */
  columns: string;
  wideColumns?: string;
  /** Column heads. A head with `sorts` is a sort button. */
  heads: readonly { label: string; isRight?: boolean; isWide?: boolean; sorts?: SortPair<Sort> }[];
  list: AdminList<Item>;
  /** The queue's name in the arrival times; sets the foot that shows the last arrival. */
  arrival?: keyof AdminArrivals;
  /** Filter, sort order and download. */
  narrowing?: ListToolsProps;
  openId: string | undefined;
  /** @param isByKey opened by Enter: the focus moves to the item */
  onOpen: (id: string, isByKey: boolean) => void;
  /** The cells of a row, one for each head. */
  row: (item: Item) => ReactNode;
  /** Whether the row is dimmed: another admin has claimed it. */
  isMuted?: (item: Item) => boolean;
  empty: readonly [title: string, text: string];
  loading: string;
};

/** The list of a section in rows of 32 px, with its filter, sort order and download. */
export function QueueScreen<Item extends { _id: string }>(props: QueueScreenProps<Item>) {
  const { title, note, filters, columns, wideColumns = columns, heads, list, loading, narrowing, arrival } = props;
  return (
    <QueuePane aria-label={title} data-queue="">
      <Head>
        <h2>{title}</h2>
        <p className="num">{note}</p>
      </Head>
      {filters && <Filters>{filters}</Filters>}
      {narrowing && <ListTools {...narrowing} />}
      {list.rows !== null && list.error !== null && <StaleLine>{ADMIN_TEXT.stale}</StaleLine>}
      <NewRows list={list} />
      <Scroller
        style={columnStyle(columns, wideColumns)}
        onPointerEnter={() => list.hold({ isOver: true })}
        onPointerLeave={() => list.hold({ isOver: false })}
      >
        <Columns role="group" aria-label={ADMIN_TEXT.sort.group}>
          {heads.map(({ label, isRight, isWide, sorts }) => (
            <span
              key={label}
              data-wide={isWide}
              data-align={isRight ? "right" : undefined}
              aria-hidden={sorts && narrowing ? undefined : true}
            >
              {sorts && narrowing ? (
                <SortButton
                  label={label}
                  pair={sorts}
                  sort={narrowing.address.sort}
                  onSort={narrowing.address.setSort}
                  isRight={isRight}
                />
              ) : (
                label
              )}
            </span>
          ))}
        </Columns>
        {list.rows === null ? <ListPlaceholder list={list} loading={loading} /> : <Rows {...props} rows={list.rows} />}
      </Scroller>
      {arrival && list.rows !== null && <LiveFoot queue={arrival} isStale={list.error !== null} />}
    </QueuePane>
  );
}

/** React's style type has no custom properties. */
function columnStyle(columns: string, wideColumns: string): CSSProperties {
  const style: CSSProperties & Record<`--queue-${string}`, string> = {
    "--queue-columns": columns,
    "--queue-wide-columns": wideColumns,
  };
  return style;
}

function ListPlaceholder<Item>({ list, loading }: { list: AdminList<Item & { _id: string }>; loading: string }) {
  if (list.error !== null && !list.isLoading) {
    return <ErrorState title={ADMIN_TEXT.loadFailed} text={ADMIN_TEXT.loadFailedDetail} onRetry={list.reload} />;
  }
  return (
    <Loading label={loading}>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key
        <Row as="div" key={row}>
          <Skeleton width={48} height={12} />
          <Skeleton width={64} height={12} />
          <Skeleton width="100%" height={12} />
        </Row>
      ))}
    </Loading>
  );
}

type RowsProps<Item extends { _id: string }> = QueueScreenProps<Item> & { rows: readonly Item[] };

function Rows<Item extends { _id: string }>(props: RowsProps<Item>) {
  const { rows, list, openId, onOpen, row, isMuted, empty, narrowing } = props;
  const lines = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (openId === undefined) return;
    const current = lines.current?.querySelector<HTMLElement>('[aria-current="true"]');
    current?.scrollIntoView({ block: "nearest" });
    // The focus stays with the rows while J and K walk through them.
    if (lines.current?.contains(document.activeElement)) current?.focus();
  }, [openId]);

  if (rows.length === 0 && !list.hasMore) return <NothingListed address={narrowing?.address} empty={empty} />;
  return (
    <>
      <ul ref={lines}>
        {rows.map((item) => (
          <li key={item._id}>
            <Row
              type="button"
              aria-current={item._id === openId ? "true" : undefined}
              data-tone={isMuted?.(item) || list.isGone(item._id) ? "muted" : undefined}
              onClick={(event: MouseEvent) => onOpen(item._id, event.detail === 0)}
            >
              {row(item)}
            </Row>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <More>
          <Button isLoading={list.isLoading} onClick={list.loadMore}>
            {ADMIN_TEXT.loadMore}
          </Button>
        </More>
      )}
    </>
  );
}
