import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import type { ComponentProps } from "react";
import { useParams } from "wouter";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { ApiError } from "../state/api.ts";
import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { type Query, useQuery } from "../state/use-query.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Facts } from "../ui/facts.tsx";
import { Figure } from "../ui/figure.ts";
import { formatDateTime } from "../ui/format.ts";
import { Check, ChevronLeft, Printer, Undo2 } from "../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { Logo } from "../ui/logo.tsx";
import { Amount } from "../ui/money.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { media } from "../ui/theme.ts";
import { fetchReceipt, type Receipt } from "./deposit-calls.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

const TEXT = DEPOSIT_TEXT.receipt;

/** The page, and what is different on paper: no tools, no frame, and the whole of what the screen shortens. */
const Page = styled("div")`
  width: 100%;
  max-width: 600px;
  margin: 0 auto;
  & [data-for="paper"] {
    display: none;
  }
  ${media.print} {
    max-width: none;
    & [data-for="screen"] {
      display: none;
    }
    & [data-for="paper"] {
      display: block;
    }
    & > article {
      padding: 0;
      border: 0;
    }
  }
`;

/** The receipt of one's own paid deposit, to view and to print. */
export function ReceiptPage() {
  useSignals();
  const { billNumber = "" } = useParams();
  const receipt = useQuery({ key: ["receipt", billNumber], fetch: (signal) => fetchReceipt(billNumber, signal) });
  const loaded = receipt.value;
  const timeZone = user.value?.timeZone ?? DEFAULT_TIME_ZONE;
  return (
    <Page>
      <Row justify="space-between" gap={8} margin="0 0 16px" data-for="screen">
        <Box margin="0 0 0 -12px">
          <ButtonLink href={ROUTE.accountHistory} variant="plain" icon={ChevronLeft}>
            {TEXT.back}
          </ButtonLink>
        </Box>
        {loaded && (
          <Button icon={Printer} onClick={() => window.print()}>
            {TEXT.print}
          </Button>
        )}
      </Row>
      {loaded ? <ReceiptPaper receipt={loaded} timeZone={timeZone} /> : <Card>{placeholderFor(receipt)}</Card>}
    </Page>
  );
}

/** @param receipt a query without a response for this address */
function placeholderFor({ error, isLoading, refetch }: Query<Receipt>) {
  const failure = loadFailure(error, TEXT.failure);
  if (failure === null) {
    return (
      <Loading label={TEXT.loading}>
        <Stack gap={24}>
          <Skeleton width={160} height={48} />
          <Skeleton width="100%" height={240} />
        </Stack>
      </Loading>
    );
  }
  if (error instanceof ApiError && error.code === "not_found") {
    return <EmptyState title={TEXT.missing} text={TEXT.missingDetail} />;
  }
  return <ErrorState {...failure} isRetrying={isLoading} onRetry={refetch} />;
}

function ReceiptPaper({ receipt, timeZone }: { receipt: Receipt; timeZone: string }) {
  const { billNumber, amount, currency, paidAt, reversedAt, settlementHash, accountId, name } = receipt;
  return (
    <Card as="article" aria-labelledby="receipt-heading" pad={32} phone={{ pad: "20px 16px" }}>
      <Row as="header" justify="space-between" gap={16} pad="0 0 20px" line="bottom">
        <Logo height={28} />
        <Text as="h2" id="receipt-heading" tone="muted" weight={500}>
          {TEXT.heading}
        </Text>
      </Row>
      <Row wrap isContainer justify="space-between" gap="8px 16px" pad="24px 0">
        <div>
          <Text tone="muted">{TEXT.amount}</Text>
          <Figure className="num" data-size="hero">
            <Amount amount={amount} currency={currency} shown="always" />
          </Figure>
        </div>
        {reversedAt ? (
          <Badge tone="down" icon={Undo2}>
            {DEPOSIT_TEXT.statusWord.reversed}
          </Badge>
        ) : (
          <Badge tone="up" icon={Check}>
            {TEXT.paid}
          </Badge>
        )}
      </Row>
      <Facts
        facts={[
          {
            name: DEPOSIT_TEXT.billNumber,
            value: billNumber,
            after: <CopyOnScreen text={billNumber} what={DEPOSIT_TEXT.copiedBillNumber} />,
          },
          {
            name: DEPOSIT_TEXT.paidAt,
            value: (
              <time className="num" dateTime={paidAt}>
                {formatDateTime(paidAt, timeZone)}
              </time>
            ),
          },
          {
            name: DEPOSIT_TEXT.statusWord.reversed,
            value: reversedAt && (
              <time className="num" dateTime={reversedAt}>
                {formatDateTime(reversedAt, timeZone)}
              </time>
            ),
          },
          { name: TEXT.holder, value: name },
          { name: DEPOSIT_TEXT.method, value: DEPOSIT_TEXT.khqr },
          {
            name: TEXT.account,
            value: accountId || null,
            after: accountId && <CopyOnScreen text={accountId} what={TEXT.copiedAccount} />,
          },
          {
            name: TEXT.settlement,
            value: settlementHash ? <SettlementHash hash={settlementHash} /> : null,
            after: settlementHash && <CopyOnScreen text={settlementHash} what={TEXT.copiedSettlement} />,
          },
        ]}
      />
      {reversedAt && <Text pad="16px 0">{TEXT.reversed}</Text>}
      <Text size="caption" tone="muted" pad="16px 0 0" line="top">
        {TEXT.timeZone(timeZone.replaceAll("_", " "))}
      </Text>
    </Card>
  );
}

function CopyOnScreen(props: ComponentProps<typeof CopyButton>) {
  return (
    <span data-for="screen">
      <CopyButton {...props} />
    </span>
  );
}

/** Paper has no copy button, so it contains the whole hash. */
function SettlementHash({ hash }: { hash: string }) {
  return (
    <>
      <span data-for="screen" title={hash}>
        {shorten(hash)}
      </span>
      <Text as="span" data-for="paper" maxWidth="34ch" pad="8px 0" breaks="anywhere">
        {hash}
      </Text>
    </>
  );
}

/** `8a0c41f2…9be07d13`: enough to compare it with the bank's by eye. */
function shorten(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 8)}…${hash.slice(-8)}` : hash;
}
