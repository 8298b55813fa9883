import { useState } from "react";
import { dayAt } from "../../worker/contract/trade-calendar.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { dialogOnDemand } from "../ui/dialog-on-demand.tsx";
import { FactPairs } from "../ui/fact-line.tsx";
import { capUsd, formatCount, formatDate, formatSignedPercent, formatTime } from "../ui/format.ts";
import { Box, Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { accountText } from "./account-text.ts";
import { RunLine } from "./run-line.ts";
import { runText as text } from "./run-text.ts";
import type { RunDetail } from "./trade-types.ts";

const ResetDialog = dialogOnDemand(
  async () => (await import("./reset-dialog.tsx")).ResetDialog,
  (_: { onClose: () => void }) => ({ title: text.resetTitle }),
);

type RunCardProps = {
  run: RunDetail;
  timeZone: string;
  nowMs: number;
  /** The result stands in a card of its own below. */
  isBrief: boolean;
};

/** A demo run: when it began or ended, its settings and its result; the current one can be reset. */
export function RunCard({ run, timeZone, nowMs, isBrief }: RunCardProps) {
  const [isResetting, setIsResetting] = useState(false);
  const { number, startBalance, costs, leverage, closed, result, archivedAt } = run;
  const facts = [
    { name: isBrief ? text.start : text.startBalance, value: <Money usd={capUsd(startBalance)} /> },
    { name: text.costs, value: text.costWords[costs] },
    { name: text.leverage, value: leverage === null ? text.noLeverage : text.oneTo(leverage) },
  ];
  const outcome = [
    {
      name: text.closed,
      value: formatCount(closed),
      after: (
        <Text as="span" tone="muted" weight={400}>
          {" "}
          {text.trades(closed)}
        </Text>
      ),
    },
    {
      name: text.result,
      value: (
        <>
          <Money usd={capUsd(result)} as="result" />{" "}
          <Text as="small" size="caption" tone="muted">
            {formatSignedPercent((result * 100) / startBalance)}
          </Text>
        </>
      ),
    },
  ];
  return (
    <Card aria-labelledby="demo-run">
      <RunLine>
        <Box minWidth={0}>
          <Row gap={10}>
            <Text as="h2" id="demo-run" size="lead" weight={600}>
              {accountText.run(number)}
            </Text>
            <DemoBadge />
          </Row>
          <Text size="caption" tone="muted">
            {archivedAt === null ? startOf(run, timeZone, nowMs) : text.archived(formatDate(archivedAt, timeZone))}
          </Text>
        </Box>
        <dl className="num">
          <FactPairs facts={isBrief ? facts : [...facts, ...outcome]} />
        </dl>
        {archivedAt === null && (
          <Button onPointerEnter={ResetDialog.preload} onClick={() => setIsResetting(true)}>
            {text.reset}
          </Button>
        )}
      </RunLine>
      {isResetting && <ResetDialog onClose={() => setIsResetting(false)} />}
    </Card>
  );
}

/** `Started Nov 9, 2026, 2:02 PM, day 14` */
function startOf({ startedAt }: RunDetail, timeZone: string, nowMs: number): string {
  const time = formatTime(startedAt, timeZone);
  const day = dayAt(nowMs, timeZone) - dayAt(Date.parse(startedAt), timeZone) + 1;
  return day <= 1
    ? text.startedToday(time)
    : `${text.started(formatDate(startedAt, timeZone), time)}, ${text.day(day)}`;
}
