import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { Link } from "wouter";
import { NOTIFICATION_KINDS } from "../../worker/contract/notifications.ts";
import { loadFailure } from "../state/load-failure.ts";
import { usePages } from "../state/pages.ts";
import { user } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatRelativeDay, formatTime } from "../ui/format.ts";
import { Check } from "../ui/icon.tsx";
import { ItemText, Tile } from "../ui/item.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { LoadedList } from "../ui/list/loaded-list.tsx";
import { LoadingMovementRows } from "../ui/list/movement-rows.tsx";
import { ShowMore } from "../ui/list/show-more.tsx";
import { Segments } from "../ui/segments.tsx";
import { tint, type } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { useMinute } from "../ui/use-now.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import {
  fetchNotifications,
  markRead,
  type Notification,
  type NotificationFilter,
  notificationsKey,
} from "./notification-calls.ts";
import { KIND_ICONS, pathOf, wordsOf } from "./notification-words.ts";
import { notificationsText as text } from "./notifications-text.ts";

const FILTERS: readonly NotificationFilter[] = ["all", "unread", ...NOTIFICATION_KINDS];

const List = styled("ol")`
  & > li + li {
    border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  }
  & > [data-day] {
    ${type.caption}
    padding: 8px 20px;
    color: var(--muted);
  }
  & a {
    position: relative;
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 64px;
    padding: 8px 20px;
  }
  & a:hover {
    background: ${tint("text", 3)};
  }
  & a:focus-visible {
    outline-offset: -2px;
  }
  & a[data-unread="true"]::before {
    content: "";
    position: absolute;
    left: 6px;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--accent);
  }
`;

/** All notifications of the signed-in person, the newest first; one that is opened is read. */
export function NotificationsPage() {
  useSignals();
  const [filter, setFilter] = useState<NotificationFilter>("all");
  const { value, atMs, isLoading, error, hasMore, loadMore, refetch } = usePages({
    key: notificationsKey(filter),
    everyMs: 60_000,
    fetchPage: (cursor, signal) => fetchNotifications(filter, cursor, signal),
  });
  const person = user.value;
  if (!person) return null;
  const newest = value?.rows[0];
  const kind = NOTIFICATION_KINDS.find((one) => one === filter);
  // The count is of all kinds; what is not loaded of one may be unread.
  const hasUnread = value?.unread !== 0 && (hasMore || value?.rows.some(({ readAt }) => readAt === null) === true);
  const empty = filter === "all" ? text.empty : text.noneOfFilter;
  return (
    <Panel
      title={text.heading}
      action={
        <Button
          size="dense"
          icon={Check}
          disabled={!newest || !hasUnread}
          onClick={() =>
            newest && markRead({ upTo: newest.id, ...(kind && { kind }) }).catch(() => toast.error(text.failedToMark))
          }
        >
          {text.markAll}
        </Button>
      }
    >
      <Box pad="12px 20px" phone={{ pad: 12 }}>
        <Segments
          label={text.filter}
          value={filter}
          options={FILTERS.map((one) => ({ value: one, label: text.filters[one] }))}
          onChange={setFilter}
        />
      </Box>
      <LoadedList
        items={value?.rows ?? null}
        atMs={atMs}
        isLoading={isLoading}
        error={loadFailure(error, text.failure)}
        onReload={() => void refetch()}
        placeholder={<LoadingMovementRows label={text.loading} count={6} />}
        empty={<EmptyState title={empty.title} text={empty.text} />}
      >
        {(rows) => <NotificationList rows={rows} timeZone={person.timeZone} />}
      </LoadedList>
      {hasMore && (
        <ShowMore isLoading={isLoading} onMore={loadMore}>
          {text.more}
        </ShowMore>
      )}
      <Row pad="12px 20px" line="top">
        <Text size="caption" tone="muted">
          {text.kept}
        </Text>
      </Row>
    </Panel>
  );
}

function NotificationList({ rows, timeZone }: { rows: readonly Notification[]; timeZone: string }) {
  const nowMs = useMinute();
  const days = Map.groupBy(rows, ({ at }) => formatRelativeDay(at, nowMs, timeZone));
  return (
    <List aria-label={text.newestFirst}>
      {[...days].flatMap(([day, ofDay]) => [
        <li key={day} data-day="">
          {day}
        </li>,
        ...ofDay.map((row) => (
          <li key={row._id}>
            <NotificationRow row={row} time={formatTime(row.at, timeZone)} />
          </li>
        )),
      ])}
    </List>
  );
}

function NotificationRow({ row, time }: { row: Notification; time: string }) {
  const { title, line } = wordsOf(row);
  const path = pathOf(row);
  const isUnread = row.readAt === null;
  return (
    // What it says is read by opening it; that it could not be marked leaves it unread, which says it.
    <Link href={path} asChild onClick={() => isUnread && void markRead({ ids: [row.id] }).catch(() => {})}>
      <a href={path} data-unread={isUnread}>
        <Tile icon={KIND_ICONS[row.kind]} />
        <ItemText
          title={
            <Text as="span" weight={isUnread ? 600 : 500}>
              {title}
              {isUnread && <VisuallyHidden>, {text.isUnread}</VisuallyHidden>}
            </Text>
          }
          note={line}
        />
        <Text as="time" dateTime={row.at} size="caption" tone="muted" breaks="never">
          {time}
        </Text>
      </a>
    </Link>
  );
}
