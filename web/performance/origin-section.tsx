import { type ReactNode, Suspense, useEffect } from "react";
import { dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import { requestIdOf } from "../state/api.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { Card } from "../ui/card.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Box, Grid, Row, Text } from "../ui/layout.tsx";
import { BusyGrid } from "../ui/list/busy-grid.ts";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { performanceText } from "./performance-text.ts";
import type { Analytics } from "./trade-types.ts";
import { AccountMark } from "./trades-link.tsx";

const Origin = lazyPage(async () => (await import("./origin.tsx")).Origin);

const text = performanceText.origin;

type OriginSectionProps = {
  /** Null before the first response. */
  analytics: Analytics | null;
  /** The analytics shown are still those of the previous filters. */
  isStale: boolean;
  /** Why the analytics of these filters are missing; null when they are not. */
  error: unknown;
  onRetry: () => void;
  isFiltered: boolean;
  today: number;
  timeZone: string;
  filterBar: ReactNode;
};

/** The breakdown of the figures: the equity curve, and results by symbol, weekday and hour. */
export function OriginSection(props: OriginSectionProps) {
  const { analytics, isStale, error, onRetry, isFiltered, today, timeZone, filterBar } = props;
  const since = analytics?.equity[0]?.day;
  // Beside the call for the figures, and not after it.
  useEffect(() => void Origin.preload(), []);
  return (
    <Grid as="section" aria-labelledby="origin" gap={16} margin="16px 0 0" phone={{ gap: 12 }}>
      <Row
        as="header"
        wrap
        justify="space-between"
        gap="12px 24px"
        phone={{ direction: "column", align: "stretch", gap: 12 }}
      >
        <Box grow="1 1 320px" phone={{ grow: false }}>
          <Row gap={10}>
            <Text as="h2" id="origin" size="section">
              {text.title}
            </Text>
            <AccountMark />
          </Row>
          <Text size="dense" tone="muted">
            {since === undefined
              ? text.leadEmpty
              : text.lead(performanceText.longDate(dayOfIsoDate(since)), zoneName(timeZone))}
          </Text>
        </Box>
        {(isFiltered || since !== undefined) && filterBar}
      </Row>
      {error !== null && (
        <Card>
          <ErrorState title={text.failed} text={text.failedText} requestId={requestIdOf(error)} onRetry={onRetry} />
        </Card>
      )}
      {error === null && analytics === null && <LoadingOrigin />}
      {error === null && analytics !== null && (
        <BusyGrid aria-busy={isStale} gap="inherit">
          <Suspense fallback={<LoadingOrigin />}>
            <Origin analytics={analytics} isFiltered={isFiltered} today={today} />
          </Suspense>
        </BusyGrid>
      )}
    </Grid>
  );
}

function LoadingOrigin() {
  return (
    <Loading label={text.loading}>
      <Skeleton width="100%" height={460} />
    </Loading>
  );
}

/** `Phnom Penh` of `Asia/Phnom_Penh`. */
function zoneName(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}
