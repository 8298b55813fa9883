import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useId } from "react";
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
import { media } from "../ui/theme.ts";
import { useMedia } from "../ui/use-media.ts";
import { dashboardText } from "./dashboard-text.ts";
import { firstStepsText as text } from "./first-steps-text.ts";
import { BALANCES } from "./newcomer-grid.ts";
import { PracticeLines } from "./practice-lines.tsx";

const PracticeFacts = lazyPage(async () => (await import("./practice-facts.tsx")).PracticeFacts);

/** The demo balance first, and cash beside it; on phones cash is the foot of the same card. They are never added up. */
export function NewcomerBalances({ person }: { person: User }) {
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
