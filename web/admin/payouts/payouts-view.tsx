import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { invalidate } from "../../state/query.ts";
import { ROUTE } from "../../state/routes.ts";
import { useQuery } from "../../state/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatAge, formatMoney } from "../../ui/format.ts";
import { Icon, Lock, Pause, TriangleAlert } from "../../ui/icon.tsx";
import { Box, Row, Text } from "../../ui/layout.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TextButton } from "../../ui/text-button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { media } from "../../ui/theme.ts";
import { useMinute } from "../../ui/use-now.ts";
import { ADMIN_POLL_MS, adminKey, queues } from "../core/admin-polling.ts";
import type { AdminView } from "../core/admin-time.ts";
import { focusItem } from "../core/item-head.tsx";
import { hasRole } from "../core/roles.ts";
import { AMOUNT_SORTS } from "../list/list-fields.ts";
import { stagePath } from "../withdrawals/stage-path.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "../withdrawals/withdrawal-admin-text.ts";
import { useBatchDraft } from "./batch-draft.ts";
import { BatchPane, plannedBatch } from "./batch-pane.tsx";
import { draftTotals, sumOf } from "./draft-rules.ts";
import { MadeBatch, type MadeBatchProps } from "./made-batch.tsx";
import { MakeBatch } from "./make-batch.tsx";
import { PastBatches } from "./past-batches.tsx";
import { BATCH, DRAFT, VIEW } from "./payout-address.ts";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import { fetchBatches, fetchToPay, findBatch, type PayoutBatch, type ToPay } from "./payout-calls.ts";
import { shownRows, toPayFilterIn } from "./to-pay-filter.ts";
import { ToPayHead } from "./to-pay-head.tsx";
import { ToPayList } from "./to-pay-list.tsx";

/** From this size list and pane scroll by themselves above the batch that is back; on smaller screens the page does. */
const ROOMY = "@media (min-width: 1024px) and (min-height: 820px)";

const Frame = styled("div")`
  flex: 1;
  min-height: 0;
  overflow: auto;
  display: grid;
  grid-template: "list" auto "pane" auto "made" auto "past" auto "foot" auto / minmax(0, 1fr);
  align-content: start;
  & > [data-area="list"] {
    grid-area: list;
    display: flex;
    flex-direction: column;
    min-width: 0;
  }
  & > [data-area="pane"] {
    grid-area: pane;
    display: flex;
    flex-direction: column;
    min-width: 0;
    border-top: 1px solid var(--line);
    background: var(--surface);
  }
  & > [data-area="made"] {
    grid-area: made;
    min-width: 0;
    border-top: 1px solid var(--line);
  }
  & > [data-area="past"] {
    grid-area: past;
    min-width: 0;
  }
  @media (min-width: 1024px) {
    grid-template: "list pane" auto "made made" auto "past past" auto / minmax(0, 1fr) clamp(320px, 26vw, 368px);
    & > [data-area="pane"] {
      position: sticky;
      top: 0;
      align-self: start;
      border-top: 0;
      border-left: 1px solid var(--line);
    }
  }
  ${ROOMY} {
    grid-template-rows: minmax(260px, 1fr) fit-content(44%) auto;
    align-content: stretch;
    & > [data-area="list"] {
      --rows-flex: 1;
      --rows-overflow: auto;
      min-height: 0;
    }
    & > [data-area="pane"] {
      position: static;
      align-self: stretch;
    }
    & > [data-area="pane"],
    & > [data-area="made"] {
      overflow: auto;
    }
  }
  /* A phone has the batch in a view of its own, and its sum at the foot of the list. */
  ${media.phone} {
    & > [data-area="pane"] {
      display: none;
      border-top: 0;
    }
    &[data-draft="true"] > [data-area="pane"] {
      display: flex;
    }
    &[data-draft="true"] > :not([data-area="pane"]) {
      display: none;
    }
    &[data-draft="true"] {
      background: var(--surface);
    }
  }
`;

/** At the foot of a phone's list. */
const DraftFoot = styled("div")`
  display: none;
  ${media.phone} {
    position: sticky;
    bottom: 0;
    z-index: 2;
    grid-area: foot;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding: 8px 16px max(8px, env(safe-area-inset-bottom));
    border-top: 1px solid var(--line);
    background: var(--raised);
  }
`;

const text = PAYOUT_ADMIN_TEXT;
const KEY = adminKey("payouts");

/** What is to be paid with the batch of it, above the newest batch that is back, and the batches before. */
export function PayoutsView({ view }: { view: AdminView }) {
  useSignals();
  const nowMs = useMinute();
  const [params, setParams] = useSearchParams();
  const [draft, change] = useBatchDraft();
  const [isMaking, setIsMaking] = useState(false);
  const [sort, setSort] = useState<(typeof AMOUNT_SORTS)[number]>("oldest");
  const read = useQuery({
    key: adminKey("payouts", "to pay"),
    fetch: fetchToPay,
    everyMs: ADMIN_POLL_MS,
    isLoadedAnew: true,
  });
  const { value: batches } = useQuery({
    key: adminKey("payouts", "batches"),
    fetch: async (signal) => (await fetchBatches(null, signal)).rows,
    everyMs: ADMIN_POLL_MS,
  });
  const isOperator = hasRole("operator");
  const isDraftShown = params.get(VIEW) === DRAFT;
  const opened = params.get(BATCH) ?? newestOpen(batches ?? [])?._id ?? null;
  const answer = read.value;
  const listed = answer === null ? null : listedRows(answer.rows, new Set(draft.chosen.map(({ _id }) => _id)));
  const filter = toPayFilterIn(params);
  const rows = listed === null ? null : shownRows(listed, filter, sort, nowMs);
  const totals = answer && draftTotals(answer.rows, draft.chosen);
  const planned = answer && totals && plannedBatch(answer, totals, draft);
  const shownIds = new Set(rows?.map(({ _id }) => _id));

  function showDraft(isShown: boolean) {
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (isShown) after.set(VIEW, DRAFT);
      else after.delete(VIEW);
      return after;
    });
    if (isShown) focusItem();
  }

  function clearFilter() {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of ["bank", "sum", "age"]) after.delete(name);
        return after;
      },
      { replace: true },
    );
  }

  /** An act stays with its batch, whatever comes back meanwhile, and the batch is still there after it. */
  function keepOpened() {
    if (opened === null) return;
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(BATCH, opened);
        return after;
      },
      { replace: true },
    );
  }

  const changed = () => void invalidate(KEY);
  return (
    <Frame data-draft={isDraftShown}>
      <section data-area="list" aria-label={text.toPay}>
        <ToPayHead
          totals={listed && { count: listed.length, sum: sumOf(listed) }}
          shownCount={rows?.length ?? 0}
          banks={banksOf(listed ?? [])}
          filter={filter}
        />
        {answer !== null && read.error !== null && (
          <Callout
            size="strip"
            tone="warn"
            role="alert"
            action={<TextButton onClick={() => void read.refetch()}>{text.retry}</TextButton>}
          >
            {text.stale(formatAge(nowMs - read.atMs))}
          </Callout>
        )}
        {answer?.isPaused && (
          <Callout size="strip" tone="warn" icon={Pause}>
            {text.paused} <TextLink href={ROUTE.admin}>{text.pausedLink}</TextLink>
          </Callout>
        )}
        {rows === null ? (
          <NotThere read={read} />
        ) : (
          <ToPayList
            rows={rows}
            chosen={draft.chosen}
            onChoose={(chosen) => change({ chosen })}
            sort={sort}
            onSort={(next) => setSort(AMOUNT_SORTS.find((one) => one === next) ?? "oldest")}
            adminId={view.admin._id}
            nowMs={nowMs}
            mayChoose={isOperator}
            empty={<NothingToPay isFiltered={(listed?.length ?? 0) > 0} onClear={clearFilter} />}
          />
        )}
        <Rules rows={rows ?? []} hasMore={(answer?.rows.length ?? 0) >= ROWS_MAX} />
      </section>
      <div data-area="pane">
        {planned && answer && isOperator ? (
          <BatchPane
            planned={planned}
            answer={answer}
            draft={draft}
            onChange={change}
            hiddenCount={planned.totals.rows.filter(({ _id }) => !shownIds.has(_id)).length}
            onMake={() => setIsMaking(true)}
            onBack={() => showDraft(false)}
          />
        ) : (
          <PanePlaceholder isOperator={isOperator} isLoading={read.isLoading} />
        )}
      </div>
      <div data-area="made">
        {opened !== null && <OpenedBatch key={opened} id={opened} view={view} onAsk={keepOpened} onChanged={changed} />}
      </div>
      <div data-area="past">
        {batches && (
          <PastBatches
            hasAny={batches.length > 0}
            batches={batches.filter(({ _id }) => _id !== opened)}
            timeZone={view.admin.timeZone}
          />
        )}
      </div>
      {planned && isOperator && planned.totals.rows.length > 0 && !isDraftShown && (
        <DraftFoot>
          <Text as="b" weight={600} className="num">
            {text.ticked(planned.totals.rows.length, formatMoney(planned.totals.sum))}
          </Text>
          <Button variant="accent" onClick={() => showDraft(true)}>
            {text.draft.show}
          </Button>
        </DraftFoot>
      )}
      {isMaking && planned && (
        <MakeBatch
          planned={planned}
          onMade={(batch) => {
            setIsMaking(false);
            const ids = new Set(planned.totals.rows.map(({ _id }) => _id));
            change({ chosen: draft.chosen.filter(({ _id }) => !ids.has(_id)) });
            setParams(
              (before) => {
                const after = new URLSearchParams(before);
                after.delete(VIEW);
                after.set(BATCH, batch._id);
                return after;
              },
              { replace: true },
            );
            changed();
          }}
          onRefused={changed}
          onClose={() => setIsMaking(false)}
        />
      )}
    </Frame>
  );
}

/** As many rows as the API gives at most. */
const ROWS_MAX = 500;

/** The listed withdrawals: those that nobody pays yet, and those of the draft that somebody pays meanwhile. */
function listedRows(rows: readonly ToPay[], chosenIds: ReadonlySet<string>): ToPay[] {
  return rows.filter(({ _id, payer, batch }) => (payer === null && batch === null) || chosenIds.has(_id));
}

function banksOf(rows: readonly ToPay[]) {
  return [...Map.groupBy(rows, ({ bank }) => bank)]
    .map(([name, of]) => ({ name, count: of.length, sum: sumOf(of) }))
    .sort((one, other) => other.count - one.count);
}

/** The batch that is shown unless another one is opened: the newest that is back, else the newest with the bank. */
function newestOpen(batches: readonly PayoutBatch[]): PayoutBatch | undefined {
  return batches.find(({ state }) => state === "back") ?? batches.find(({ state }) => state === "with_bank");
}

type ReadState = { error: unknown; isLoading: boolean; refetch: () => Promise<void> };

function NotThere({ read: { error, isLoading, refetch } }: { read: ReadState }) {
  if (error !== null) {
    return (
      <ErrorState title={text.failed} text={text.failedDetail} isRetrying={isLoading} onRetry={() => void refetch()} />
    );
  }
  return (
    <Loading label={text.loading}>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key
        <Row key={row} gap={16} height={32} pad="0 20px" line="bottom" phone={{ height: 56, pad: "0 16px" }}>
          <Skeleton width={16} height={16} />
          <Skeleton width="100%" height={12} />
          <Skeleton width={64} height={12} />
        </Row>
      ))}
    </Loading>
  );
}

function NothingToPay({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  useSignals();
  if (isFiltered) {
    const [title, detail] = text.emptyFilter;
    return (
      <EmptyState
        title={title}
        text={detail}
        action={
          <Button size="dense" onClick={onClear}>
            {text.clearFilter}
          </Button>
        }
      />
    );
  }
  const [title, detail] = text.empty;
  const count = queues.value?.withdrawals.views.to_decide.count ?? 0;
  return (
    <EmptyState
      title={title}
      text={detail}
      action={
        count > 0 && (
          <TextLink href={stagePath("to_decide")} tone="accent">
            {WITHDRAWAL_ADMIN_TEXT.elsewhere("to_decide", count)}
          </TextLink>
        )
      }
    />
  );
}

/** The rules by which rows are closed, where some are. */
function Rules({ rows, hasMore }: { rows: readonly ToPay[]; hasMore: boolean }) {
  const has = (reason: ToPay["closedBecause"]) => rows.some(({ closedBecause }) => closedBecause === reason);
  if (!hasMore && !has("you_approved") && !has("holder_differs")) return null;
  return (
    <Row
      as="footer"
      wrap
      gap="4px 16px"
      grow={false}
      minHeight={40}
      pad="6px 20px"
      line="top"
      size="caption"
      tone="muted"
      phone={{ pad: "6px 16px" }}
    >
      {has("you_approved") && <Rule icon={Lock}>{text.rules.alone}</Rule>}
      {has("holder_differs") && <Rule icon={TriangleAlert}>{text.rules.holder}</Rule>}
      {hasMore && <span>{text.hasMore(ROWS_MAX)}</span>}
    </Row>
  );
}

function Rule({ icon, children }: { icon: typeof Lock; children: string }) {
  return (
    <Row as="span" gap={6}>
      <Icon of={icon} size={14} />
      {children}
    </Row>
  );
}

function PanePlaceholder({ isOperator, isLoading }: { isOperator: boolean; isLoading: boolean }) {
  return (
    <Box pad="16px 20px" phone={{ pad: 16 }}>
      {!isOperator && (
        <Text size="dense" tone="muted">
          {text.draft.operators}
        </Text>
      )}
      {isOperator && isLoading && <Skeleton width="100%" height={180} />}
    </Box>
  );
}

type OpenedBatchProps = { id: string } & Omit<MadeBatchProps, "detail">;

function OpenedBatch({ id, ...props }: OpenedBatchProps) {
  const read = useQuery({
    key: adminKey("payouts", "batch", id),
    fetch: async (signal) => ({ found: await findBatch(id, signal) }),
    everyMs: ADMIN_POLL_MS,
  });
  if (read.value === null) {
    return read.error !== null ? (
      <ErrorState
        title={text.batchFailed}
        text={text.batchFailedDetail}
        isRetrying={read.isLoading}
        onRetry={() => void read.refetch()}
      />
    ) : (
      <Box pad={20}>
        <Skeleton width="100%" height={120} />
      </Box>
    );
  }
  const { found } = read.value;
  if (found === null) {
    return (
      <EmptyState
        title={text.batchGone}
        action={
          <TextLink href={ROUTE.adminPayouts} tone="accent">
            {text.toPay}
          </TextLink>
        }
      />
    );
  }
  return <MadeBatch {...props} detail={found} />;
}
