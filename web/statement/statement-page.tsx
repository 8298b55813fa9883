import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useSearch } from "wouter";
import { addUsd } from "../../worker/contract/money.ts";
import { STATEMENT_TEXT } from "../../worker/contract/statement-text.ts";
import { readIsoDate } from "../../worker/contract/trade-calendar.ts";
import { ApiError } from "../state/api.ts";
import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { type Query, useQuery } from "../state/use-query.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Facts } from "../ui/facts.tsx";
import { formatCount, formatDate, formatDateTime } from "../ui/format.ts";
import { ChevronLeft, Download, Printer } from "../ui/icon.tsx";
import { Box, Grid, Row, Stack, Text } from "../ui/layout.tsx";
import { ShowMore } from "../ui/list/show-more.tsx";
import { TableGrid } from "../ui/list/table.tsx";
import { Logo } from "../ui/logo.tsx";
import { Money } from "../ui/money.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { media } from "../ui/theme.ts";
import { useMinute } from "../ui/use-now.ts";
import { fetchStatement, type Period, type Statement, statementFilePath, statementPath } from "./statement-calls.ts";
import { monthsOf, periodOfMonth } from "./statement-months.ts";
import { statementPageText as text } from "./statement-page-text.ts";
import { StatementPeriod } from "./statement-period.tsx";

/** The page, and what is different on paper: no tools, no frame, and all rows. */
const Page = styled("div")`
  width: 100%;
  max-width: 1040px;
  margin: 0 auto;
  ${media.print} {
    max-width: none;
    & [data-for="screen"] {
      display: none;
    }
    & > article {
      padding: 0;
      border: 0;
    }
  }
`;

const Scroller = styled("div")`
  margin: 0 -20px;
  overflow-x: auto;
  /* All but the sums: they stay whole, and beside each other. */
  && th,
  && td:not([data-align]) {
    white-space: normal;
  }
  & [data-wraps] {
    overflow-wrap: anywhere;
  }
  ${media.phone} {
    margin: 0 -16px;
    & thead th,
    & tbody th {
      padding-left: 16px;
    }
    & tbody th {
      padding-block: 8px;
    }
  }
  ${media.print} {
    margin: 0;
    overflow: visible;
  }
`;

/** A table that wraps its cells on paper, and has no head that stays. */
const PaperTable = styled(TableGrid)`
  ${media.print} {
    & tr {
      break-inside: avoid;
    }
    & th,
    & td {
      padding: 0 8px 0 0;
      font-size: 11px;
      white-space: normal;
    }
    & thead th {
      position: static;
    }
  }
`;

/** A money statement, to read and to print: of the period that the address names, else of the last whole month. */
export function StatementPage() {
  useSignals();
  const [, navigate] = useLocation();
  const named = periodIn(useSearch());
  const nowMs = useMinute();
  const person = user.value;
  // During sign-out the signal is empty for a moment while this page is still mounted.
  if (!person) return null;
  const { timeZone } = person;
  const createdAtMs = Date.parse(person.createdAt);
  const [thisMonth = "", lastMonth = thisMonth] = monthsOf({ createdAtMs, nowMs }, timeZone);
  const period = named ?? periodOfMonth(lastMonth);
  const choice = { period, createdAtMs, nowMs, timeZone };
  return (
    <Page>
      <Row margin="0 0 8px -12px" data-for="screen">
        <ButtonLink href={ROUTE.accountHistory} variant="plain" icon={ChevronLeft}>
          {text.back}
        </ButtonLink>
      </Row>
      <Row wrap justify="space-between" gap={8} margin="0 0 16px" data-for="screen">
        <StatementPeriod {...choice} onPeriod={(chosen) => navigate(statementPath(chosen), { replace: true })} />
        <Row wrap gap={8} phone={{ width: "100%", each: 1 }}>
          <ButtonAnchor href={statementFilePath(period)} icon={Download} download>
            {text.file}
          </ButtonAnchor>
          <Button icon={Printer} onClick={() => window.print()}>
            {text.print}
          </Button>
        </Row>
      </Row>
      <OfPeriod key={`${period.from} ${period.to}`} period={period} />
    </Page>
  );
}

/** The period that an address names; null where it names none. */
function periodIn(search: string): Period | null {
  const query = new URLSearchParams(search);
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  return readIsoDate(from) === null || readIsoDate(to) === null ? null : { from, to };
}

function OfPeriod({ period }: { period: Period }) {
  const key = ["statement", period.from, period.to];
  const statement = useQuery({ key, fetch: (signal) => fetchStatement(period, signal) });
  return statement.value ? (
    <StatementPaper key={statement.value.madeAt} statement={statement.value} />
  ) : (
    <Card>{placeholderFor(statement)}</Card>
  );
}

/** @param statement a query without a response */
function placeholderFor({ error, isLoading, refetch }: Query<Statement>) {
  if (error instanceof ApiError && error.code === "invalid_input") {
    return <EmptyState title={text.refused} text={error.message} />;
  }
  const failure = loadFailure(error, text.failure);
  if (failure) return <ErrorState {...failure} isRetrying={isLoading} onRetry={refetch} />;
  return (
    <Loading label={text.loading}>
      <Stack gap={24}>
        <Skeleton width={160} height={48} />
        <Skeleton width="100%" height={320} />
      </Stack>
    </Loading>
  );
}

/** More are shown on demand, and printed always. */
const ROWS_AT_FIRST = 200;

function StatementPaper({ statement }: { statement: Statement }) {
  const { holder, email, from, to, timeZone, madeAt, opening, closing, totals, movements } = statement;
  const [isWhole, setIsWhole] = useState(movements.length <= ROWS_AT_FIRST);
  useLayoutEffect(() => {
    // Before the browser lays out its pages, also of a print that its own menu began.
    const showAll = () => flushSync(() => setIsWhole(true));
    window.addEventListener("beforeprint", showAll);
    return () => window.removeEventListener("beforeprint", showAll);
  }, []);
  return (
    <Card as="article" aria-labelledby="statement-heading" pad={32} phone={{ pad: "20px 16px" }}>
      <Row as="header" justify="space-between" gap={16} pad="0 0 20px">
        <Logo height={28} />
        <Text as="h2" id="statement-heading" tone="muted" weight={500}>
          {text.heading}
        </Text>
      </Row>
      <Grid columns={2} gap="0 32px" pad="16px 0" phone={{ columns: 1 }}>
        <Facts
          facts={[
            { name: text.holder, value: holder },
            { name: text.mail, value: email },
            { name: text.period, value: text.between(dateOf(from), dateOf(to)) },
            { name: text.made, value: formatDateTime(madeAt, timeZone) },
          ]}
        />
        <Facts
          facts={[
            { name: STATEMENT_TEXT.opening, value: whole(opening) },
            { name: text.deposits, value: moved(totals.deposits) },
            { name: text.withdrawals, value: moved(totals.withdrawals) },
            { name: text.trading, value: moved(totals.trading) },
            // Most periods have none.
            { name: text.corrections, value: totals.corrections ? moved(totals.corrections) : null },
            { name: STATEMENT_TEXT.closing, value: whole(closing) },
          ]}
        />
      </Grid>
      <Scroller tabIndex={0} role="region" aria-label={text.caption}>
        <PaperTable>
          <thead>
            <tr>
              <th scope="col" data-phone="hidden">
                {STATEMENT_TEXT.time}
              </th>
              <th scope="col">{STATEMENT_TEXT.movement}</th>
              <th scope="col" data-phone="hidden">
                {STATEMENT_TEXT.reference}
              </th>
              <th scope="col" data-align="right">
                {STATEMENT_TEXT.availableChange}
              </th>
              <th scope="col" data-align="right" data-phone="last">
                {STATEMENT_TEXT.available}
              </th>
              <th scope="col" data-align="right" data-phone="hidden">
                {STATEMENT_TEXT.heldChange}
              </th>
              <th scope="col" data-align="right" data-phone="hidden">
                {STATEMENT_TEXT.held}
              </th>
            </tr>
          </thead>
          <tbody>
            <BalanceRow name={STATEMENT_TEXT.opening} day={dateOf(from)} of={opening} />
            {(isWhole ? movements : movements.slice(0, ROWS_AT_FIRST)).map(
              ({ at, kind, reference, change, after }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are never moved, and several can have one moment and reference
                <tr key={index}>
                  <td data-phone="hidden">{formatDateTime(at, timeZone)}</td>
                  <th scope="row">
                    {STATEMENT_TEXT.kinds[kind]}
                    <Box showOn="phone">
                      <Text size="caption" tone="muted" weight={400} data-wraps>
                        {formatDateTime(at, timeZone)}
                        {reference && `, ${reference}`}
                      </Text>
                    </Box>
                  </th>
                  <td data-phone="hidden" data-wraps>
                    {reference}
                  </td>
                  <td data-align="right">{change.available === 0 ? null : moved(change.available)}</td>
                  <td data-align="right" data-phone="last">
                    {sum(after.available)}
                  </td>
                  <td data-align="right" data-phone="hidden">
                    {change.held === 0 ? null : moved(change.held)}
                  </td>
                  <td data-align="right" data-phone="hidden">
                    {sum(after.held)}
                  </td>
                </tr>
              ),
            )}
            {movements.length === 0 && (
              <tr>
                <td colSpan={7}>{text.empty}</td>
              </tr>
            )}
            {isWhole && <BalanceRow name={STATEMENT_TEXT.closing} day={dateOf(to)} of={closing} />}
          </tbody>
        </PaperTable>
      </Scroller>
      {!isWhole && <ShowMore onMore={() => setIsWhole(true)}>{text.more(formatCount(movements.length))}</ShowMore>}
      <Text size="caption" tone="muted" pad="16px 0 0" line="top">
        {text.zone(timeZone.replaceAll("_", " "))}
      </Text>
    </Card>
  );
}

function BalanceRow({ name, day, of }: { name: string; day: string; of: Statement["opening"] }) {
  return (
    <tr data-strong="true">
      <td data-phone="hidden">{day}</td>
      <th scope="row">{name}</th>
      <td data-phone="hidden" />
      <td />
      <td data-align="right" data-phone="last">
        {sum(of.available)}
      </td>
      <td data-phone="hidden" />
      <td data-align="right" data-phone="hidden">
        {sum(of.held)}
      </td>
    </tr>
  );
}

function dateOf(day: string): string {
  return formatDate(`${day}T00:00:00Z`, "UTC");
}

/** All money of the account, and how much of it is on hold. */
function whole({ available, held }: Statement["opening"]): ReactNode {
  return (
    <>
      {sum(addUsd([available, held]))}
      {held !== 0 && (
        <Text size="caption" tone="muted">
          {text.ofWhichHeld} {sum(held)}
        </Text>
      )}
    </>
  );
}

/** A statement has its sums in full, whatever is hidden on the screens. */
function sum(usd: number): ReactNode {
  return <Money usd={usd} shown="always" />;
}

function moved(usd: number): ReactNode {
  return <Money usd={usd} as="moved" shown="always" />;
}
