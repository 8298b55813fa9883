import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useDeferredValue, useEffect } from "react";
import { useSearchParams } from "wouter";
import type { User } from "../state/api.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { useFreshFigures } from "../state/use-fresh-figures.ts";
import { useQuery } from "../state/use-query.ts";
import { revisionOf } from "../trade-accounts/account-revision.ts";
import { unitOf } from "../trade-accounts/account-unit.ts";
import { keepFindingCount } from "../trade-accounts/finding-counts.ts";
import { PerformanceSwitch } from "../trade-accounts/performance-switch.tsx";
import { PerformanceTabs } from "../trade-accounts/performance-tabs.tsx";
import {
  type AccountName,
  accountIn,
  brokerOf,
  openingAccount,
  runOf,
  withAccount,
} from "../trade-accounts/trade-account.ts";
import { useIsGone } from "../trade-accounts/use-is-gone.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { DOLLARS } from "../ui/format.ts";
import { Box, Grid, Stack, Text } from "../ui/layout.tsx";
import { MoneyUnitContext } from "../ui/money.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { StaleLine } from "../ui/stale-line.tsx";
import { FINDINGS } from "./findings/find-differences.ts";
import { FindingsCard } from "./findings-card.tsx";
import { HowDialogButton } from "./how-dialog.tsx";
import { insightsText as text } from "./insights-text.ts";
import { reminderOf } from "./reminder-of-finding.ts";
import { fetchStudy, type Study } from "./study.ts";
import { WaitingCard } from "./waiting-card.tsx";

// After the findings, which do not wait for it.
const OtherReminder = lazyPage(async () => (await import("./remind.tsx")).OtherReminder, { isQuiet: true });
const Playbook = lazyPage(async () => (await import("../breakdown/playbook-card.tsx")).Playbook, { isQuiet: true });

/** What an account's trades have in common where they are worse or better than its others. */
export function InsightsPage() {
  useSignals();
  return user.value && <Insights person={user.value} />;
}

function Insights({ person }: { person: User }) {
  useFreshFigures({ now: true });
  const [query] = useSearchParams();
  const named = accountIn(query);
  const requested = named ?? openingAccount(person);
  const account = useDeferredValue(requested);
  return (
    <Stack gap={16} phone={{ gap: 12 }}>
      <PerformanceTabs current="insights" account={named} />
      <PerformanceSwitch
        person={person}
        account={requested}
        hrefOf={(name) => withAccount(ROUTE.performanceInsights, name)}
      />
      <OfAccount key={account} person={person} account={account} named={named} />
    </Stack>
  );
}

type OfAccountProps = {
  person: User;
  account: AccountName;
  /** As the address has it. */
  named: AccountName | null;
};

function OfAccount({ person, account, named }: OfAccountProps) {
  const study = useQuery({
    key: ["findings", person.timeZone, account],
    revision: revisionOf(person, account),
    fetch: (signal) => fetchStudy(account, signal),
    failure: "findings not loaded",
    isLarge: true,
  });
  const { value } = study;
  const count = value && value.trades.id.length > 0 ? value.findings.findings.length : null;
  const revision = revisionOf(person, account);
  useEffect(() => {
    if (count !== null) keepFindingCount(account, revision, count);
  }, [account, revision, count]);
  const failure = loadFailure(study.error, text.failed);
  // Of an account that another tab has deleted nothing stays.
  if (useIsGone(study.error)) return <UnknownAccount run={runOf(account)} />;
  if (value === null) {
    return failure ? (
      <Card>
        <ErrorState {...failure} onRetry={() => void study.refetch()} isRetrying={study.isLoading} />
      </Card>
    ) : (
      <Studying />
    );
  }
  return (
    <MoneyUnitContext value={brokerOf(account) === null ? DOLLARS : unitOf(value.trades)}>
      {failure && <StaleLine atMs={study.atMs}>{text.stale}</StaleLine>}
      <Answers study={value} account={account} timeZone={person.timeZone} />
      {value.trades.id.length > 0 && (
        <Suspense>
          <Playbook person={person} account={account} named={named} />
        </Suspense>
      )}
    </MoneyUnitContext>
  );
}

type AnswersProps = { study: Study; account: AccountName; timeZone: string };

function Answers({ study, account, timeZone }: AnswersProps) {
  const { findings, trades } = study;
  const { studied, asked } = findings;
  if (trades.id.length === 0) {
    return (
      <Card>
        <EmptyState picture="candles" {...text.empty} />
      </Card>
    );
  }
  const found = findings.findings.length;
  return (
    <>
      {asked > 0 && (
        <Grid columns="minmax(0, 1fr) auto" gap={16} align="center" phone={{ columns: 1, gap: 8, justify: "start" }}>
          <div>
            <Text as="h2" size="section">
              {found === 0 ? text.nothingStands(studied) : text.found(found, studied)}
            </Text>
            <Text tone="muted">
              {found === 0 && <>{text.isResult} </>}
              {text.bound(asked)}
              {trades.id.length === FINDINGS.tradesMax && <> {text.newest(FINDINGS.tradesMax)}</>}
            </Text>
          </div>
          <HowDialogButton />
        </Grid>
      )}
      {found > 0 && <FindingsCard study={study} account={account} timeZone={timeZone} />}
      <Suspense fallback={null}>
        <OtherReminder shown={findings.findings.map((finding) => reminderOf(finding, study, account))} />
      </Suspense>
      <WaitingCard study={study} />
    </>
  );
}

function UnknownAccount({ run }: { run: number | null }) {
  return (
    <Card role="alert">
      <EmptyState
        {...(run === null ? text.unknownAccount : text.unknownRun(run))}
        action={
          <ButtonLink variant="accent" href={ROUTE.performanceInsights}>
            {text.toOwn}
          </ButtonLink>
        }
      />
    </Card>
  );
}

function Studying() {
  return (
    <Loading label={text.studying}>
      <Stack gap={16} phone={{ gap: 12 }}>
        <FindingsSkeleton />
      </Stack>
    </Loading>
  );
}

/** What was found, below its sentence. On a phone the sentence has three lines and a button. */
function FindingsSkeleton() {
  return (
    <>
      <Box height={48} phone={{ height: 140 }}>
        <Skeleton width={320} height={28} />
      </Box>
      <Card minHeight={190} />
      <Card minHeight={220} />
    </>
  );
}
