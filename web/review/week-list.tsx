import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { entryOf } from "../journal/journal-state.ts";
import { labelOf } from "../journal/labels.ts";
import type { Trade } from "../performance/trade-types.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { capUsd } from "../ui/format.ts";
import { Box, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Side } from "../ui/side.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { journalText as text } from "./journal-text.ts";
import { isUnplanned, planOf, planOutcome } from "./locked-plan.ts";
import { dayWords, multipleOf } from "./trade-words.tsx";
import { dayEntry, type JournalDay, tradeEntry } from "./week.ts";

const DayLine = styled(Link)`
  ${type.caption}
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 28px;
  padding: 0 20px;
  background: ${tint("text", 4)};
  color: var(--muted);
  & > span:first-child {
    margin-right: auto;
  }
  &:hover,
  &[aria-current="true"] {
    color: var(--text);
  }
  ${media.touch} {
    min-height: 44px;
  }
  ${media.phone} {
    padding: 0 16px;
  }
`;

const TradeLine = styled(Link)`
  display: grid;
  grid-template-columns: 26px minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 12px;
  min-height: 50px;
  padding: 4px 20px;
  border-bottom: 1px solid ${tint("line", 60)};
  color: var(--text);
  scroll-margin: 60px;
  &:hover {
    background: ${tint("text", 4)};
  }
  &[aria-current="true"] {
    background: ${tint("accent", 12)};
    box-shadow: inset 2px 0 var(--accent);
  }
  ${media.phone} {
    min-height: 60px;
    padding: 4px 16px;
  }
`;

const GradeBox = styled("span")`
  ${type.dense}
  display: grid;
  place-items: center;
  width: 26px;
  height: 26px;
  border: 1px solid var(--control);
  border-radius: 6px;
  font-weight: 600;
  &[data-given="false"] {
    border-style: dashed;
  }
`;

type WeekListProps = {
  account: AccountName;
  days: readonly JournalDay[];
  /** The key of the trade, or the date, that is open. */
  current: string | null;
  hrefOfTrade: (key: string) => string;
  hrefOfDay: (key: string) => string;
};

/** The trades of a week by days: grade, symbol, side, labels and result of each. A day opens its note. */
export function WeekList({ account, days, current, hrefOfTrade, hrefOfDay }: WeekListProps) {
  useSignals();
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is open
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView?.({ block: "nearest" });
  }, [current]);
  return (
    <nav ref={list} aria-label={text.list}>
      {days.map(({ day, trades, result }) => {
        const { key } = dayEntry(account, day);
        const { note, labels } = entryOf(dayEntry(account, day));
        return (
          <Box key={day}>
            <DayLine href={hrefOfDay(key)} aria-current={current === key}>
              <span>
                {dayWords(day)}
                {(note !== "" || labels.length > 0) && <VisuallyHidden>, {text.dayHasNote}</VisuallyHidden>}
                {(note !== "" || labels.length > 0) && <span aria-hidden="true"> ✎</span>}
              </span>
              <span>{text.trades(trades.length)}</span>
              <Money usd={capUsd(result)} as="moved" />
            </DayLine>
            {trades.map((trade) => (
              <TradeRow
                key={trade.id}
                account={account}
                trade={trade}
                isCurrent={current === tradeEntry(account, trade).key}
                href={hrefOfTrade(tradeEntry(account, trade).key)}
              />
            ))}
          </Box>
        );
      })}
    </nav>
  );
}

type TradeRowProps = { account: AccountName; trade: Trade; isCurrent: boolean; href: string };

function TradeRow({ account, trade, isCurrent, href }: TradeRowProps) {
  useSignals();
  const { grade, reviewedAt } = entryOf(tradeEntry(account, trade));
  const words = labelWords(account, trade);
  const multiple = multipleOf(trade);
  return (
    <TradeLine href={href} aria-current={isCurrent}>
      <GradeBox data-given={grade !== null} aria-hidden="true">
        {grade}
      </GradeBox>
      <Box minWidth={0}>
        <Text as="span" weight={600} size="dense">
          {trade.symbol}{" "}
        </Text>
        <Text as="span" size="dense">
          <Side of={trade.direction} label={text.sides[trade.direction]} />
        </Text>
        <Text
          size="caption"
          tone={isUnplanned(trade) || planOutcome(trade) === "broken" ? "warn" : "muted"}
          breaks="ellipsis"
        >
          {words}
          <VisuallyHidden>
            {words && ", "}
            {text.grade(grade)}, {reviewedAt === null ? text.notDone : text.done}
          </VisuallyHidden>
        </Text>
      </Box>
      <Box textAlign="right" className="num">
        {multiple !== null && (
          <Text size="dense" weight={600} tone={trade.profitLoss < 0 ? "down" : trade.profitLoss > 0 ? "up" : "text"}>
            {multiple}
          </Text>
        )}
        <Text as="div" size={multiple === null ? "dense" : "caption"}>
          <Money usd={capUsd(trade.profitLoss)} as={multiple === null ? "result" : "moved"} />
        </Text>
      </Box>
    </TradeLine>
  );
}

/** The setup, the mistakes and the tags of a trade; that it had no plan where it could have one, or broke it. Reads signals. */
export function labelWords(account: AccountName, trade: Trade): string {
  const { setup, labels } = entryOf(tradeEntry(account, trade));
  const planned = planOf(trade)?.setupName ?? null;
  const names = [setup, ...labels].flatMap((id) => (id === null ? [] : (labelOf(id)?.name ?? [])));
  const outcome = planOutcome(trade);
  const broken = outcome === "broken" ? text.planOutcome[outcome] : null;
  return [isUnplanned(trade) ? text.noPlan : planned, broken, ...names].filter((word) => word !== null).join(", ");
}
