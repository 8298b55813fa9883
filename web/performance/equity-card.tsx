import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useContext, useMemo } from "react";
import { useLocation } from "wouter";
import { lazyPage } from "../state/lazy-page.ts";
import { Card, CardTitle } from "../ui/card.tsx";
import { type Fact, FactLine } from "../ui/fact-line.tsx";
import { formatPercent, NO_VALUE } from "../ui/format.ts";
import { areSumsHidden } from "../ui/hidden-sums.ts";
import { InfoTip } from "../ui/info-tip.tsx";
import { MoneyUnitContext } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { type CurveDay, curveDays, type DrawdownFigures, drawdownFigures } from "./drawdown-figures.ts";
import { performancePath, type TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import type { Analytics, Summary } from "./trade-types.ts";
import { PageContext, ResultLink, runView, TradesLink } from "./trades-link.tsx";

const EquityChart = lazyPage(async () => (await import("./equity-chart.tsx")).EquityChart);

const text = performanceText.equity;
/** Curve, gap, drawdown and axis: reserves the height while the code of the plot loads. */
const CHART_PX = 240 + 28 + 72 + 28;

/** The cumulative closed result over time, and its drawdown below earlier peaks. */
export function EquityCard({ analytics, today }: { analytics: Analytics; today: number }) {
  useSignals();
  const { account, filter, reveal } = useContext(PageContext);
  const { exact } = useContext(MoneyUnitContext);
  const [, navigate] = useLocation();
  const lastDay = filter.period.kind === "dates" ? Math.min(filter.period.toDay, today) : today;
  const days = useMemo(() => curveDays(analytics.equity, lastDay), [analytics, lastDay]);
  const figures = useMemo(() => drawdownFigures(days, exact), [days, exact]);

  function open(day: number) {
    reveal("moves");
    navigate(performancePath({ account, filter, view: { mode: "day", day } }));
  }

  return (
    <Card aria-labelledby="equity">
      <CardTitle as="h3" id="equity" title={text.title}>
        <CurveFacts days={days} figures={figures} summary={analytics.summary} />
      </CardTitle>
      <Suspense fallback={<Skeleton width="100%" height={CHART_PX} />}>
        <EquityChart
          // A canvas must be drawn again when its labels are hidden or shown.
          key={String(areSumsHidden.value)}
          days={days}
          restIndex={figures.deepest}
          today={today}
          onOpen={open}
        />
      </Suspense>
    </Card>
  );
}

type CurveFactsProps = { days: readonly CurveDay[]; figures: DrawdownFigures; summary: Summary };

/** The peak of the curve and its falls; each opens its trades. */
function CurveFacts({ days, figures, summary: { maxDrawdown, runs } }: CurveFactsProps) {
  const { mark } = useContext(PageContext);
  const { peak, peakAt, belowPeak, longestDays, longestAt } = figures;
  const between = (first: number, last: number): TradeView => ({
    mode: "all",
    only: { by: "days", fromDay: days[first]?.day ?? 0, toDay: days[last]?.day ?? 0 },
  });
  const facts: Fact[] = [
    {
      name: text.peak,
      value: <ResultLink view={peak > 0 ? between(0, peakAt) : null} usd={peak} as="moved" />,
    },
    {
      name: text.maxDrawdown,
      tip: <InfoTip label={`${text.maxDrawdown}?`} content={text.maxDrawdownTip} />,
      value: <ResultLink view={runView("maxDrawdown", runs)} usd={-maxDrawdown.usd} />,
    },
    {
      name: text.maxFall,
      tip: <InfoTip label={`${text.maxFall}?`} content={text.maxFallTip} />,
      // An account with another broker has no balance to be in percent of.
      value: maxDrawdown.percent === null ? mark !== "imported" && NO_VALUE : formatPercent(maxDrawdown.percent),
    },
    {
      name: text.belowPeak,
      value: <ResultLink view={belowPeak > 0 ? between(peakAt + 1, days.length - 1) : null} usd={-belowPeak} />,
    },
    {
      name: text.longest,
      value: (
        <TradesLink view={longestDays > 0 ? between(longestAt.first, longestAt.last) : null}>
          {text.days(longestDays)}
        </TradesLink>
      ),
    },
  ];
  return <FactLine className="num" isListOnPhone facts={facts} />;
}
