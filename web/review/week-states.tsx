import { fetchTrades } from "../performance/trade-calls.ts";
import { ROUTE } from "../state/routes.ts";
import { useQuery } from "../state/use-query.ts";
import { type AccountName, CASH } from "../trade-accounts/trade-account.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Box, Stack } from "../ui/layout.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { journalText as text } from "./journal-text.ts";
import { spanOf, type Week, weekAt } from "./week.ts";

/** The states of a week without its list. */

type EmptyWeekProps = { account: AccountName; week: Week; timeZone: string; hrefOf: (week: Week) => string };

/** A week without trades leads to the last one with some. */
export function EmptyWeek({ account, week, timeZone, hrefOf }: EmptyWeekProps) {
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
  return (
    <EmptyState
      {...text.emptyWeek}
      action={
        closeTime && <ButtonLink href={hrefOf(weekAt(Date.parse(closeTime), timeZone))}>{text.lastWeek}</ButtonLink>
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
