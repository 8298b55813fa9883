import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { dayOfIsoDate, dayStartMs } from "../../worker/contract/trade-calendar.ts";
import { changeEntry, entryOf } from "../journal/journal-state.ts";
import { useLabels } from "../journal/labels.ts";
import type { Trade } from "../performance/trade-types.ts";
import type { User } from "../state/api.ts";
import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { revisionOf } from "../trade-accounts/account-revision.ts";
import { type AccountName, runOf } from "../trade-accounts/trade-account.ts";
import { useIsGone } from "../trade-accounts/use-is-gone.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { ChevronLeft, Pencil, Printer } from "../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { useMinute } from "../ui/use-now.ts";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { AllDone } from "./all-done.tsx";
import { filterIn, filterWords, isShown, noteIn, showIn, withTrade } from "./journal-address.ts";
import { journalText as text } from "./journal-text.ts";
import { subjectOfSpan } from "./kept-chart.ts";
import { KeyLine } from "./key-line.tsx";
import { LabelsDialog } from "./labels-dialog.tsx";
import { isUnplanned, planOf, planOutcome } from "./locked-plan.ts";
import { Panes } from "./panes.ts";
import { ReviewForm, type ReviewParts } from "./review-form.tsx";
import { SpanNotes } from "./span-notes.tsx";
import { TradeFacts } from "./trade-facts.tsx";
import { dayWords } from "./trade-words.tsx";
import { useJournalKeys } from "./use-journal-keys.ts";
import { useWeek } from "./use-week.ts";
import {
  dayEntry,
  daysOf,
  isSameWeek,
  nextUndone,
  spanOf,
  tradeEntry,
  type Week,
  weekAt,
  weekEntry,
  weekIn,
  weekQuery,
} from "./week.ts";
import { WeekHead } from "./week-head.tsx";
import { WeekList } from "./week-list.tsx";
import { WeekPaper } from "./week-paper.tsx";
import { EmptyWeek, ListSkeleton, NotOfWeek, UnknownAccount } from "./week-states.tsx";

type OfWeekProps = { person: User; account: AccountName; broker: string | null };

/** A week of an account: its list, and beside it what is open of it. */
export function OfWeek({ person, account, broker }: OfWeekProps) {
  useSignals();
  const [query, setQuery] = useSearchParams();
  const { timeZone } = person;
  // It may begin while the page is open.
  const thisWeek = weekAt(useMinute(), timeZone);
  const week = weekIn(query) ?? thisWeek;
  const { trades, entries } = useWeek(account, week, timeZone, revisionOf(person, account));
  const labels = useLabels();
  const isPhone = useMedia(media.phone);
  const [isManaging, setIsManaging] = useState(false);
  const parts: ReviewParts = {
    mistakes: useRef<HTMLFieldSetElement>(null),
    tags: useRef<HTMLFieldSetElement>(null),
    noteId: useId(),
  };

  const filter = filterIn(query);
  const words = filterWords(filter, labels.value !== null);
  const isKnown = trades.value !== null && entries.value !== null && labels.value !== null;
  const all = (trades.value ?? []).filter((trade) => isShown(filter, account, trade));
  const isDone = (trade: Trade) => entryOf(tradeEntry(account, trade)).reviewedAt !== null;
  const show = showIn(query);
  const selected = query.get("trade");
  const ofShow = (trade: Trade) => {
    if (show === "unplanned") return isUnplanned(trade);
    if (show === "broken") return isBroken(trade);
    return show !== "todo" || !isDone(trade);
  };
  // What is open stays until another is: it may have been done just now, or given what the filter leaves out.
  const isListed = (trade: Trade) =>
    (isShown(filter, account, trade) && ofShow(trade)) || tradeEntry(account, trade).key === selected;
  const days = daysOf((trades.value ?? []).filter(isListed), timeZone);
  const listed = days.flatMap((day) => day.trades);
  const openNote = noteIn(query, week);
  // On a phone the list is a page of its own. Which one is first to review depends on what is noted.
  const opensFirst = openNote === null && selected === null && !isPhone && isKnown;
  const opened =
    openNote === null && selected !== null
      ? listed.find((trade) => tradeEntry(account, trade).key === selected)
      : undefined;
  // Without one in the address, the first to review is open.
  const trade = opened ?? (opensFirst ? (nextUndone(listed, -1, isDone) ?? listed[0]) : undefined);
  const at = trade ? listed.indexOf(trade) : -1;
  const firstKey = opened === undefined && trade ? tradeEntry(account, trade).key : null;
  // It stays open when another one is closed meanwhile.
  const keepOpen = useEffectEvent((key: string) =>
    setQuery((before) => withTrade(before, week, key), { replace: true }),
  );
  useEffect(() => {
    if (firstKey !== null) keepOpen(firstKey);
  }, [firstKey]);

  function hrefOf(changes: Record<string, string | null>): string {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    const search = next.toString();
    return `${ROUTE.performanceJournal}${search && `?${search}`}`;
  }
  const hrefOfWeek = (of: Week) => hrefOf({ ...weekQuery(of), trade: null, note: null });
  const hrefOfTrade = (key: string) => hrefOf({ ...weekQuery(week), trade: key, note: null });
  const hrefOfNote = (key: string) => hrefOf({ ...weekQuery(week), note: key, trade: null });
  const open = (next: Trade | null | undefined) => {
    if (!next) return;
    setQuery((before) => withTrade(before, week, tradeEntry(account, next).key), { replace: true });
  };
  const done = () => {
    if (!trade) return;
    changeEntry(tradeEntry(account, trade), { reviewedAt: Date.now() });
    open(nextUndone(listed, at, (one) => one === trade || isDone(one)));
  };

  useJournalKeys({
    onNext: () => open(listed[at + 1]),
    onPrevious: () => open(listed[Math.max(0, at - 1)]),
    onGrade: (grade) => trade && changeEntry(tradeEntry(account, trade), { grade }),
    // What is suggested is taken, one after the other; then it leads to the others.
    onMistakes: () => {
      const buttons = parts.mistakes.current?.querySelectorAll("button") ?? [];
      const suggested = [...buttons].find(({ dataset }) => dataset.suggested === "true");
      if (suggested) suggested.click();
      else buttons[0]?.focus();
    },
    onTags: () => parts.tags.current?.querySelector("button")?.focus(),
    onNote: () => document.getElementById(parts.noteId)?.focus(),
    onDone: done,
  });

  const error = trades.error ?? entries.error ?? labels.error;
  const failure = loadFailure(error, text.failed);
  const reload = () => void Promise.all([trades.refetch(), entries.refetch(), labels.refetch()]);
  const onLine = useEffectEvent(() => {
    if (error !== null) reload();
  });
  useEffect(() => {
    const listener = () => onLine();
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  }, []);
  if (useIsGone(trades.error)) return <UnknownAccount />;

  const doneCount = all.filter(isDone).length;
  const hasPlans = all.some((one) => planOf(one) !== undefined);
  const brokenCount = all.filter(isBroken).length;
  const counts = isKnown
    ? {
        all: all.length,
        done: doneCount,
        unplanned: hasPlans ? all.filter(isUnplanned).length : null,
        // Of a week from before it was recorded nobody knows, so that none is no answer.
        broken: brokenCount > 0 || show === "broken" ? brokenCount : null,
      }
    : null;
  const span = spanOf(week, timeZone);
  // They need no trades.
  const areNotesKnown = entries.value !== null && labels.value !== null;
  const notes = areNotesKnown && openNote !== null && (
    <SpanNotes
      key={openNote}
      name={openNote === "week" ? weekEntry(account, week) : dayEntry(account, dayOfIsoDate(openNote))}
      title={openNote === "week" ? text.week(week.week) : dayWords(dayOfIsoDate(openNote))}
      parts={parts}
      subject={subjectOfSpan(trades.value ?? [], openNote === "week" ? span : spanOfDay(openNote, timeZone))}
      timeZone={timeZone}
    />
  );
  const isAllDone = isKnown && all.length > 0 && doneCount === all.length;
  return (
    <>
      <Panes data-open={selected !== null || openNote !== null}>
        <Card isFlush data-pane="list">
          <WeekHead
            week={week}
            timeZone={timeZone}
            isLast={isSameWeek(week, thisWeek)}
            counts={counts}
            result={isKnown ? all.reduce((sum, one) => sum + one.profitLoss, 0) : null}
            show={show}
            hrefOf={hrefOfWeek}
            hrefOfShow={(next) => hrefOf({ show: next === "all" ? null : next, trade: null, note: null })}
          />
          {isKnown && failure && <StaleLine atMs={trades.atMs}>{text.stale}</StaleLine>}
          {words !== null && (
            <Row justify="space-between" gap={8} pad="0 20px 12px" size="dense">
              {text.onlyOne(words)}
              <ButtonLink size="dense" href={hrefOf({ symbol: null, direction: null, setup: null, tag: null })}>
                {text.clearFilter}
              </ButtonLink>
            </Row>
          )}
          <Box data-pane="rows">
            {!isKnown && failure && <ErrorState {...failure} onRetry={reload} isRetrying={trades.isLoading} />}
            {!isKnown && !failure && <ListSkeleton />}
            {isKnown && trades.value?.length === 0 && (
              <EmptyWeek
                person={person}
                account={account}
                week={week}
                isLast={isSameWeek(week, thisWeek)}
                hrefOf={hrefOfWeek}
              />
            )}
            {isKnown && (trades.value?.length ?? 0) > 0 && listed.length === 0 && !isAllDone && (
              <EmptyState {...text.nothingMatches} />
            )}
            {isKnown && (
              <WeekList
                account={account}
                days={days}
                current={openNote ?? (trade ? tradeEntry(account, trade).key : null)}
                hrefOfTrade={hrefOfTrade}
                hrefOfDay={hrefOfNote}
              />
            )}
          </Box>
          <Row wrap gap={8} pad="12px 20px" line="top">
            {areNotesKnown && (
              <ButtonLink size="dense" icon={Pencil} href={hrefOfNote("week")}>
                {text.notesOfWeek}
              </ButtonLink>
            )}
            <Button size="dense" onClick={() => setIsManaging(true)} disabled={labels.value === null}>
              {text.labels}
            </Button>
            <Button size="dense" icon={Printer} onClick={() => window.print()} disabled={!isKnown || all.length === 0}>
              {text.print}
            </Button>
          </Row>
        </Card>
        <Stack data-pane="detail" gap={16}>
          <Row showOn="phone" justify="space-between" gap={8}>
            <ButtonLink variant="plain" icon={ChevronLeft} href={hrefOf({ trade: null, note: null })}>
              {text.back}
            </ButtonLink>
            {trade && (
              <Text as="span" size="dense" tone="muted">
                {text.position(at + 1, listed.length)}
              </Text>
            )}
          </Row>
          {isAllDone && <AllDone account={account} trades={all} />}
          {notes}
          {isKnown && openNote === null && selected !== null && !trade && (
            <NotOfWeek href={hrefOf({ trade: null })} hasTrades={all.length > 0} />
          )}
          {isKnown && !notes && trade && <TradeFacts account={account} trade={trade} timeZone={timeZone} />}
        </Stack>
        <Box data-pane="review">
          {isKnown && !notes && trade && (
            <ReviewForm
              key={tradeEntry(account, trade).key}
              account={account}
              trade={trade}
              ofWeek={trades.value ?? []}
              timeZone={timeZone}
              parts={parts}
              onDone={done}
            />
          )}
        </Box>
      </Panes>
      <KeyLine left={isKnown ? all.length - doneCount : null} />
      <VisuallyHidden role="status">
        {trade && isKnown ? `${trade.symbol}, ${text.position(at + 1, listed.length)}` : ""}
      </VisuallyHidden>
      {isKnown && (
        <WeekPaper
          account={account}
          accountName={accountWords(account, broker)}
          week={week}
          days={daysOf(all, timeZone)}
          timeZone={timeZone}
        />
      )}
      {isManaging && <LabelsDialog onClose={() => setIsManaging(false)} />}
    </>
  );
}

function spanOfDay(date: string, timeZone: string): { fromMs: number; toMs: number } {
  const day = dayOfIsoDate(date);
  return { fromMs: dayStartMs(day, timeZone), toMs: dayStartMs(day + 1, timeZone) };
}

const isBroken = (trade: Trade) => planOutcome(trade) === "broken";

/** The account on paper. */
function accountWords(account: AccountName, broker: string | null): string {
  const run = runOf(account);
  return broker ?? (run === null ? text.cash : text.run(run));
}
