import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Suspense, useContext, useMemo } from "react";
import { useLocation } from "wouter";
import { lazyPage } from "../state/lazy-page.ts";
import { Card } from "../ui/card.tsx";
import { capUsd, formatPercent } from "../ui/format.ts";
import { areSumsHidden } from "../ui/hidden-sums.ts";
import { InfoTip } from "../ui/info-tip.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { media, type } from "../ui/theme.ts";
import { curveDays, drawdownFigures } from "./drawdown-figures.ts";
import { performancePath, type TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import type { Analytics } from "./trade-types.ts";
import { PageContext, runView, TradesLink } from "./trades-link.tsx";

const EquityChart = lazyPage(async () => (await import("./equity-chart.tsx")).EquityChart);

const text = performanceText.equity;
/** Curve, gap, drawdown and axis: reserves the height while the code of the plot loads. */
const CHART_PX = 240 + 28 + 72 + 28;

const Head = styled("header")`
  ${type.body}
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 8px 24px;
  margin-bottom: 12px;
`;

const Facts = styled("dl")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  & > div {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & dt {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--muted);
  }
  & dd {
    font-weight: 600;
  }
  ${media.phone} {
    display: grid;
    width: 100%;
    & > div {
      justify-content: space-between;
    }
  }
`;

/** The cumulative closed result over time, and its drawdown below earlier peaks. */
export function EquityCard({ analytics, today }: { analytics: Analytics; today: number }) {
  useSignals();
  const { filter, reveal } = useContext(PageContext);
  const [, navigate] = useLocation();
  const lastDay = filter.period.kind === "dates" ? Math.min(filter.period.toDay, today) : today;
  const days = useMemo(() => curveDays(analytics.equity, lastDay), [analytics, lastDay]);
  const figures = useMemo(() => drawdownFigures(days), [days]);
  const { maxDrawdown, runs } = analytics.summary;
  const between = (first: number, last: number): TradeView => ({
    mode: "all",
    only: { by: "days", fromDay: days[first]?.day ?? 0, toDay: days[last]?.day ?? 0 },
  });
  const { peakAt, longestAt } = figures;

  function open(day: number) {
    reveal("moves");
    navigate(performancePath({ filter, view: { mode: "day", day } }));
  }

  return (
    <Card aria-labelledby="equity">
      <Head>
        <h3 id="equity">{text.title}</h3>
        <Facts className="num">
          <div>
            <dt>{text.peak}</dt>
            <dd>
              <TradesLink view={figures.peak > 0 ? between(0, peakAt) : null}>
                <Money usd={capUsd(figures.peak)} as="moved" />
              </TradesLink>
            </dd>
          </div>
          <div>
            <dt>
              {text.maxDrawdown}
              <InfoTip label={`${text.maxDrawdown}?`} content={text.maxDrawdownTip} />
            </dt>
            <dd>
              <TradesLink view={runView("maxDrawdown", runs)}>
                <Money usd={capUsd(-maxDrawdown.usd)} as="result" />
              </TradesLink>
              {maxDrawdown.percent !== null && maxDrawdown.usd > 0 && ` (${formatPercent(maxDrawdown.percent)})`}
            </dd>
          </div>
          <div>
            <dt>{text.belowPeak}</dt>
            <dd>
              <TradesLink view={figures.belowPeak > 0 ? between(peakAt + 1, days.length - 1) : null}>
                <Money usd={capUsd(-figures.belowPeak)} as="result" />
              </TradesLink>
            </dd>
          </div>
          <div>
            <dt>{text.longest}</dt>
            <dd>
              <TradesLink view={figures.longestDays > 0 ? between(longestAt.first, longestAt.last) : null}>
                {text.days(figures.longestDays)}
              </TradesLink>
            </dd>
          </div>
        </Facts>
      </Head>
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
