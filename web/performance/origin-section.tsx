import { memo, type ReactNode } from "react";
import { dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import { requestIdOf } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { BusyGrid } from "../ui/busy-grid.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Facts } from "../ui/facts.tsx";
import { formatAge, formatRatio, NO_VALUE } from "../ui/format.ts";
import { InfoTip } from "../ui/info-tip.tsx";
import { Box, Grid, Row, Text } from "../ui/layout.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { ColumnCard } from "./column-card.tsx";
import { EquityCard } from "./equity-card.tsx";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { SymbolCard } from "./symbol-card.tsx";
import type { Analytics, Summary } from "./trade-types.ts";
import { ResultLink, runView, TradesLink } from "./trades-link.tsx";

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
  /** The filter bar of the page. */
  filterBar: ReactNode;
};

/** The breakdown of the figures: the equity curve, and results by symbol, weekday and hour. */
export function OriginSection(props: OriginSectionProps) {
  const { analytics, isStale, error, onRetry, isFiltered, today, timeZone, filterBar } = props;
  const since = analytics?.equity[0]?.day;
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
          <Text as="h2" id="origin" size="section">
            {text.title}
          </Text>
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
      {error === null && analytics === null && (
        <Loading label={text.loading}>
          <Skeleton width="100%" height={460} />
        </Loading>
      )}
      {error === null && analytics !== null && (
        <BusyGrid aria-busy={isStale} gap="inherit">
          <Origin analytics={analytics} isFiltered={isFiltered} today={today} />
        </BusyGrid>
      )}
    </Grid>
  );
}

const Origin = memo(function Origin({
  analytics,
  isFiltered,
  today,
}: Pick<OriginSectionProps, "isFiltered" | "today"> & { analytics: Analytics }) {
  const { summary, bySymbol, byWeekday, byHour } = analytics;
  if (summary.totalTrades === 0) {
    return (
      <Card>
        <EmptyState
          picture="candles"
          title={isFiltered ? text.emptyFilter : text.empty}
          text={!isFiltered && text.emptyText}
          action={!isFiltered && <ButtonLink href={ROUTE.trading}>{text.toTrading}</ButtonLink>}
        />
      </Card>
    );
  }
  return (
    <>
      <EquityCard analytics={analytics} today={today} />
      <KeyFigures summary={summary} />
      <Grid columns={3} gap="inherit" medium={{ columns: 2 }} phone={{ columns: 1 }}>
        <SymbolCard bySymbol={bySymbol} />
        <ColumnCard
          title={performanceText.breakdown.byWeekday}
          hasSums
          groups={byWeekday.map((group, weekday) => ({
            ...group,
            name: performanceText.weekday(weekday),
            mark: performanceText.weekdayShort[weekday] ?? "",
            only: { by: "weekday", weekday },
          }))}
        />
        <ColumnCard
          title={performanceText.breakdown.byHour}
          groups={byHour.map((group, hour) => ({
            ...group,
            name: performanceText.hour(hour),
            mark: hour % 6 === 0 || hour === 23 ? String(hour).padStart(2, "0") : "",
            only: { by: "hour", hour },
          }))}
        />
      </Grid>
    </>
  );
});

/** `Phnom Penh` of `Asia/Phnom_Penh`. */
function zoneName(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}

const keyText = performanceText.keyFigures;

/** Figures per trade: expectancy and risk, streaks, and average holding time. */
function KeyFigures({ summary }: { summary: Summary }) {
  const { expectancy, averageR, averageHoldingMs, totalTrades, runs } = summary;
  const all: TradeView | null = totalTrades > 0 ? { mode: "all", only: null } : null;
  const streak = (name: "longestWinStreak" | "longestLossStreak") => (
    <TradesLink view={runView(name, runs)}>{performanceText.trades(summary[name])}</TradesLink>
  );
  return (
    <Card>
      <VisuallyHidden as="h3">{keyText.title}</VisuallyHidden>
      <Facts
        className="num"
        arrange="strip"
        facts={[
          {
            name: keyText.expectancy,
            tip: <InfoTip label={`${keyText.expectancy}?`} content={keyText.expectancyTip} />,
            value: <ResultLink view={all} usd={expectancy} />,
          },
          {
            name: keyText.averageR,
            tip: <InfoTip label={`${keyText.averageR}?`} content={keyText.averageRTip} />,
            value: (
              <TradesLink view={averageR === null ? null : { mode: "all", only: { by: "stop" } }}>
                {averageR === null ? NO_VALUE : `${averageR > 0 ? "+" : ""}${formatRatio(averageR)} R`}
              </TradesLink>
            ),
          },
          { name: keyText.winStreak, value: streak("longestWinStreak") },
          { name: keyText.lossStreak, value: streak("longestLossStreak") },
          {
            name: keyText.holding,
            value: <TradesLink view={all}>{totalTrades === 0 ? NO_VALUE : formatAge(averageHoldingMs)}</TradesLink>,
          },
        ]}
      />
    </Card>
  );
}
