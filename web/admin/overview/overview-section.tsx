import { styled } from "goober";
import type { User } from "../../state/api.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Grid } from "../../ui/layout.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { media } from "../../ui/theme.ts";
import { PagePane } from "../core/admin-layout.ts";
import { timesFor } from "../core/admin-time.ts";
import { usePolled } from "../core/use-polled.ts";
import { FeedCard } from "./feed-card.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { HouseCard, MoneyCard } from "./money-cards.tsx";
import { fetchOverview } from "./overview-calls.ts";
import { OVERVIEW_TEXT } from "./overview-text.ts";
import { QueueCards } from "./queue-cards.tsx";
import { ServiceCard } from "./service-card.tsx";

const Columns = styled("div")`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  align-items: start;
  gap: 16px;
  max-width: 1440px;
  margin: 0 auto;
  padding: 20px;
  & > [data-wide] {
    grid-column: 1 / -1;
  }
  @media (max-width: 1199px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    & > [data-third] {
      grid-column: 1 / -1;
      grid-template-columns: inherit;
      align-items: start;
    }
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    padding: 16px;
  }
`;

/** The first page of the admin screens: open items, transfers of money, and the health of the system. */
export function OverviewSection({ admin }: { admin: User }) {
  const { value: overview, atMs: nowMs, hasFailed, refresh } = usePolled(fetchOverview);
  if (overview === null) {
    return (
      <PagePane>
        {hasFailed ? (
          <ErrorState title={OVERVIEW_TEXT.failed} text={OVERVIEW_TEXT.failedDetail} onRetry={() => void refresh()} />
        ) : (
          <Skeletons />
        )}
      </PagePane>
    );
  }
  const at = timesFor(admin.timeZone, nowMs);
  return (
    <PagePane>
      {hasFailed && <StaleLine>{OVERVIEW_TEXT.stale}</StaleLine>}
      <Columns>
        <Grid gap={16} minWidth={0}>
          <QueueCards queues={overview.queues} nowMs={nowMs} />
        </Grid>
        <Grid gap={16} minWidth={0}>
          <MoneyCard overview={overview} timeZone={admin.timeZone} />
          <FeedCard feed={overview.feed} nowMs={nowMs} />
        </Grid>
        <Grid gap={16} minWidth={0} data-third="">
          <LedgerCard overview={overview} nowMs={nowMs} at={at} />
          <HouseCard house={overview.house} />
        </Grid>
        <Grid gap={16} minWidth={0} data-wide="">
          <ServiceCard overview={overview} nowMs={nowMs} at={at} />
        </Grid>
      </Columns>
    </PagePane>
  );
}

/** Heights of the cards that replace the skeletons, px: a head and its lines. */
const COLUMN_CARDS = [
  [234, 162],
  [272, 90],
  [178, 161],
] as const;
const SERVICES_HEIGHT = 410;
const CARD_PADDING = 40;

function Skeletons() {
  return (
    <Loading label={OVERVIEW_TEXT.loading}>
      <Columns>
        {COLUMN_CARDS.map((heights, column) => (
          <Grid gap={16} minWidth={0} key={heights[0]} data-third={column === 2 ? "" : undefined}>
            {heights.map((height) => (
              <SkeletonCard key={height} height={height} />
            ))}
          </Grid>
        ))}
        <Grid gap={16} minWidth={0} data-wide="">
          <SkeletonCard height={SERVICES_HEIGHT} />
        </Grid>
      </Columns>
    </Loading>
  );
}

function SkeletonCard({ height }: { height: number }) {
  return (
    <Card>
      <Skeleton width="100%" height={height - CARD_PADDING} />
    </Card>
  );
}
