import { useSignals } from "@preact/signals-react/runtime";
import { useSearchParams } from "wouter";
import type { User } from "../../state/api.ts";
import { useQuery } from "../../state/use-query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatDate, NO_VALUE } from "../../ui/format.ts";
import { ChevronLeft, Clock, Printer, ShieldCheck, TriangleAlert } from "../../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../../ui/layout.tsx";
import { type Column, Table } from "../../ui/list/table.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { PageColumn, PagePane } from "../core/admin-layout.ts";
import { ADMIN_POLL_MS } from "../core/admin-polling.ts";
import { hasRole } from "../core/roles.ts";
import { ListDownload } from "../list/list-download.tsx";
import { CloseActions } from "../month-close/close-actions.tsx";
import { MONTH, monthPath } from "../month-close/month-address.ts";
import { fetchMonths, MONTHS_KEY, type MonthClosed, type Months } from "../month-close/month-calls.ts";
import { Holds, useMonth } from "../month-close/month-dialogs.tsx";
import { monthName, shortDigest } from "../month-close/month-names.ts";
import { MONTH_ADMIN_TEXT } from "../month-close/month-text.ts";
import { MonthPaper } from "./month-paper.tsx";
import { MONTH_REPORT_TEXT } from "./month-report-text.ts";

const text = MONTH_REPORT_TEXT;

/** The months with their closes, and the report of one of them. */
export function MonthsView({ admin }: { admin: User }) {
  const [params] = useSearchParams();
  const month = params.get(MONTH);
  return (
    <PagePane>
      <PageColumn maxWidth={960} margin="0">
        {month === null ? <MonthList admin={admin} /> : <MonthPage key={month} admin={admin} month={month} />}
      </PageColumn>
    </PagePane>
  );
}

type MonthRow = Months["months"][number];

function MonthList({ admin }: { admin: User }) {
  const { value, error, isLoading, refetch } = useQuery({
    key: MONTHS_KEY,
    fetch: fetchMonths,
    everyMs: ADMIN_POLL_MS,
  });
  if (value === null && error !== null) {
    return <ErrorState title={text.failed} text={text.failedDetail} isRetrying={isLoading} onRetry={refetch} />;
  }
  const columns: Column<MonthRow>[] = [
    {
      key: "month",
      head: text.month,
      isRowHead: true,
      cell: ({ month }) => <TextLink href={monthPath(month)}>{monthName(month)}</TextLink>,
    },
    { key: "state", head: text.state, cell: (row) => <StateBadge row={row} next={value?.next ?? null} /> },
    {
      key: "people",
      head: text.people,
      isHiddenOnPhone: true,
      cell: ({ close }) => close && [close.preparedBy, close.sealedBy].filter(Boolean).join(", "),
    },
    {
      key: "sealed",
      head: text.sealedOn,
      cell: ({ close }) => (close?.sealedAt ? formatDate(close.sealedAt, admin.timeZone) : NO_VALUE),
    },
    {
      key: "digest",
      head: MONTH_ADMIN_TEXT.digest,
      isHiddenOnPhone: true,
      cell: ({ close }) => close?.state === "sealed" && shortDigest(close.digest),
    },
  ];
  return (
    <>
      <div>
        <Text as="h2" size="section">
          {text.title}
        </Text>
        <Text size="body" tone="muted">
          {text.lead}
        </Text>
      </div>
      <Card isFlush>
        <Table
          caption={text.title}
          columns={columns}
          rows={value?.months ?? null}
          rowKey={({ month }) => month}
          empty={<EmptyState title={text.empty} text={text.emptyDetail} />}
        />
      </Card>
    </>
  );
}

function StateBadge({ row: { month, close, isRunning }, next }: { row: MonthRow; next: string | null }) {
  if (close?.isIntact === false) {
    return (
      <Badge tone="down" icon={TriangleAlert}>
        {text.states.broken}
      </Badge>
    );
  }
  if (close?.state === "sealed") {
    return (
      <Badge tone="up" icon={ShieldCheck}>
        {text.states.sealed}
      </Badge>
    );
  }
  if (close) {
    return (
      <Badge tone="warn" icon={Clock}>
        {MONTH_ADMIN_TEXT.oneOfTwo(close.preparedBy)}
      </Badge>
    );
  }
  if (isRunning) return text.states.running;
  return next === null || next === month ? text.states.open : text.states.later;
}

/** The report of a month, with what can be done about its close. */
function MonthPage({ admin, month }: { admin: User; month: string }) {
  useSignals();
  const { value: shown, error, isLoading, refetch } = useMonth(month);
  const close = shown?.close ?? null;
  return (
    <>
      <Row margin="0 0 -8px -12px" data-for="screen">
        <ButtonLink href={monthPath()} variant="plain" icon={ChevronLeft}>
          {text.back}
        </ButtonLink>
      </Row>
      {shown === null ? (
        error !== null ? (
          <ErrorState
            title={MONTH_ADMIN_TEXT.failed}
            text={MONTH_ADMIN_TEXT.failedDetail}
            isRetrying={isLoading}
            onRetry={refetch}
          />
        ) : (
          <Card>
            <Loading label={MONTH_ADMIN_TEXT.loading}>
              <Stack gap={24}>
                <Skeleton width={160} height={48} />
                <Skeleton width="100%" height={320} />
              </Stack>
            </Loading>
          </Card>
        )
      ) : (
        <>
          <Box data-for="screen">
            <Row wrap justify="space-between" gap={8}>
              <Row wrap gap={8}>
                <ListDownload list={`months/${month}`} query={{}} size="normal" />
                <Button icon={Printer} onClick={() => window.print()}>
                  {text.print}
                </Button>
              </Row>
              <Row wrap gap={8}>
                <CloseActions month={month} close={close} isFree={shown.holds.length === 0} />
              </Row>
            </Row>
            <Stack gap={8} margin="16px 0 0">
              <Notices close={close} isOutdated={shown.isOutdated} adminId={admin._id} />
              <Holds holds={shown.holds} />
              {error !== null && <Callout tone="warn">{MONTH_ADMIN_TEXT.stale}</Callout>}
            </Stack>
          </Box>
          <MonthPaper shown={shown} timeZone={admin.timeZone} />
        </>
      )}
    </>
  );
}

type NoticesProps = { close: MonthClosed | null; isOutdated: boolean; adminId: string };

function Notices({ close, isOutdated, adminId }: NoticesProps) {
  useSignals();
  if (close === null) return null;
  if (!close.isIntact) {
    return (
      <Callout tone="down" role="alert">
        <b>{MONTH_ADMIN_TEXT.broken}</b> {MONTH_ADMIN_TEXT.brokenDetail}
      </Callout>
    );
  }
  if (close.state === "sealed") return null;
  return (
    <>
      <Callout>
        {MONTH_ADMIN_TEXT.oneOfTwo(close.preparedBy)}
        {close.preparedById === adminId && hasRole("operator") && `. ${MONTH_ADMIN_TEXT.yours}`}
      </Callout>
      {isOutdated && <Callout tone="warn">{MONTH_ADMIN_TEXT.outdated}</Callout>}
    </>
  );
}
