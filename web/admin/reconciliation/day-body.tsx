import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useLocation } from "wouter";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Callout } from "../../ui/callout.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatCount } from "../../ui/format.ts";
import { FileUp } from "../../ui/icon.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { ShowMore } from "../../ui/list/show-more.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StaleLine } from "../../ui/stale-line.tsx";
import { KEYS } from "../core/admin-keys.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { hasRole } from "../core/roles.ts";
import { ledgerPath } from "../ledger/ledger-address.ts";
import { DayGrid } from "./day-grid.tsx";
import type { DayRow } from "./day-rows.ts";
import { reconciliationPath, shortDay, type usePlace } from "./reconciliation-address.ts";
import { RECONCILIATION_TEXT } from "./reconciliation-text.ts";
import type { ShownDay } from "./statement-calls.ts";

/** The side of the bank while no statement has the day. */
const NoStatement = styled("div")`
  display: grid;
  place-items: center;
  margin: 12px 20px;
  border: 1px dashed var(--control);
  border-radius: var(--radius-card);
`;

const text = RECONCILIATION_TEXT;
const ROWS_MAX = 3_000;
const SHOWN = (openCount: number | null) => [
  { value: "all" as const, label: text.all },
  {
    value: "open" as const,
    label: openCount === null ? text.onlyOpen : `${text.onlyOpen} ${formatCount(openCount)}`,
  },
];

type DayBodyProps = {
  place: ReturnType<typeof usePlace>;
  shown: ShownDay | null;
  rows: readonly DayRow[];
  chosen: string | null;
  read: { error: unknown; atMs: number | undefined; refetch: () => unknown };
  timeZone: string;
  /** How many lines are asked for. */
  count: number;
  onCount: (count: number) => void;
  onChoose: (id: string) => void;
  /** Null for those who may not. */
  onMatch: (() => void) | null;
  onImport: (() => void) | null;
};

/** A day's lines and transfers, and what is said in their place while there are none. */
export function DayBody({ place, shown, rows, chosen, read, ...props }: DayBodyProps) {
  useSignals();
  const { timeZone, count, onCount, onChoose, onMatch, onImport } = props;
  const { day, currency, is } = place;
  const [, navigate] = useLocation();
  const isOperator = hasRole("operator");
  const hasDay = shown?.accounts.some((account) => account.hasDay) ?? false;
  const hasAccount = (shown?.accounts.length ?? 0) > 0;
  return (
    <>
      {shown && read.error !== null && <StaleLine atMs={read.atMs}>{ADMIN_TEXT.stale}</StaleLine>}
      {shown && shown.matchable > 0 && onMatch && (
        <Callout
          size="strip"
          tone="info"
          action={
            <Button size="dense" onClick={onMatch}>
              {text.match}
            </Button>
          }
        >
          {text.matchable(shown.matchable)}
        </Callout>
      )}
      {shown && (
        <Row wrap justify="space-between" gap={8} pad="8px 20px" phone={{ pad: "8px 16px" }}>
          <Row gap="4px 24px" wrap size="body">
            <CountedTitle title={text.lines} count={text.lineCount(shown.counts.lines)} />
            <CountedTitle title={text.transfers} count={text.transferCount(shown.counts.transfers)} />
          </Row>
          <Segments
            label={text.show}
            size="dense"
            value={is}
            options={SHOWN(shown.counts.openLines + shown.counts.openTransfers)}
            onChange={(next) => navigate(reconciliationPath({ day, currency, is: next }))}
          />
        </Row>
      )}
      {shown && hasAccount && !hasDay && (
        <NoStatement>
          <EmptyState
            title={text.noStatementYet}
            text={text.noStatementDetail}
            action={
              onImport && (
                <Button variant="accent" icon={FileUp} onClick={onImport}>
                  {text.importDay(shortDay(day))}
                </Button>
              )
            }
          />
        </NoStatement>
      )}
      {shown && !hasAccount && (
        <EmptyState
          title={text.noAccount[0]}
          text={text.noAccount[1]}
          action={isOperator && <ButtonLink href={ledgerPath("books")}>{text.openAccount}</ButtonLink>}
        />
      )}
      {rows.length > 0 && (
        <DayGrid
          rows={rows}
          chosen={chosen}
          timeZone={timeZone}
          isOperator={isOperator}
          hasStatement={hasDay}
          onChoose={onChoose}
        />
      )}
      {shown && rows.length === 0 && hasDay && (
        <EmptyState
          title={is === "open" ? text.emptyOpen[0] : text.emptyDay[0]}
          text={is === "open" ? text.emptyOpen[1] : text.emptyDay[1]}
        />
      )}
      {shown && <MoreRows shown={shown} is={is} count={count} onMore={onCount} />}
      {shown && rows.length > 0 && <GridFoot shown={shown} isOperator={isOperator} />}
      {shown === null && read.error === null && <LoadingRows />}
      {shown === null && read.error !== null && (
        <ErrorState title={text.failed} text={text.failedDetail} onRetry={() => void read.refetch()} />
      )}
    </>
  );
}

function CountedTitle({ title, count }: { title: string; count: string }) {
  return (
    <Row gap={8}>
      <Text as="h3" size="body" weight={600}>
        {title}
      </Text>
      <Text as="span" size="dense" tone="muted" className="num">
        {count}
      </Text>
    </Row>
  );
}

type MoreRowsProps = { shown: ShownDay; is: "all" | "open"; count: number; onMore: (count: number) => void };

/** That a day has more lines than are shown. */
function MoreRows({ shown, is, count, onMore }: MoreRowsProps) {
  const whole = is === "open" ? shown.counts.openLines : shown.counts.lines;
  if (shown.lines.length >= whole) return null;
  if (count < ROWS_MAX) return <ShowMore onMore={() => onMore(Math.min(ROWS_MAX, count * 3))}>{text.more}</ShowMore>;
  return (
    <Text size="dense" tone="muted" pad="12px 20px">
      {text.mostShown(ROWS_MAX)}
    </Text>
  );
}

function GridFoot({ shown: { counts }, isOperator }: { shown: ShownDay; isOperator: boolean }) {
  return (
    <Row
      wrap
      justify="space-between"
      gap="4px 16px"
      pad="10px 20px"
      size="dense"
      tone="muted"
      phone={{ pad: "10px 16px" }}
    >
      <span>
        {text.matchedFoot(
          text.of(counts.lines - counts.openLines, counts.lines),
          text.of(counts.transfers - counts.openTransfers, counts.transfers),
        )}
      </span>
      <Row as="span" gap={6} showOn="pointer">
        <KeyCap>{KEYS.next}</KeyCap>
        <KeyCap>{KEYS.previous}</KeyCap>
        {text.nextOpen}
        {isOperator && (
          <>
            <KeyCap>{KEYS.link}</KeyCap>
            {text.linkByKey}
          </>
        )}
      </Row>
    </Row>
  );
}

function LoadingRows() {
  return (
    <Stack gap={8} pad="12px 20px" aria-label={text.loading} role="status">
      {Array.from({ length: 8 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same
        <Skeleton key={place} width="100%" height={24} />
      ))}
    </Stack>
  );
}
