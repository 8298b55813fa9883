import { SOCKET } from "../../../worker/contract/limits.ts";
import { SimulatedBadge } from "../../ui/badge.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatAge, NO_VALUE } from "../../ui/format.ts";
import { StatusDot } from "../../ui/status-dot.tsx";
import type { AdminOverview } from "./overview-calls.ts";
import { OverviewLine } from "./overview-line.tsx";
import { OVERVIEW_TEXT } from "./overview-text.ts";

type Feed = NonNullable<AdminOverview["feed"]>;

const text = OVERVIEW_TEXT.feed;

/**
 * The source of prices, and the age of the newest price of each symbol. Without listeners any age is fine, and symbols
 * without a price are left out.
 */
export function FeedCard({ feed, nowMs }: { feed: AdminOverview["feed"]; nowMs: number }) {
  if (feed === null) {
    return (
      <Card isFlush>
        <CardHead title={text.title} />
        <EmptyState title={text.away} text={OVERVIEW_TEXT.stale} />
      </Card>
    );
  }
  return (
    <Card isFlush>
      <CardHead
        title={text.title}
        note={text.from(feed.upstream)}
        action={feed.isSimulated ? <SimulatedBadge /> : undefined}
      />
      <OverviewLine name={text.heard} value={<FeedState feed={feed} />} aside={ageOf(feed.heardAt, nowMs)} />
      {feed.prices
        .filter(({ at }) => feed.isWanted || at !== null)
        .map(({ symbol, at }) => (
          <OverviewLine
            key={symbol}
            name={symbol}
            value=""
            aside={ageOf(at, nowMs)}
            isLate={feed.isWanted && (at === null || nowMs - Date.parse(at) > SOCKET.staleAfterMs)}
          />
        ))}
    </Card>
  );
}

function FeedState({ feed: { isConnected, isWanted } }: { feed: Feed }) {
  if (isConnected) return <StatusDot tone="up">{text.connected}</StatusDot>;
  return <StatusDot tone={isWanted ? "down" : "idle"}>{isWanted ? text.lost : text.idle}</StatusDot>;
}

function ageOf(at: string | null, nowMs: number): string {
  return at === null ? NO_VALUE : formatAge(nowMs - Date.parse(at));
}
