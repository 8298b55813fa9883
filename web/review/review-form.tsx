import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type RefObject, Suspense, useId } from "react";
import { changeEntry, type EntryName, entryOf } from "../journal/journal-state.ts";
import type { Trade } from "../performance/trade-types.ts";
import { lazyPage } from "../state/lazy-page.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/facts.tsx";
import { capUsd, formatDateTime } from "../ui/format.ts";
import { Check, Icon, Lock, TriangleAlert } from "../ui/icon.tsx";
import { ButtonKey } from "../ui/key-cap.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { LabelChips, MISTAKES, SETUPS, TAGS } from "./chips.tsx";
import { GRADES_OF_JOURNAL } from "./grades.ts";
import { journalText as text } from "./journal-text.ts";
import { subjectOfTrade } from "./kept-chart.ts";
import { planOf, planOutcome } from "./locked-plan.ts";
import { NoteField } from "./note-field.tsx";
import { suggestedMistakes } from "./suggested-mistakes.ts";
import { formatWithSign, pricePlain } from "./trade-words.tsx";
import { tradeEntry } from "./week.ts";

const WhatHappened = lazyPage(async () => (await import("../replay/replay-parts.tsx")).WhatHappened, { isQuiet: true });

const GradeButton = styled("button")`
  ${type.dense}
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  height: 36px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  font-weight: 600;
  &:hover {
    background: ${tint("text", 8)};
  }
  &[aria-checked="true"] {
    border-color: var(--accent);
    background: ${tint("accent", 14, "raised")};
  }
  ${media.touch} {
    height: 44px;
  }
`;

/** Where the keys of the journal lead: the mistakes, the tags, and the note. */
export type ReviewParts = {
  mistakes: RefObject<HTMLFieldSetElement | null>;
  tags: RefObject<HTMLFieldSetElement | null>;
  noteId: string;
};

type ReviewFormProps = {
  account: AccountName;
  trade: Trade;
  /** The trades of its week, with it. */
  ofWeek: readonly Trade[];
  timeZone: string;
  parts: ReviewParts;
  onDone: () => void;
};

/** What is noted of a trade: beside its plan a grade, mistakes, tags and a note. All of it saves itself. */
export function ReviewForm({ account, trade, ofWeek, timeZone, parts, onDone }: ReviewFormProps) {
  useSignals();
  const name = tradeEntry(account, trade);
  const { setup, grade, labels, reviewedAt } = entryOf(name);
  const plan = planOf(trade);
  return (
    <Card aria-label={text.review}>
      {plan !== undefined && <Plan trade={trade} timeZone={timeZone} />}
      {trade.demo && (
        <Suspense fallback={null}>
          <WhatHappened account={account} tradeKey={trade.id} timeZone={timeZone} />
        </Suspense>
      )}
      {!plan?.setupId && (
        <LabelChips
          types={SETUPS}
          title={text.setupAfterwards}
          isOne
          chosen={setup === null ? [] : [setup]}
          onChange={(ids) => changeEntry(name, { setup: ids.at(-1) ?? null })}
        />
      )}
      <Grades name={name} grade={grade} />
      <LabelChips
        types={MISTAKES}
        title={text.mistakes}
        shortcut="M"
        chosen={labels}
        suggested={suggestedMistakes(trade, ofWeek).map((mistake) => text.suggested[mistake])}
        frameRef={parts.mistakes}
        onChange={(ids) => changeEntry(name, { labels: ids })}
      />
      <LabelChips
        types={TAGS}
        title={text.tags}
        shortcut="T"
        chosen={labels}
        frameRef={parts.tags}
        onChange={(ids) => changeEntry(name, { labels: ids })}
      />
      <NoteField
        key={name.key}
        name={name}
        id={parts.noteId}
        label={text.note}
        subject={subjectOfTrade(trade)}
        timeZone={timeZone}
      />
      <Stack gap={8} margin="16px 0 0">
        <Button variant="accent" size="large" isWide aria-keyshortcuts="Enter" onClick={onDone}>
          {text.doneNext} <ButtonKey>Enter</ButtonKey>
        </Button>
        {reviewedAt !== null && (
          <Row justify="space-between" gap={8} size="caption" tone="muted">
            {text.done}, {formatDateTime(reviewedAt, timeZone)}
            <Button size="dense" variant="plain" onClick={() => changeEntry(name, { reviewedAt: null })}>
              {text.undo}
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  );
}

function Grades({ name, grade }: { name: EntryName; grade: string | null }) {
  const titleId = useId();
  return (
    <Box margin="0 0 16px">
      <Text id={titleId} size="caption" tone="muted" margin="0 0 8px">
        {text.gradeTitle}
      </Text>
      <Grid columns={4} gap={8} role="radiogroup" aria-labelledby={titleId}>
        {GRADES_OF_JOURNAL.map((one, index) => (
          <GradeButton
            key={one}
            type="button"
            role="radio"
            aria-checked={grade === one}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => changeEntry(name, { grade: grade === one ? null : one })}
          >
            {one} <ButtonKey>{String(index + 1)}</ButtonKey>
          </GradeButton>
        ))}
      </Grid>
    </Box>
  );
}

/** The plan as the fill has locked it, or that there is none. */
function Plan({ trade, timeZone }: { trade: Trade; timeZone: string }) {
  const plan = planOf(trade);
  const outcome = planOutcome(trade);
  return (
    <Box margin="0 0 16px" pad="0 0 16px" line="bottom">
      <Row wrap justify="space-between" gap="4px 12px" margin="0 0 8px">
        <Text as="h3" size="body" weight={600}>
          {text.plan}
        </Text>
        {outcome && (
          <Badge tone={outcome === "broken" ? "warn" : "up"} icon={outcome === "broken" ? TriangleAlert : Check}>
            {text.planOutcome[outcome]}
          </Badge>
        )}
        {plan && (
          <Row as="span" gap={6} size="caption" tone="muted">
            <Icon of={Lock} size={14} /> {text.planLocked(formatDateTime(plan.lockedAt, timeZone))}
          </Row>
        )}
      </Row>
      {plan ? (
        <Facts
          arrange="pairs"
          facts={[
            { name: text.setup, value: plan.setupName },
            {
              name: text.stop,
              value: plan.stop === null ? null : <PlannedStop trade={trade} {...plan} stop={plan.stop} />,
            },
            {
              name: text.target,
              value:
                plan.target === null
                  ? null
                  : [
                      pricePlain(trade, plan.target),
                      plan.targetR === null ? null : text.multiple(formatWithSign(plan.targetR)),
                    ]
                      .filter((part) => part !== null)
                      .join(", "),
            },
            { name: text.reason, value: plan.reason || null },
          ]}
        />
      ) : (
        <Text size="dense" tone="warn">
          {text.noPlan}. {text.noPlanDetail}
        </Text>
      )}
    </Box>
  );
}

function PlannedStop({ trade, stop, risk }: { trade: Trade; stop: number; risk: number | null }) {
  return (
    <span className="num">
      {pricePlain(trade, stop)}
      {risk !== null && (
        <>
          , <Money usd={capUsd(-risk)} as="moved" />
        </>
      )}
    </span>
  );
}
