import { keyframes, styled } from "goober";
import { memo } from "react";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Figure } from "../ui/figure.ts";
import { capUsd } from "../ui/format.ts";
import { ChevronLeft, ChevronRight, Icon, RefreshCw, TriangleAlert } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Money } from "../ui/money.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { MonthCalendar } from "./month-calendar.tsx";
import { type Month, type MonthFigures, monthAfter, NO_MONTH } from "./month-figures.ts";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { TradesLink } from "./trades-link.tsx";

const text = performanceText.calendar;

const Frame = styled(Card)`
  ${media.phone} {
    padding: 14px 8px 8px;
  }
`;

const Head = styled("header")`
  display: flex;
  align-items: flex-end;
  justify-content: space-between;
  gap: 16px;
  margin-bottom: 12px;
  /* The figure fits the room beside the pager. */
  & > :first-child {
    container-type: inline-size;
    flex: 1;
    min-width: 0;
  }
  & h2 {
    ${type.caption}
    color: var(--muted);
    font-weight: 400;
  }
  ${media.phone} {
    padding: 0 8px;
  }
`;

const Sum = styled("div")`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 12px;
  & > p {
    ${type.caption}
    color: var(--muted);
    text-wrap: balance;
  }
  ${media.phone} {
    & > p {
      display: none;
    }
  }
`;

const appear = keyframes`from { opacity: 0; }`;

/** A placeholder for the month's figure while it loads: a shape without a readable number. */
const Shape = styled("span")`
  filter: blur(10px);
  opacity: 0.5;
  user-select: none;
  animation: ${appear} 150ms ease-out 150ms backwards;
`;

/** Source: specification section 9, "Initial monthly P&L before fetch" */
const SHAPE = "+$2,776.44";

const Pager = styled("div")`
  display: flex;
  align-items: center;
  gap: 12px;
  & > b {
    min-width: 72px;
    text-align: center;
    white-space: nowrap;
  }
  ${media.phone} {
    gap: 4px;
  }
`;

/** The error line above the zeros of a month that failed to load. */
const Failed = styled("p")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  margin-bottom: 12px;
  padding: 8px 8px 8px 12px;
  border-radius: var(--radius-control);
  background: ${tint("warn", 8)};
  & > svg {
    flex: none;
    color: var(--warn);
  }
  & > span {
    flex: 1;
  }
`;

type MonthCardProps = {
  month: Month;
  onMonth: (month: Month) => void;
  /** Null while the month loads; zeros where loading failed. */
  figures: MonthFigures | null;
  /** Loads a failed month again; null while a month is loading or loaded. */
  onRetry: (() => void) | null;
  today: number;
  /** The view of the list: its day or week is highlighted. */
  view: TradeView;
};

/** A month: its result, and its days and weeks as a calendar. Source: specification section 2, "Monthly P&L figure" */
export const MonthCard = memo(function MonthCard({ month, onMonth, figures, onRetry, today, view }: MonthCardProps) {
  const results = [...(figures?.days.values() ?? [])];
  const trades = results.reduce((sum, day) => sum + day.trades, 0);
  const winning = results.filter(({ pnl }) => pnl > 0).length;
  const losing = results.filter(({ pnl }) => pnl < 0).length;
  const step = (months: number) => onMonth(monthAfter(month, months));
  return (
    <Frame aria-labelledby="monthly-pnl">
      <Head>
        <div>
          <h2 id="monthly-pnl">{text.title}</h2>
          <Sum aria-busy={figures === null}>
            <Figure className="num" data-size="page">
              {figures === null ? (
                <Shape aria-hidden="true">{SHAPE}</Shape>
              ) : (
                <TradesLink view={trades > 0 ? { mode: "all", only: { by: "month", ...month } } : null}>
                  <Money usd={capUsd(figures.pnl)} as="result" />
                </TradesLink>
              )}
            </Figure>
            {figures !== null && <p>{text.summary(trades, winning, losing)}</p>}
          </Sum>
        </div>
        <Pager>
          <IconButton variant="neutral" icon={ChevronLeft} label={text.previous} onClick={() => step(-1)} />
          <b aria-live="polite">{performanceText.month(month)}</b>
          <IconButton variant="neutral" icon={ChevronRight} label={text.next} onClick={() => step(1)} />
        </Pager>
      </Head>
      {onRetry && (
        <Failed role="alert">
          <Icon of={TriangleAlert} />
          <span>{text.failed}</span>
          <Button size="dense" icon={RefreshCw} onClick={onRetry}>
            {text.retry}
          </Button>
        </Failed>
      )}
      <MonthCalendar month={month} figures={figures ?? NO_MONTH} today={today} view={view} onMonth={step} />
    </Frame>
  );
});
