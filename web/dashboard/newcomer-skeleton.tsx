import { DemoBadge } from "../ui/badge.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { FigureArea, StatArea } from "../ui/skeleton-areas.tsx";
import { dashboardLabels } from "./dashboard-labels.ts";
import { BALANCES, FIGURES, STEPS } from "./newcomer-grid.ts";

export function NewcomerSkeleton() {
  return (
    <>
      <Grid {...BALANCES}>
        <Card isFlush minHeight={148} medium={{ minHeight: 158 }} phone={{ minHeight: 189 }}>
          <Box pad={20} phone={{ pad: "15px 16px" }}>
            <Row gap={8} size="dense" tone="muted">
              {dashboardLabels.demoBalance}
              <DemoBadge />
            </Row>
            <Box isContainer margin="4px 0 0">
              <FigureArea name="demoBalance" size="hero" />
            </Box>
          </Box>
        </Card>
        <Card minHeight={148} phone={{ isHidden: true }}>
          <Text size="dense" tone="muted">
            {dashboardLabels.totalBalance}
          </Text>
          <Box isContainer margin="4px 0 0">
            <FigureArea name="balance" size="page" />
          </Box>
        </Card>
      </Grid>
      <Grid {...FIGURES} showOn="wide">
        {figures}
      </Grid>
      <Grid {...STEPS}>
        <Card isFlush minHeight={353} phone={{ minHeight: 464 }}>
          <CardHead title={dashboardLabels.firstSteps} />
        </Card>
        <Card isFlush minHeight={353}>
          <CardHead title={dashboardLabels.marketsNow} />
          <Stack gap={40} pad="32px 20px">
            {["first", "second", "third", "fourth"].map((row) => (
              <Skeleton key={row} width="100%" height={28} />
            ))}
          </Stack>
        </Card>
      </Grid>
    </>
  );
}

const figures = [dashboardLabels.todayPnl, dashboardLabels.openPositions, dashboardLabels.winRate].map((label) => (
  <StatArea key={label} isShortOnPhone label={label} />
));
