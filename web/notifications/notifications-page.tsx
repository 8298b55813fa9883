import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Suspense, useState } from "react";
import { NOTIFICATION_KINDS } from "../../worker/contract/notifications.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Panel } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Check } from "../ui/icon.tsx";
import { Box, Grid, Row, Text } from "../ui/layout.tsx";
import { LoadedList } from "../ui/list/loaded-list.tsx";
import { LoadingMovementRows } from "../ui/list/movement-rows.tsx";
import { ShowMore } from "../ui/list/show-more.tsx";
import { Segments } from "../ui/segments.tsx";
import { media } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { useMedia } from "../ui/use-media.ts";
import { markRead, type NotificationFilter } from "./notification-calls.ts";
import { NotificationList, useNotifications } from "./notification-list.tsx";
import { notificationsText as text } from "./notifications-text.ts";
import { SettingsLink } from "./settings-link.tsx";

const NotificationChoices = lazyPage(async () => (await import("./notification-choices.tsx")).NotificationChoices);

/** News are off at first, and among all. */
const FILTERS = ["all", "unread", "money", "security", "alert", "order"] as const satisfies NotificationFilter[];

/** Filters that are wider than a phone scroll. */
const Filters = styled("div")`
  overflow-x: auto;
  padding: 12px 20px;
  & > div {
    width: max-content;
  }
  ${media.phone} {
    padding: 12px 16px;
  }
`;

/** All notifications of the signed-in person, the newest first, and beside them what is e-mailed. */
export function NotificationsPage() {
  useSignals();
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>("all");
  const { value, atMs, isLoading, error, hasMore, loadMore, refetch } = useNotifications(filter);
  const isPhone = useMedia(media.phone);
  const person = user.value;
  if (!person) return null;
  const newest = value?.rows[0];
  const kind = NOTIFICATION_KINDS.find((one) => one === filter);
  // The count is of all kinds; what is not loaded of one may be unread.
  const hasUnread = value?.unread !== 0 && (hasMore || value?.rows.some(({ readAt }) => readAt === null) === true);
  const empty = filter === "all" ? text.empty : text.noneOfFilter;
  return (
    <Grid columns="minmax(0, 584fr) minmax(0, 536fr)" gap={16} align="start" medium={{ columns: 1 }}>
      <Panel
        title={text.heading}
        action={
          <Row gap={8}>
            <Button
              size="dense"
              icon={Check}
              disabled={!newest || !hasUnread}
              onClick={() =>
                newest &&
                markRead({ upTo: newest.id, ...(kind && { kind }) }).catch(() => toast.error(text.failedToMark))
              }
            >
              {text.markAll}
            </Button>
            <Box showOn="phone">
              <SettingsLink />
            </Box>
          </Row>
        }
      >
        <Filters>
          <Segments
            size="dense"
            label={text.filter}
            value={filter}
            options={FILTERS.map((one) => ({
              value: one,
              label: one === "unread" && value?.unread ? `${text.filters[one]} ${value.unread}` : text.filters[one],
              words: text.filters[one],
            }))}
            onChange={setFilter}
          />
        </Filters>
        <LoadedList
          items={value?.rows ?? null}
          atMs={atMs}
          isLoading={isLoading}
          error={loadFailure(error, text.failure)}
          onReload={() => void refetch()}
          placeholder={<LoadingMovementRows label={text.loading} count={6} />}
          empty={
            <EmptyState
              title={empty.title}
              text={empty.text}
              action={
                (filter === "all" || filter === "alert") && (
                  <ButtonLink href={ROUTE.tradingChart} size="dense">
                    {text.setAlert}
                  </ButtonLink>
                )
              }
            />
          }
        >
          {(rows) => (
            // What is read leaves the list of the unread: not while somebody looks at it.
            <NotificationList rows={rows} timeZone={person.timeZone} isWide isReadInView={filter !== "unread"} />
          )}
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
      {!isPhone && (
        <Suspense fallback={null}>
          <NotificationChoices person={person} />
        </Suspense>
      )}
    </Grid>
  );
}
