import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { Box, Grid, Row, Stack } from "../ui/layout.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** The arrangement of a screen while it loads. */
export type SkeletonShape = keyof typeof SHAPES;

/** A screen's areas in their final size, without any content. */
export function PageSkeleton({ of }: { of: SkeletonShape }) {
  return <Box aria-hidden="true">{SHAPES[of]}</Box>;
}

/** A figure with its label. */
function StatArea() {
  return (
    <Card minHeight={132} phone={{ minHeight: 78 }}>
      <Stack gap={12}>
        <Skeleton width={96} height={14} />
        <Skeleton width={120} height={28} />
      </Stack>
    </Card>
  );
}

/** A card with a title, and the first of its rows. */
function ListArea({ rows, minHeight }: { rows: number; minHeight: number }) {
  return (
    <Card minHeight={minHeight}>
      <Stack gap={24}>
        <Skeleton width={144} height={16} />
        {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
          <Skeleton key={key} width="100%" height={14} />
        ))}
      </Stack>
    </Card>
  );
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

const DASHBOARD = (
  <>
    <Grid
      columns="minmax(0, 464fr) repeat(3, minmax(0, 208fr))"
      gap={16}
      margin="0 0 16px"
      medium={{ columns: 3 }}
      phone={{ columns: 2, gap: 12, margin: "0 0 12px" }}
    >
      <Card medium={{ span: "all", minHeight: 154 }} phone={{ minHeight: 218 }}>
        <Stack gap={16}>
          <Skeleton width={96} height={14} />
          <Skeleton width={224} height={44} />
        </Stack>
      </Card>
      <StatArea />
      <StatArea />
      <StatArea />
      <Box showOn="phone">
        <StatArea />
      </Box>
    </Grid>
    <Grid columns="minmax(0, 1fr) 368px" gap={16} medium={{ columns: 1 }} phone={{ gap: 12 }}>
      <ListArea rows={8} minHeight={640} />
      <ListArea rows={3} minHeight={290} />
    </Grid>
  </>
);

const ACCOUNT = (
  <>
    <Stack gap={12} margin="0 0 24px" phone={{ margin: "0 0 16px" }}>
      <Skeleton width={128} height={14} />
      <Skeleton width={224} height={44} />
    </Stack>
    <TabLine />
    <Grid columns={3} gap={16} margin="24px 0 16px" phone={{ columns: 1, gap: 12, margin: "16px 0 12px" }}>
      <StatArea />
      <StatArea />
      <StatArea />
    </Grid>
    <ListArea rows={6} minHeight={320} />
  </>
);

const PERFORMANCE = (
  <Grid columns={1} gap={16} phone={{ gap: 12 }}>
    <Grid columns={4} gap="inherit" medium={{ columns: 2 }}>
      <StatArea />
      <StatArea />
      <StatArea />
      <StatArea />
      <StatArea />
      <StatArea />
      <StatArea />
      <StatArea />
    </Grid>
    <Grid columns="368px minmax(0, 1fr)" gap="inherit" medium={{ columns: 1 }}>
      <ListArea rows={4} minHeight={480} />
      <ListArea rows={8} minHeight={480} />
    </Grid>
  </Grid>
);

const TRADING = (
  <Stack gap={16} pad="8px 24px" phone={{ pad: "0 16px" }}>
    <TabLine />
    <Grid columns="280px minmax(0, 1fr)" gap={16} medium={{ columns: 1 }}>
      <Stack gap={28} pad="12px 0">
        <Skeleton width="100%" height={20} />
        <Skeleton width="100%" height={20} />
        <Skeleton width="100%" height={20} />
        <Skeleton width="100%" height={20} />
      </Stack>
      <Card minHeight={480} />
    </Grid>
  </Stack>
);

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
  dashboard: DASHBOARD,
  account: ACCOUNT,
  performance: PERFORMANCE,
  trading: TRADING,
  columns: COLUMNS,
  form: FORM,
  text: <Skeleton width={280} height={16} />,
} satisfies Record<string, ReactNode>;
