import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, Suspense, useId } from "react";
import type { User } from "../state/api.ts";
import { balance } from "../state/balance.ts";
import { demoBalance } from "../state/demo-balance.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { NEW_DEPOSIT } from "../state/routes.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { Figure } from "../ui/figure.ts";
import { capUsd } from "../ui/format.ts";
import { ArrowDownToLine } from "../ui/icon.tsx";
import { Box, Grid, Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Stat } from "../ui/stat.tsx";
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { dashboardText } from "./dashboard-text.ts";
import { FirstStepsCard } from "./first-steps-card.tsx";
import { firstStepsText as text } from "./first-steps-text.ts";
import { MarketsNow } from "./markets-now.tsx";
import { BALANCES, FIGURES, STEPS } from "./newcomer-grid.ts";
import { PracticeLines } from "./practice-lines.tsx";

const FreeToTrade = lazyPage(async () => (await import("./practice-facts.tsx")).FreeToTrade);

type NewcomerDashboardProps = {
  person: User;
  /** The specification's other three figures. */
  figures: ReactNode;
};

/**
 * The head of a new account's dashboard: the demo balance first and cash beside it, the other figures, the first steps and
 * the markets. On phones the steps come before the figures, which are all zero, so that the first one is on the screen.
 */
export function NewcomerDashboard({ person, figures }: NewcomerDashboardProps) {
  useSignals();
  const isPhone = useMedia(media.phone);
  const group = (
    <Grid role="group" aria-label={dashboardText.figures} {...FIGURES}>
      {figures}
      {isPhone && (
        // In the card of the demo balance there is no room for it.
        <Stat
          isShortOnPhone
          label={text.freeToTrade}
          badge={<DemoBadge />}
          figure={
            <Suspense fallback={<Skeleton width={104} height={20} />}>
              <FreeToTrade />
            </Suspense>
          }
        />
      )}
    </Grid>
  );
  return (
    <>
      <NewcomerBalances person={person} />
      {!isPhone && group}
      <Grid {...STEPS}>
        <FirstStepsCard person={person} isPhone={isPhone} />
        <MarketsNow />
      </Grid>
      {isPhone && group}
    </>
  );
}

const PracticeFacts = lazyPage(async () => (await import("./practice-facts.tsx")).PracticeFacts);

/** The demo balance first, and cash beside it; on phones cash is the foot of the same card. They are never added up. */
function NewcomerBalances({ person }: { person: User }) {
  useSignals();
  const isPhone = useMedia(media.phone);
  const practiceId = useId();
  const cashUsd = capUsd(balance.value ?? 0);
  const hasDeposit = person.firstSteps.depositAt !== null;
  const practice = (
    <>
      <Row as="h2" id={practiceId} gap={8} size="dense" weight={400} tone="muted">
        {dashboardText.demoBalance}
        <DemoBadge />
      </Row>
      <Box isContainer margin="4px 0">
        <Figure className="num" data-size="hero">
          <Money usd={capUsd(demoBalance.value)} />
        </Figure>
      </Box>
      <Row gap={24} align="end" justify="space-between">
        <Text size="dense" tone="muted">
          {text.practiceNote}
        </Text>
        {!isPhone && (
          // Beside the figure too, where it has room at its longest.
          <Box grow={false} margin="-20px 0 0" medium={{ margin: 0 }}>
            <Suspense
              fallback={
                <PracticeLines
                  openResult={<Skeleton width={56} height={14} />}
                  free={<Skeleton width={72} height={14} />}
                />
              }
            >
              <PracticeFacts />
            </Suspense>
          </Box>
        )}
      </Row>
    </>
  );
  if (isPhone) {
    return (
      <Grid {...BALANCES}>
        <Card isFlush aria-labelledby={practiceId}>
          <Box pad="15px 16px 16px">{practice}</Box>
          <Row justify="space-between" gap={12} minHeight={65} pad="10px 12px 10px 16px" line="top">
            <Box role="group" aria-labelledby="total-balance" minWidth={0}>
              <Text as="h2" id="total-balance" size="dense" weight={400} tone="muted">
                {dashboardText.totalBalance}
              </Text>
              <Row wrap align="baseline" gap="0 8px">
                <Text as="b" size="lead">
                  <Money usd={cashUsd} />
                </Text>
                <Text as="span" size="caption" tone="muted">
                  {hasDeposit ? text.cashNoteShort : text.noDepositShort}
                </Text>
              </Row>
            </Box>
            <ButtonLink href={NEW_DEPOSIT} size="touch" icon={ArrowDownToLine}>
              {text.depositNow}
            </ButtonLink>
          </Row>
        </Card>
      </Grid>
    );
  }
  return (
    <Grid {...BALANCES}>
      <Card minHeight={148} aria-labelledby={practiceId}>
        {practice}
      </Card>
      <Card isColumn minHeight={148} aria-labelledby="total-balance">
        <Text as="h2" id="total-balance" size="dense" weight={400} tone="muted">
          {dashboardText.totalBalance}
        </Text>
        <Box grow isContainer margin="4px 0 0">
          <Figure className="num" data-size="page">
            <Money usd={cashUsd} />
          </Figure>
        </Box>
        <Text size="dense" tone="muted">
          {hasDeposit ? text.cashNote : text.noDeposit}
        </Text>
      </Card>
    </Grid>
  );
}
