import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { entryOf } from "../journal/journal-state.ts";
import { labelOf } from "../journal/labels.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { capUsd, formatTime } from "../ui/format.ts";
import { Box, Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { media } from "../ui/theme.ts";
import { journalText as text } from "./journal-text.ts";
import { dayWords, multipleOf } from "./trade-words.tsx";
import { dayEntry, type JournalDay, tradeEntry, type Week, weekEntry } from "./week.ts";
import { labelWords } from "./week-list.tsx";

/** On paper alone. */
const Paper = styled("article")`
  display: none;
  ${media.print} {
    display: block;
    & section {
      margin-top: 16px;
    }
    & li {
      break-inside: avoid;
      padding: 6px 0;
      border-top: 1px solid var(--line);
      list-style: none;
    }
  }
`;

type WeekPaperProps = {
  account: AccountName;
  accountName: string;
  week: Week;
  days: readonly JournalDay[];
  timeZone: string;
};

/** The review of a week as it is printed: its note, and each day with its note, its trades, and what is noted of them. */
export function WeekPaper({ account, accountName, week, days, timeZone }: WeekPaperProps) {
  useSignals();
  const ofWeek = entryOf(weekEntry(account, week));
  const result = days.reduce((sum, day) => sum + day.result, 0);
  const count = days.reduce((sum, { trades }) => sum + trades.length, 0);
  return (
    <Paper>
      <Row justify="space-between" gap={16}>
        <Text as="h1" size="section">
          {text.paper.title(week.week, week.year)}
        </Text>
        <span>{accountName}</span>
      </Row>
      <Row gap={12}>
        {text.trades(count)} <Money usd={capUsd(result)} as="moved" />
      </Row>
      <Noted note={ofWeek.note} labels={ofWeek.labels} />
      {[...days].reverse().map(({ day, trades, result: ofDay }) => {
        const entry = entryOf(dayEntry(account, day));
        return (
          <section key={day}>
            <Row justify="space-between" gap={12}>
              <Text as="h2" size="body" weight={600}>
                {dayWords(day)}
              </Text>
              <Money usd={capUsd(ofDay)} as="moved" />
            </Row>
            <Noted note={entry.note} labels={entry.labels} />
            <ul>
              {[...trades].reverse().map((trade) => {
                const { grade, note } = entryOf(tradeEntry(account, trade));
                return (
                  <li key={trade.id}>
                    <Row justify="space-between" gap={12}>
                      <span>
                        {formatTime(trade.closeTime, timeZone)} <b>{trade.symbol}</b> {text.sides[trade.direction]}
                        {grade && `, ${text.grade(grade)}`}
                      </span>
                      <span className="num">
                        {multipleOf(trade)} <Money usd={capUsd(trade.profitLoss)} as="moved" />
                      </span>
                    </Row>
                    <Text size="dense">{labelWords(account, trade)}</Text>
                    {note && (
                      <Text size="dense" breaks="written">
                        {note}
                      </Text>
                    )}
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </Paper>
  );
}

function Noted({ note, labels }: { note: string; labels: readonly string[] }) {
  useSignals();
  const names = labels.flatMap((id) => labelOf(id)?.name ?? []).join(", ");
  return (
    <Box>
      {names && <Text size="dense">{names}</Text>}
      {note && (
        <Text size="dense" breaks="written">
          {note}
        </Text>
      )}
    </Box>
  );
}
