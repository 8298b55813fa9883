import { keyframes, styled } from "goober";
import { memo } from "react";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Card } from "../ui/card.tsx";
import { Figure } from "../ui/figure.ts";
import { ChevronLeft, ChevronRight, RefreshCw } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { MonthCalendar } from "./month-calendar.tsx";
import { type Month, type MonthFigures, monthAfter, NO_MONTH } from "./month-figures.ts";
import type { TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { ResultLink, RunMark } from "./trades-link.tsx";

const text = performanceText.calendar;

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
    <Card aria-labelledby="monthly-pnl" phone={{ pad: "14px 8px 8px" }}>
      <Row as="header" align="end" justify="space-between" gap={16} margin="0 0 12px" phone={{ pad: "0 8px" }}>
        {/* The figure fits the room beside the pager. */}
        <Box isContainer grow minWidth={0}>
          <Row gap={8}>
            <Text as="h2" id="monthly-pnl" tabIndex={-1} size="caption" tone="muted" weight={400}>
              {text.title}
            </Text>
            <RunMark />
          </Row>
          <Row wrap align="baseline" gap="0 12px" aria-busy={figures === null}>
            <Figure className="num" data-size="page">
              {figures === null ? (
                <Shape aria-hidden="true">{SHAPE}</Shape>
              ) : (
                <ResultLink
                  view={trades > 0 ? { mode: "all", only: { by: "month", ...month } } : null}
                  usd={figures.pnl}
                />
              )}
            </Figure>
            {figures !== null && (
              <Text size="caption" tone="muted" breaks="even" showOn="wide">
                {text.summary(trades, winning, losing)}
              </Text>
            )}
          </Row>
        </Box>
        <Pager month={month} onStep={step} />
      </Row>
      {onRetry && (
        <Box margin="0 0 12px">
          <Callout
            tone="warn"
            role="alert"
            action={
              <Button size="dense" icon={RefreshCw} onClick={onRetry}>
                {text.retry}
              </Button>
            }
          >
            {text.failed}
          </Callout>
        </Box>
      )}
      <MonthCalendar month={month} figures={figures ?? NO_MONTH} today={today} view={view} onMonth={step} />
    </Card>
  );
});

function Pager({ month, onStep }: { month: Month; onStep: (months: number) => void }) {
  return (
    <Row gap={12} phone={{ gap: 4 }}>
      <IconButton variant="neutral" icon={ChevronLeft} label={text.previous} onClick={() => onStep(-1)} />
      <Text as="b" aria-live="polite" minWidth={72} textAlign="center" breaks="never">
        {performanceText.month(month)}
      </Text>
      <IconButton variant="neutral" icon={ChevronRight} label={text.next} onClick={() => onStep(1)} />
    </Row>
  );
}
