import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { accountLabels } from "../account/account-labels.ts";
import { dashboardLabels } from "../dashboard/dashboard-labels.ts";
import { hadFirstSteps, hasFirstSteps } from "../dashboard/first-steps.ts";
import { NewcomerSkeleton } from "../dashboard/newcomer-skeleton.tsx";
import { InsightsSkeleton, PerformanceSkeleton } from "../performance/performance-skeleton.tsx";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { TradingSkeleton } from "../trading/trading-skeleton.tsx";
import { DemoBadge } from "../ui/badge.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { FigureArea, ListArea, StatArea } from "../ui/skeleton-areas.tsx";

/** The arrangement of a screen while it loads. */
export type SkeletonShape = keyof typeof SHAPES;

/**
 * A screen's areas in their final size, with the texts that do not depend on the account: titles and labels stay where
 * they are when the figures come.
 */
export function PageSkeletons({ of }: { of: SkeletonShape }) {
  const [path] = useLocation();
  return <Box aria-hidden="true">{SHAPES[of](path)}</Box>;
}

function TabLine() {
  return (
    <Row gap={24} height={44} line="bottom">
      <Skeleton width={72} height={14} />
      <Skeleton width={64} height={14} />
      <Skeleton width={80} height={14} />
      <Skeleton width={56} height={14} />
    </Row>
  );
}

/** A document is built with both, and the Worker removes the one that its reader's dashboard is not. */
function Dashboard() {
  const isBuilt = typeof document === "undefined";
  const person = user.peek();
  const isNewcomer = !isBuilt && (person ? hasFirstSteps(person) : hadFirstSteps());
  return (
    <>
      {(isBuilt || isNewcomer) && (
        <div data-place="first-steps">
          <NewcomerSkeleton />
        </div>
      )}
      {(isBuilt || !isNewcomer) && (
        <div data-place="figures">
          <Figures />
        </div>
      )}
    </>
  );
}

function Figures() {
  const labels = dashboardLabels;
  return (
    <>
      <Grid
        columns="minmax(0, 464fr) repeat(3, minmax(0, 208fr))"
        gap={16}
        margin="0 0 16px"
        medium={{ columns: 3 }}
        phone={{ columns: 2, gap: 12, margin: "0 0 12px" }}
      >
        <Card minHeight={154} medium={{ span: "all" }} phone={{ minHeight: 186 }}>
          <Text size="caption" tone="muted" margin="0 0 4px">
            {labels.totalBalance}
          </Text>
          <Box isContainer>
            <FigureArea name="balance" size="hero" />
          </Box>
          <Row height={20}>
            <Skeleton width={112} height={12} />
          </Row>
        </Card>
        <StatArea isShortOnPhone label={labels.todayPnl} awaited="todayPnl" />
        <StatArea isShortOnPhone label={labels.openPositions} />
        <StatArea isShortOnPhone label={labels.winRate} awaited="winRate" />
        <Box showOn="phone">
          <StatArea isShortOnPhone label={labels.demoBalance} badge={<DemoBadge />} awaited="demoBalance" />
        </Box>
      </Grid>
      <Grid columns="minmax(0, 1fr) 368px" gap={16} medium={{ columns: 1 }} phone={{ gap: 12 }}>
        <Card isFlush height={610} phone={{ height: 374 }}>
          <CardHead title={labels.recentTrades} />
          <Stack gap={26} pad="49px 20px 0" phone={{ gap: 43, pad: "57px 16px 0" }}>
            {Array.from({ length: 13 }, (_, row) => `row ${row}`).map((key) => (
              <Skeleton key={key} width="100%" height={14} />
            ))}
          </Stack>
        </Card>
        <Stack gap="inherit" phone={{ isHidden: true }}>
          <ListArea title={labels.quickActions} rows={3} minHeight={286} />
          <Card grow minHeight={290} />
        </Stack>
      </Grid>
    </>
  );
}

function Account({ path }: { path: string }) {
  const labels = accountLabels;
  const isOverview = path === ROUTE.account || path.startsWith(ROUTE.accountOverview);
  const hasButtons = isOverview || path.startsWith(ROUTE.accountHistory);
  return (
    <>
      <Stack gap={12} margin="0 0 16px" phone={{ margin: "0 0 8px" }}>
        <Box isContainer>
          <Text tone="muted" margin="0 0 4px">
            {labels.availableBalance}
          </Text>
          <FigureArea name="balance" size="hero" />
        </Box>
        {hasButtons && (
          <Grid columns={2} gap={8} showOn="phone">
            <Skeleton width="100%" height={44} />
            <Skeleton width="100%" height={44} />
          </Grid>
        )}
      </Stack>
      <Row gap={24} height={44} line="bottom" tone="muted" weight={500} phone={{ gap: 20 }}>
        {[labels.overview, labels.deposit, labels.withdraw, labels.history].map((label) => (
          <span key={label}>{label}</span>
        ))}
      </Row>
      <Stack gap={16} margin="24px 0 0" phone={{ gap: 12, margin: "16px 0 0" }}>
        {isOverview && (
          <Grid columns={3} gap={16} phone={{ columns: 2, gap: 12 }}>
            <StatArea label={labels.totalDeposits} />
            <StatArea label={labels.totalWithdrawals} />
            <Grid phone={{ span: "all" }}>
              <StatArea label={labels.availableBalance} />
            </Grid>
          </Grid>
        )}
        <ListArea rows={6} minHeight={320} />
      </Stack>
    </>
  );
}

const COLUMNS = (
  <Grid columns={2} align="start" gap={16} medium={{ columns: "minmax(0, 760px)" }}>
    <ListArea rows={6} minHeight={420} />
    <ListArea rows={4} minHeight={320} />
  </Grid>
);

const FORM = (
  <Box width="100%" maxWidth={720}>
    <TabLine />
    <Box margin="24px 0 0" phone={{ margin: "16px 0 0" }}>
      <ListArea rows={5} minHeight={320} />
    </Box>
  </Box>
);

const SHAPES = {
  dashboard: () => <Dashboard />,
  account: (path) => <Account path={path} />,
  performance: () => <PerformanceSkeleton />,
  insights: () => <InsightsSkeleton />,
  trading: (path) => <TradingSkeleton path={path} />,
  columns: () => COLUMNS,
  form: () => FORM,
  text: () => <Skeleton width={280} height={16} />,
} satisfies Record<string, (path: string) => ReactElement>;
