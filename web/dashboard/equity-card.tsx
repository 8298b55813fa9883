import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useId, useState } from "react";
import { dayAt } from "../../worker/contract/trade-calendar.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { RefreshCw } from "../ui/icon.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { media, type } from "../ui/theme.ts";
import { useMinute } from "../ui/use-now.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { dashboardText } from "./dashboard-text.ts";
import { EquityLine } from "./equity-line.tsx";
import { type EquityRange, equityPoints } from "./equity-points.ts";
import { loadTradingRecord, tradedDays } from "./trading-record.ts";

const text = dashboardText.equity;
const RANGES: readonly EquityRange[] = ["weeks", "month", "all"];

const Frame = styled(Card)`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 290px;
  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    margin-bottom: 8px;
  }
  & > header > h2 {
    ${type.body}
    font-weight: 600;
  }
  & > small {
    ${type.caption}
    margin-top: 12px;
    color: var(--muted);
  }
`;

const Ranges = styled("fieldset")`
  display: flex;
  gap: 2px;
  margin: -4px -6px -4px 0;
  padding: 2px;
  border: 1px solid var(--line);
  border-radius: var(--radius-control);
  background: var(--raised);
`;

const Choice = styled("label")`
  ${type.caption}
  position: relative;
  display: inline-flex;
  align-items: center;
  height: 26px;
  padding: 0 9px;
  border: 1px solid transparent;
  border-radius: 6px;
  color: var(--muted);
  font-weight: 500;
  white-space: nowrap;
  cursor: pointer;
  transition: color var(--motion);
  &:hover {
    color: var(--text);
  }
  & > input {
    position: absolute;
    opacity: 0;
  }
  &:has(:checked) {
    border-color: var(--control);
    background: var(--surface);
    color: var(--text);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  ${media.touch} {
    height: 40px;
    padding: 0 12px;
  }
`;

/** The equity curve, shown to accounts with trades. */
export function EquityCard({ timeZone }: { timeZone: string }) {
  const [range, choose] = useState<EquityRange>("weeks");
  const name = useId();
  return (
    <Frame aria-labelledby={`${name}-title`}>
      <header>
        <h2 id={`${name}-title`}>{text.title}</h2>
        <Ranges>
          <VisuallyHidden as="legend">{text.ranges}</VisuallyHidden>
          {RANGES.map((value) => (
            <Choice key={value}>
              <input type="radio" name={name} checked={value === range} onChange={() => choose(value)} />
              {text.range[value]}
            </Choice>
          ))}
        </Ranges>
      </header>
      <Body range={range} timeZone={timeZone} />
    </Frame>
  );
}

function Body({ range, timeZone }: { range: EquityRange; timeZone: string }) {
  useSignals();
  const nowMs = useMinute();
  const { items, isLoading, error } = tradedDays.value;
  if (items !== null) {
    return (
      <>
        <EquityLine key={range} points={equityPoints(items, range, dayAt(nowMs, timeZone))} range={range} />
        <small>{text.note}</small>
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
        <Button icon={RefreshCw} isLoading={isLoading} onClick={() => void loadTradingRecord()}>
          {text.retry}
        </Button>
      }
    />
  );
}
