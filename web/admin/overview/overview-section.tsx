import type { ReactNode } from "react";
import type { User } from "../../state/api.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Grid } from "../../ui/layout.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { PagePane } from "../core/admin-layout.ts";
import { usePolled } from "../core/admin-polling.ts";
import { timesFor } from "../core/admin-time.ts";
import { ChannelsCard } from "./channels-card.tsx";
import { fetchOverview } from "./overview-calls.ts";
import {
  ClientMoneyCard,
  FeedCard,
  HouseCard,
  LedgerCard,
  MoneyCard,
  QueueCards,
  ServiceCard,
  TapeCard,
} from "./overview-cards.tsx";
import { OVERVIEW_TEXT } from "./overview-text.ts";
import { PayoutsCard } from "./payouts-card.tsx";
import { RecoveryCard } from "./recovery-card.tsx";

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
      {hasFailed && <StaleLine atMs={nowMs}>{OVERVIEW_TEXT.stale}</StaleLine>}
      <Columns
        first={
          <>
            <QueueCards queues={overview.queues} nowMs={nowMs} />
            <PayoutsCard overview={overview} nowMs={nowMs} at={at} onChanged={refresh} />
            <FeedCard feed={overview.feed} nowMs={nowMs} />
          </>
        }
        second={
          <>
            <ClientMoneyCard clientMoney={overview.clientMoney} />
            <MoneyCard overview={overview} timeZone={admin.timeZone} />
          </>
        }
        third={
          <>
            <LedgerCard overview={overview} nowMs={nowMs} at={at} />
            <HouseCard house={overview.house} />
            <ChannelsCard channels={overview.channels} />
            <RecoveryCard recovery={overview.recovery} nowMs={nowMs} at={at} onApproved={refresh} />
            <TapeCard overview={overview} nowMs={nowMs} at={at} />
          </>
        }
        wide={<ServiceCard overview={overview} nowMs={nowMs} at={at} />}
      />
    </PagePane>
  );
}

type ColumnsProps = Record<"first" | "second" | "third" | "wide", ReactNode>;

/** Three columns of cards and a wide one below them. With room for two columns, the third is below these in two. */
function Columns({ first, second, third, wide }: ColumnsProps) {
  return (
    <Grid
      columns={3}
      align="start"
      gap={16}
      maxWidth={1440}
      margin="0 auto"
      pad={20}
      medium={{ columns: 2 }}
      phone={{ columns: 1, pad: 16 }}
    >
      <Grid gap={16} minWidth={0}>
        {first}
      </Grid>
      <Grid gap={16} minWidth={0}>
        {second}
      </Grid>
      <Grid gap={16} minWidth={0} medium={{ span: "all", columns: 2, align: "start" }} phone={{ columns: 1 }}>
        {third}
      </Grid>
      <Grid gap={16} minWidth={0} span="all">
        {wide}
      </Grid>
    </Grid>
  );
}

/** Heights of the cards, px: what replaces them while they load. */
const HEIGHTS = { first: [234, 162, 143, 90], second: [407, 272], third: [178, 161, 130, 252], wide: [410] } as const;
const CARD_PADDING = 40;

function Skeletons() {
  const cards = (heights: readonly number[]) =>
    heights.map((height) => (
      <Card key={height}>
        <Skeleton width="100%" height={height - CARD_PADDING} />
      </Card>
    ));
  return (
    <Loading label={OVERVIEW_TEXT.loading}>
      <Columns
        first={cards(HEIGHTS.first)}
        second={cards(HEIGHTS.second)}
        third={cards(HEIGHTS.third)}
        wide={cards(HEIGHTS.wide)}
      />
    </Loading>
  );
}
