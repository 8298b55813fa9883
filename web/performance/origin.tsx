import { memo } from "react";
import { ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Facts } from "../ui/facts.tsx";
import { formatAge, formatRatio, NO_VALUE } from "../ui/format.ts";
import { InfoTip } from "../ui/info-tip.tsx";
import { Grid } from "../ui/layout.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { ColumnCard } from "./column-card.tsx";
import { EquityCard } from "./equity-card.tsx";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { SymbolCard } from "./symbol-card.tsx";
import { FEW_TRADES } from "./trade-counts.ts";
import type { Analytics, Summary } from "./trade-types.ts";
import { ResultLink, runView, TradesLink } from "./trades-link.tsx";

const text = performanceText.origin;

type OriginProps = { analytics: Analytics; isFiltered: boolean; today: number };

export const Origin = memo(function Origin({ analytics, isFiltered, today }: OriginProps) {
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
  if (summary.totalTrades < FEW_TRADES) {
    return (
      <>
        <EquityCard analytics={analytics} today={today} />
        <Card>
          <EmptyState title={text.few(summary.totalTrades)} text={text.fewText} />
        </Card>
      </>
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

const keyText = performanceText.keyFigures;

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
