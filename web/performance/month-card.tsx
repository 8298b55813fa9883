import { keyframes, styled } from "goober";
import { type ComponentProps, memo } from "react";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Card } from "../ui/card.tsx";
import { Figure } from "../ui/figure.ts";
import { NO_VALUE } from "../ui/format.ts";
import { ChevronLeft, ChevronRight, RefreshCw } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { MonthCalendar } from "./month-calendar.tsx";
import { type Month, monthAfter } from "./month-figures.ts";
import { performanceText } from "./performance-text.ts";
import { AccountMark, ResultLink } from "./trades-link.tsx";

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

export type MonthCardProps = Omit<ComponentProps<typeof MonthCalendar>, "unknown" | "onMonth"> & {
  onMonth: (month: Month) => void;
  /** Otherwise the figures are zeros, because the month is loading or could not be loaded: no zero is shown or said. */
  isKnown: boolean;
  /** Loads a failed month again; null while a month is loading or loaded. */
  onRetry: (() => void) | null;
  /** The time of figures that could not be loaded again since; null for new ones. */
  asOf: string | null;
};

/** A month: its result, and its days and weeks as a calendar. Source: specification section 2, "Monthly P&L figure" */
export const MonthCard = memo(function MonthCard(props: MonthCardProps) {
  const { month, onMonth, figures, isKnown, onRetry, asOf, today, view } = props;
  const results = [...figures.days.values()];
  const trades = results.reduce((sum, day) => sum + day.trades, 0);
  const winning = results.filter(({ pnl }) => pnl > 0).length;
  const losing = results.filter(({ pnl }) => pnl < 0).length;
  const even = results.length - winning - losing;
  const step = (months: number) => onMonth(monthAfter(month, months));
  return (
    <Card aria-labelledby="monthly-pnl" phone={{ pad: "14px 8px 8px" }}>
      <Row as="header" align="end" justify="space-between" gap={16} margin="0 0 12px" phone={{ pad: "0 8px" }}>
        {/* The figure fits the room beside the pager. */}
        <Box isContainer grow minWidth={0}>
          <Row wrap gap="0 8px">
            <Text as="h2" id="monthly-pnl" tabIndex={-1} size="caption" tone="muted" weight={400}>
              {text.title}
            </Text>
            <AccountMark />
          </Row>
          <Row wrap align="baseline" gap="0 12px" aria-busy={!isKnown && onRetry === null}>
            <Figure className="num" data-size="page">
              {onRetry !== null ? (
                NO_VALUE
              ) : !isKnown ? (
                <Shape aria-hidden="true">{SHAPE}</Shape>
              ) : (
                <ResultLink
                  view={trades > 0 ? { mode: "all", only: { by: "month", ...month } } : null}
                  usd={figures.pnl}
                />
              )}
            </Figure>
            {isKnown && (
              <Text size="caption" tone="muted" breaks="even" showOn="wide">
                {text.summary(trades, winning, losing, even)}
                {asOf !== null && `, ${text.asOf(asOf)}`}
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
      <MonthCalendar
        month={month}
        figures={figures}
        unknown={isKnown ? null : onRetry === null ? "loading" : "failed"}
        today={today}
        view={view}
        onMonth={step}
      />
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
