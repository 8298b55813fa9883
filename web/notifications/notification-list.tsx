import { styled } from "goober";
import { useRef } from "react";
import { Link } from "wouter";
import { HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { usePages } from "../state/pages.ts";
import { useShortcuts } from "../state/shortcuts.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { formatAge, formatRelativeDay, formatTime } from "../ui/format.ts";
import { Tile } from "../ui/item.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { useMinute } from "../ui/use-now.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { CarriedBy } from "./carried-by.tsx";
import { type FoldedNotification, foldRepeats } from "./fold-repeats.ts";
import {
  confirmLogIn,
  EVERY_MS,
  endLogIn,
  fetchNotifications,
  markRead,
  type Notification,
  type NotificationFilter,
  notificationsKey,
} from "./notification-calls.ts";
import { hasDoubt, iconOf, pathOf, wordsOf } from "./notification-words.ts";
import { notificationsText as text } from "./notifications-text.ts";
import { useReadInView } from "./use-read-in-view.ts";

/** The pages of a list of notifications, which the panel and the page share. */
export function useNotifications(filter: NotificationFilter) {
  return usePages({
    key: notificationsKey(filter),
    everyMs: EVERY_MS,
    fetchPage: (cursor, signal) => fetchNotifications(filter, cursor, signal),
  });
}

const List = styled("ol")`
  & > [data-day] {
    ${type.caption}
    display: flex;
    justify-content: space-between;
    padding: 7px 20px;
    color: var(--muted);
  }
  & > [data-day] ~ [data-day] {
    border-top: 1px solid var(--line);
  }
  &[data-wide="true"] > [data-day] {
    background: ${tint("text", 4)};
    border: 0;
  }
  & > li {
    position: relative;
  }
  & a {
    ${type.dense}
    display: grid;
    grid-template-columns: 32px minmax(0, 1fr) auto;
    align-items: baseline;
    gap: 0 12px;
    min-height: var(--row, 60px);
    padding: calc(var(--row, 60px) / 2 - 19px) 20px;
  }
  /* Two lines are 38px high: dot, icon and both of their middle are at one height, however many lines follow. */
  & a > :first-child {
    align-self: start;
    margin-top: 3px;
  }
  & a > div {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & b {
    display: block;
    font-weight: 500;
  }
  & [data-unread="true"] b {
    font-weight: 600;
  }
  & small,
  & time {
    ${type.caption}
    color: var(--muted);
  }
  & small {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  & time {
    display: block;
    text-align: end;
    white-space: nowrap;
  }
  & time > small {
    justify-content: flex-end;
    padding-top: 2px;
  }
  & small[data-tone="warn"],
  & [data-doubt="true"] > span {
    color: var(--warn);
  }
  & a:hover {
    background: ${tint("text", 4)};
  }
  & a:focus-visible {
    outline-offset: -2px;
  }
  & a[data-unread="true"]::before {
    content: "";
    position: absolute;
    left: 6px;
    top: calc(var(--row, 60px) / 2 - 4px);
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--accent);
  }
  & [data-answers] {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    padding: 0 20px 12px 64px;
  }
  &[data-wide="true"] {
    --row: 56px;
  }
  ${media.phone} {
    &[data-wide="true"] {
      --row: 64px;
    }
    & a,
    & > [data-day] {
      padding-left: 16px;
      padding-right: 16px;
    }
    & a[data-unread="true"]::before {
      left: 4px;
    }
    & [data-answers] {
      padding: 0 16px 12px 60px;
    }
    & time {
      max-width: 36vw;
      white-space: normal;
    }
  }
`;

type ListProps = {
  rows: readonly Notification[];
  timeZone: string;
  /** On the page: rows say which channel told them, and two seconds in view mark them as read. */
  isWide?: boolean;
  /** Whether being in view marks rows as read: not in a list that they would leave. */
  isReadInView?: boolean;
};

/** Notifications by day, the newest first. J and K move through them, Enter opens one, E marks it as read. */
export function NotificationList({ rows, timeZone, isWide = false, isReadInView = false }: ListProps) {
  const nowMs = useMinute();
  const list = useRef<HTMLOListElement>(null);
  const folded = foldRepeats(rows);
  const days = Map.groupBy(folded, ({ at }) => formatRelativeDay(at, nowMs, timeZone));
  const unread = isReadInView ? folded.filter(({ readAt }) => readAt === null).map(({ ids }) => ids.join(",")) : [];
  useReadInView(list, unread);

  const links = () => [...(list.current?.querySelectorAll("a") ?? [])];
  function move(step: 1 | -1) {
    const here = links().findIndex((link) => link.matches(":focus"));
    links()
      .at(here === -1 ? 0 : Math.min(Math.max(0, here + step), links().length - 1))
      ?.focus();
  }
  useShortcuts({
    nextNotification: () => move(1),
    previousNotification: () => move(-1),
    readNotification() {
      const row = folded[links().findIndex((link) => link.matches(":focus"))];
      if (row?.readAt === null) void markRead({ ids: row.ids }).catch(() => toast.error(text.failedToMark));
    },
  });

  return (
    <List ref={list} aria-label={text.newestFirst} data-wide={isWide}>
      {[...days].flatMap(([day, ofDay]) => [
        <li key={day} data-day="">
          {day}
          {isWide && <span aria-hidden="true">{ofDay.length}</span>}
        </li>,
        ...ofDay.map((row) => (
          <li key={row._id}>
            <NotificationRow row={row} isWide={isWide} time={timeOf(row, nowMs, timeZone)} />
          </li>
        )),
      ])}
    </List>
  );
}

/** @param nowMs to the minute: what is newer is of now, and seconds would stand still */
function timeOf({ at }: Notification, nowMs: number, timeZone: string): string {
  const ageMs = nowMs - Date.parse(at);
  if (ageMs < MINUTE_MS) return text.now;
  return ageMs < HOUR_MS ? formatAge(ageMs) : formatTime(at, timeZone);
}

function NotificationRow({ row, isWide, time }: { row: FoldedNotification; isWide: boolean; time: string }) {
  const { title, line } = wordsOf(row);
  const path = pathOf(row);
  const isUnread = row.readAt === null;
  const isDoubtful = hasDoubt(row);
  return (
    <>
      {/* What it says is read by opening it; that it could not be marked leaves it unread, which says it. */}
      <Link href={path} asChild onClick={() => isUnread && void markRead({ ids: row.ids }).catch(() => {})}>
        <a href={path} data-unread={isUnread} data-ids={row.ids.join(",")} data-doubt={isDoubtful}>
          <Tile icon={iconOf(row)} />
          <div>
            <b>
              {title}
              {isUnread && <VisuallyHidden>, {text.isUnread}</VisuallyHidden>}
            </b>
            <small>
              {row.kind === "order" && <DemoBadge />}
              {line}
            </small>
          </div>
          <time dateTime={row.at}>
            {time}
            {isWide && <CarriedBy row={row} />}
          </time>
        </a>
      </Link>
      {isDoubtful && <Answers row={row} />}
    </>
  );
}

/** The two answers to a log-in on a browser that the account did not know. */
function Answers({ row: { id, device } }: { row: Notification }) {
  const explain = (error: unknown) => {
    toast.error(problemOf(error, text.notAnswered).message);
    return null;
  };
  const end = useSubmit({
    send: () => endLogIn(id, device?.session ?? ""),
    onDone: () => toast.success(text.endedNow),
    explain,
  });
  const confirm = useSubmit({ send: () => confirmLogIn(id), explain });
  return (
    <div data-answers="">
      <Button size="dense" isLoading={end.isSending} disabled={confirm.isSending} onClick={() => void end.submit()}>
        {end.isSending ? text.ending : text.notMe}
      </Button>
      <Button
        size="dense"
        variant="plain"
        isLoading={confirm.isSending}
        disabled={end.isSending}
        onClick={() => void confirm.submit()}
      >
        {text.itWasMe}
      </Button>
    </div>
  );
}
