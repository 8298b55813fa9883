import { useId, useState } from "react";
import { dayAt } from "../../worker/contract/trade-calendar.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardTitle } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { RefreshCw } from "../ui/icon.tsx";
import { Text } from "../ui/layout.tsx";
import { Segments } from "../ui/segments.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { useMinute } from "../ui/use-now.ts";
import { dashboardText } from "./dashboard-text.ts";
import { EquityLine } from "./equity-line.tsx";
import { type EquityRange, equityPoints } from "./equity-points.ts";
import { reloadTradingRecord, useTradedDays } from "./trading-record.ts";

const text = dashboardText.equity;
const RANGES: readonly EquityRange[] = ["weeks", "month", "all"];

/** The equity curve, shown to accounts with trades. */
export function EquityCard({ timeZone }: { timeZone: string }) {
  const [range, choose] = useState<EquityRange>("weeks");
  const id = useId();
  return (
    <Card isColumn grow minHeight={290} aria-labelledby={id}>
      <CardTitle id={id} title={text.title}>
        <Segments
          size="dense"
          label={text.ranges}
          value={range}
          options={RANGES.map((value) => ({ value, label: text.range[value] }))}
          onChange={choose}
        />
      </CardTitle>
      <Body range={range} timeZone={timeZone} />
    </Card>
  );
}

function Body({ range, timeZone }: { range: EquityRange; timeZone: string }) {
  const nowMs = useMinute();
  const { value: days, isLoading, error } = useTradedDays();
  if (days !== null) {
    return (
      <>
        <EquityLine key={range} points={equityPoints(days, range, dayAt(nowMs, timeZone))} range={range} />
        <Text as="small" size="caption" tone="muted" margin="12px 0 0">
          {text.note}
        </Text>
      </>
    );
  }
  if (error === null) {
    return (
      <Loading label={text.loading}>
        <Skeleton width="100%" height={248} />
      </Loading>
    );
  }
  return (
    <EmptyState
      title={text.missing}
      action={
        <Button icon={RefreshCw} isLoading={isLoading} onClick={reloadTradingRecord}>
          {text.retry}
        </Button>
      }
    />
  );
}
