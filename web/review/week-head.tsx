import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Link } from "wouter";
import { DAY_MS } from "../../worker/contract/time.ts";
import { capUsd, formatDay, formatPercent } from "../ui/format.ts";
import { ChevronLeft, ChevronRight, Icon } from "../ui/icon.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { journalText as text } from "./journal-text.ts";
import { shiftWeek, spanOf, type Week } from "./week.ts";

export type Show = "all" | "todo" | "unplanned" | "broken";

const Arrow = styled(Link)`
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: 6px;
  color: var(--muted);
  &:hover {
    color: var(--text);
    background: ${tint("text", 8)};
  }
  ${media.touch} {
    width: 44px;
    height: 44px;
  }
`;

const Filter = styled(Link)`
  ${type.dense}
  display: inline-flex;
  align-items: center;
  height: 28px;
  padding: 0 12px;
  border: 1px solid var(--control);
  border-radius: 22px;
  color: var(--muted);
  white-space: nowrap;
  &[aria-current="true"] {
    border-color: var(--accent);
    color: var(--text);
    background: ${tint("accent", 14)};
  }
  ${media.touch} {
    height: 44px;
  }
`;

type WeekHeadProps = {
  week: Week;
  timeZone: string;
  isLast: boolean;
  counts: { all: number; done: number; unplanned: number | null; broken: number | null } | null;
  result: number | null;
  show: Show;
  hrefOf: (week: Week) => string;
  hrefOfShow: (show: Show) => string;
};

/** The week, how far its review is, and which of its trades are listed. */
export function WeekHead({ week, timeZone, isLast, counts, result, show, hrefOf, hrefOfShow }: WeekHeadProps) {
  useSignals();
  const { firstDay, lastDay } = spanOf(week, timeZone);
  const day = (number: number) => formatDay(number * DAY_MS, "UTC");
  const filters: readonly (readonly [Show, number])[] = counts
    ? [
        ["all", counts.all],
        ["todo", counts.all - counts.done],
        ...(counts.unplanned === null ? [] : [["unplanned", counts.unplanned] as const]),
        ...(counts.broken === null ? [] : [["broken", counts.broken] as const]),
      ]
    : [];
  return (
    <Box pad="16px 20px 12px" phone={{ pad: "16px 16px 12px" }}>
      <Row gap={8} margin="0 0 12px">
        <Text as="h2" size="body" weight={600}>
          {text.week(week.week)}
        </Text>
        <Text as="span" size="dense" tone="muted" grow>
          {text.between(day(firstDay), day(lastDay))}
        </Text>
        <Arrow href={hrefOf(shiftWeek(week, -1))} aria-label={text.previousWeek}>
          <Icon of={ChevronLeft} />
        </Arrow>
        {!isLast && (
          <Arrow href={hrefOf(shiftWeek(week, 1))} aria-label={text.nextWeek}>
            <Icon of={ChevronRight} />
          </Arrow>
        )}
      </Row>
      {counts && counts.all > 0 && (
        <>
          <Row justify="space-between" gap={8} size="dense" margin="0 0 8px">
            <span>
              <b>{text.reviewed(counts.done, counts.all)}</b>{" "}
              <Text as="span" tone="muted">
                {text.reviewedWord}
              </Text>
            </span>
            {result !== null && <Money usd={capUsd(result)} as="result" />}
          </Row>
          <ProgressBar
            label={text.progress}
            percent={(counts.done / counts.all) * 100}
            valueText={`${text.reviewed(counts.done, counts.all)}, ${formatPercent((counts.done / counts.all) * 100, 0)}`}
          />
          <Row as="nav" wrap gap={8} margin="12px 0 0" aria-label={text.show}>
            {filters.map(([name, count]) => (
              <Filter key={name} href={hrefOfShow(name)} aria-current={show === name}>
                {text.filterCount(text.filters[name], count)}
              </Filter>
            ))}
          </Row>
        </>
      )}
    </Box>
  );
}
