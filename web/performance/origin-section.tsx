import { styled } from "goober";
import type { ReactNode } from "react";
import { memo } from "react";
import { dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import { requestIdOf } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { media, type } from "../ui/theme.ts";
import { ColumnCard } from "./column-card.tsx";
import { EquityCard } from "./equity-card.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { performanceText } from "./performance-text.ts";
import { SymbolCard } from "./symbol-card.tsx";
import type { Analytics } from "./trade-types.ts";

const text = performanceText.origin;

const Frame = styled("section")`
  display: grid;
  gap: 16px;
  margin-top: 16px;
  ${media.phone} {
    gap: 12px;
  }
`;

const Head = styled("header")`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 12px 24px;
  & > :first-child {
    flex: 1 1 320px;
  }
  & h2 {
    ${type.section}
  }
  & p {
    ${type.dense}
    color: var(--muted);
  }
  ${media.phone} {
    display: grid;
  }
`;

const Content = styled("div")`
  display: grid;
  gap: inherit;
  transition: opacity var(--motion);
  &[aria-busy="true"] {
    opacity: 0.6;
  }
`;

const Thirds = styled("div")`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: inherit;
  @media (max-width: 1199px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    & > :first-child {
      grid-column: 1 / -1;
    }
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Chart = styled("div")`
  height: 460px;
`;

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
    <Frame aria-labelledby="origin">
      <Head>
        <div>
          <h2 id="origin">{text.title}</h2>
          <p>
            {since === undefined
              ? text.leadEmpty
              : text.lead(performanceText.longDate(dayOfIsoDate(since)), zoneName(timeZone))}
          </p>
        </div>
        {(isFiltered || since !== undefined) && filterBar}
      </Head>
      {error !== null && (
        <Card>
          <ErrorState title={text.failed} text={text.failedText} requestId={requestIdOf(error)} onRetry={onRetry} />
        </Card>
      )}
      {error === null && analytics === null && (
        <Loading label={text.loading}>
          <Chart>
            <Skeleton width="100%" height={460} />
          </Chart>
        </Loading>
      )}
      {error === null && analytics !== null && (
        <Content aria-busy={isStale}>
          <Origin analytics={analytics} isFiltered={isFiltered} today={today} />
        </Content>
      )}
    </Frame>
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
      <Thirds>
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
      </Thirds>
    </>
  );
});

/** `Phnom Penh` of `Asia/Phnom_Penh`. */
function zoneName(timeZone: string): string {
  return (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " ");
}
