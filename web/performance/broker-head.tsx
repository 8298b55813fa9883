import type { BrokerAccount } from "../../worker/contract/broker/broker-shapes.ts";
import { clockText } from "../broker/clock-name.ts";
import { requestIdOf } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { brokerAccount, withAccount } from "../trade-accounts/trade-account.ts";
import { OutlineBadge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { FactPairs } from "../ui/fact-line.tsx";
import { formatCount, formatDate } from "../ui/format.ts";
import { FileUp } from "../ui/icon.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { brokerText as text } from "./broker-text.ts";
import { HeadPlace } from "./performance-skeleton.tsx";
import { performanceText } from "./performance-text.ts";
import { RunLine } from "./run-line.ts";
import type { BrokerDetail } from "./trade-types.ts";
import { useBrokerAccounts } from "./use-broker-accounts.ts";

type BrokerHeadProps = {
  number: number;
  /** Changes with the figures of the account. */
  revision: string;
  detail: BrokerDetail | null;
  /** No figures of it are shown. */
  isEmpty: boolean;
  /** The account has been deleted since its figures were loaded. */
  isGone: boolean;
  timeZone: string;
};

/** An account with another broker above its figures; or why there is none. */
export function BrokerHead({ number, revision, detail, isEmpty, isGone, timeZone }: BrokerHeadProps) {
  const accounts = useBrokerAccounts(revision);
  const account = accounts.value?.find((one) => one.number === number);
  if (isGone || (accounts.value !== null && !account && !accounts.isLoading)) return <UnknownAccount />;
  if (account) {
    return (
      <>
        <AccountCard account={account} detail={detail} timeZone={timeZone} />
        {isEmpty && account.trades === 0 && <NoTrades number={number} />}
      </>
    );
  }
  if (accounts.error === null) {
    return (
      <Loading label={text.loading}>
        <HeadPlace />
      </Loading>
    );
  }
  return (
    <Card>
      <ErrorState
        title={text.failed}
        text={text.failedText}
        requestId={requestIdOf(accounts.error)}
        isRetrying={accounts.isLoading}
        onRetry={accounts.refetch}
      />
    </Card>
  );
}

function UnknownAccount() {
  return (
    <Card role="alert">
      <EmptyState
        title={text.unknown}
        text={text.unknownText}
        action={
          <ButtonLink variant="accent" href={ROUTE.performance}>
            {text.toOwn}
          </ButtonLink>
        }
      />
    </Card>
  );
}

function NoTrades({ number }: { number: number }) {
  return (
    <Card>
      <EmptyState
        picture="candles"
        title={text.empty}
        text={text.emptyText}
        action={
          <ButtonLink variant="accent" href={addFilePath(number)}>
            {text.addFile}
          </ButtonLink>
        }
      />
    </Card>
  );
}

/** The address where a file is added to an account. */
function addFilePath(number: number): string {
  return withAccount(ROUTE.performanceImport, brokerAccount(number));
}

type AccountCardProps = { account: BrokerAccount; detail: BrokerDetail | null; timeZone: string };

/** Its files and their clock, what was paid in and out, fees and result. */
function AccountCard({ account, detail, timeZone }: AccountCardProps) {
  const { number, name, trades, fees, result, lastCloseAt, imports } = account;
  const files = imports.filter(({ status }) => status === "committed");
  // The newest file is first.
  const clock = files[0]?.clock ?? account.clock;
  const until = lastCloseAt === null ? null : formatDate(lastCloseAt, timeZone);
  const deposits = detail?.deposits ?? null;
  return (
    <Card aria-labelledby="broker-account">
      <RunLine>
        <Box minWidth={0}>
          <Row gap={10} wrap>
            <Text as="h2" id="broker-account" size="lead" weight={600} breaks="anywhere">
              {name}
            </Text>
            <OutlineBadge>{performanceText.imported}</OutlineBadge>
          </Row>
          <Text size="caption" tone="muted">
            {text.files(files.length, until)}
            {clock && `, ${text.clock(clockText(clock))}`}
          </Text>
        </Box>
        <dl className="num" data-columns="2">
          <FactPairs
            facts={[
              {
                name: text.deposits,
                value: deposits && (
                  <Text as="span" breaks="usual">
                    <Money usd={Number(deposits.in)} />, <Money usd={Number(deposits.out)} />
                  </Text>
                ),
              },
              { name: text.fees, value: trades > 0 && <Money usd={fees} as="moved" /> },
              {
                name: text.closed,
                value: formatCount(trades),
                after: (
                  <Text as="span" tone="muted" weight={400}>
                    {" "}
                    {text.trades(trades)}
                  </Text>
                ),
              },
              { name: text.result, value: trades > 0 && <Money usd={result} as="result" /> },
            ]}
          />
        </dl>
        <ButtonLink icon={FileUp} href={addFilePath(number)}>
          {text.addFile}
        </ButtonLink>
      </RunLine>
    </Card>
  );
}
