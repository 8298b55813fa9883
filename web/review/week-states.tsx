import { fetchTrades } from "../performance/trade-calls.ts";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { type AccountName, brokerOf, CASH, runOf, withAccount } from "../trade-accounts/trade-account.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Box, Row, Stack } from "../ui/layout.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { journalText as text } from "./journal-text.ts";
import { spanOf, type Week, weekAt } from "./week.ts";

/** The states of a week without its list. */

type EmptyWeekProps = {
  person: User;
  account: AccountName;
  week: Week;
  /** Whether no later week has begun, so that no trade is in one. */
  isLast: boolean;
  hrefOf: (week: Week) => string;
};

/** A week without trades leads to the last one with some, and an account without any to where they come from. */
export function EmptyWeek({ person, account, week, isLast, hrefOf }: EmptyWeekProps) {
  const { timeZone, demo } = person;
  const { fromMs } = spanOf(week, timeZone);
  const last = useQuery({
    key: ["last-week", account, fromMs],
    fetch: async (signal) => {
      const filter = { ...(account !== CASH && { account }), to: new Date(fromMs).toISOString() };
      const { trades } = await fetchTrades(filter, { limit: 1 }, signal);
      return { closeTime: trades[0]?.closeTime ?? null };
    },
    failure: "last week with trades not loaded",
  });
  const closeTime = last.value?.closeTime;
  const run = runOf(account);
  // A run that is over gets none any more.
  if (isLast && closeTime === null && (run === null || run === demo?.run)) return <NoTrades account={account} />;
  return (
    <EmptyState
      {...text.emptyWeek}
      action={
        closeTime && <ButtonLink href={hrefOf(weekAt(Date.parse(closeTime), timeZone))}>{text.lastWeek}</ButtonLink>
      }
    />
  );
}

/** How an account gets its first trade: one of a demo run is placed, one of another broker comes with a file, and who has neither may do either. */
function NoTrades({ account }: { account: AccountName }) {
  const isBroker = brokerOf(account) !== null;
  return (
    <EmptyState
      title={text.noTrades}
      text={isBroker ? text.noTradesBroker : text.emptyWeek.text}
      action={
        <Row wrap justify="center" gap={8}>
          {!isBroker && (
            <ButtonLink variant="accent" href={ROUTE.trading}>
              {text.toTrading}
            </ButtonLink>
          )}
          {runOf(account) === null && (
            <ButtonLink
              variant={isBroker ? "accent" : "neutral"}
              href={withAccount(ROUTE.performanceImport, isBroker ? account : null)}
            >
              {text.toImport}
            </ButtonLink>
          )}
        </Row>
      }
    />
  );
}

/** The address names a trade that is not among those of the week. @param href the week without it */
export function NotOfWeek({ href, hasTrades }: { href: string; hasTrades: boolean }) {
  return (
    <Card role="status">
      <EmptyState {...text.notOfWeek} action={hasTrades && <ButtonLink href={href}>{text.toWeek}</ButtonLink>} />
    </Card>
  );
}

export function UnknownAccount() {
  return (
    <Card role="alert">
      <EmptyState
        {...text.unknownAccount}
        action={
          <ButtonLink variant="accent" href={ROUTE.performanceJournal}>
            {text.toOwn}
          </ButtonLink>
        }
      />
    </Card>
  );
}

/** Rows of the list while they load. */
export function ListSkeleton() {
  return (
    <Loading label={text.loading}>
      <Stack>
        {Array.from({ length: 8 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move
          <Box key={row} pad="12px 20px" height={50}>
            <Skeleton width="100%" height={26} />
          </Box>
        ))}
      </Stack>
    </Loading>
  );
}
