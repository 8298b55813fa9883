import { useEffect, useState } from "react";
import type { User } from "../../state/api.ts";
import { usePages } from "../../state/pages.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatCount, formatDate, formatMoney, formatSignedMoney } from "../../ui/format.ts";
import { CircleCheck, Clock, type IconGlyph, Undo2 } from "../../ui/icon.tsx";
import { Box } from "../../ui/layout.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { ActionDialog } from "../core/action-dialog.tsx";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import { ActionBar, ActionBarSpace, ItemColumns, ItemMain, ItemPane } from "../core/admin-layout.ts";
import { adminKey } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { timesFor } from "../core/admin-time.ts";
import { focusItem, ItemHead } from "../core/item-head.tsx";
import { type BodyDialogProps, SendingDialog } from "../core/sending-dialog.tsx";
import { TextDialog } from "../core/text-dialog.tsx";
import {
  type CommitBody,
  commitImport,
  fetchImport,
  type ImportStatus,
  type ImportView,
  reverseImport,
  type TradeImport,
} from "./import-calls.ts";
import { ImportFlags } from "./import-flags.tsx";
import { ImportRows } from "./import-rows.tsx";
import { IMPORT_TEXT } from "./import-text.ts";
import type { RowFault } from "./ledger-trades.ts";

const text = IMPORT_TEXT;

type ImportItemProps = {
  id: string;
  admin: User;
  notes: readonly RowFault[];
  onChange: (after: TradeImport) => void;
  onClose: () => void;
};

/** One import: its expected result before the commit and its outcome after it, with the next possible action. */
export function ImportItem(props: ImportItemProps) {
  const shown = useImportView(props.id);
  const { view, error, isLoading } = shown;
  const isShown = view !== null;

  // The focus moves to the item's head; on a phone the item covers the element that had the focus.
  useEffect(() => {
    if (isShown) focusItem();
  }, [isShown]);

  if (view) return <LoadedImport {...props} view={view} shown={shown} />;
  return (
    <ItemPane aria-label={text.item}>
      {error !== null && !isLoading ? (
        <ErrorState title={ADMIN_TEXT.loadFailed} text={ADMIN_TEXT.loadFailedDetail} onRetry={shown.reload} />
      ) : (
        <ImportSkeleton />
      )}
    </ItemPane>
  );
}

/** An import with its rows, page by page. Changing the kind of rows keeps the import on the screen while they load. */
function useImportView(id: string) {
  const [fate, setFate] = useState<"new" | "duplicate" | null>(null);
  const { value, lastValue, isLoading, error, hasMore, loadMore, reload } = usePages({
    key: adminKey("import", id, fate),
    fetchPage: (cursor, signal) => fetchImport(id, fate, cursor, signal),
  });
  return {
    view: lastValue,
    rows: value?.rows ?? null,
    isLoading,
    error,
    fate,
    chooseFate: setFate,
    hasMore,
    loadMore,
    reload,
  };
}

type ShownImport = ReturnType<typeof useImportView>;
type LoadedImportProps = ImportItemProps & { view: ImportView; shown: ShownImport };

function LoadedImport({ view, shown, admin, notes, onChange, onClose }: LoadedImportProps) {
  const [conflict, setConflict] = useState<string | null>(null);
  const { import: record, summary } = view;
  const at = timesFor(admin.timeZone, Date.now());
  return (
    <>
      <ItemPane aria-label={text.item}>
        <ItemColumns>
          <ItemMain>
            <ItemHead
              figure={formatSignedMoney(summary ? summary.profitLoss : (record.profitLoss ?? 0))}
              badge={
                <Badge {...IMPORT_STATUS_STYLE[record.status]}>
                  {record.waitsForColleague ? text.waiting : text.status[record.status]}
                </Badge>
              }
              lead={`${record.user.name}, ${record.fileName}`}
              onBack={onClose}
            />
            <ImportFlags view={view} notes={notes} conflict={conflict} />
            <FactColumns>
              <AdminFacts title={summary ? text.facts.outcome : text.facts.result} facts={outcomeFacts(view)} />
              <AdminFacts title={text.facts.file} facts={fileFacts(record)} />
              {record.status !== "staged" && <AdminFacts title={text.facts.course} facts={courseFacts(record, at)} />}
            </FactColumns>
            {record.status !== "reversed" && (
              <Card isFlush as="div">
                <Box minWidth={0}>
                  {summary ? <StagedRows view={view} shown={shown} /> : <ShownRows view={view} shown={shown} />}
                </Box>
              </Card>
            )}
          </ItemMain>
        </ItemColumns>
      </ItemPane>
      {record.status !== "reversed" && (
        <ImportActions
          view={view}
          onDone={(after) => {
            setConflict(null);
            shown.reload();
            onChange(after);
          }}
          onConflict={(message) => {
            setConflict(message);
            shown.reload();
          }}
          onDiscard={onClose}
        />
      )}
    </>
  );
}

type ImportActionsProps = {
  view: ImportView;
  onDone: (after: TradeImport) => void;
  onConflict: (message: string) => void;
  onDiscard: () => void;
};

/** The next action on an import, and its dialog: its commit, or its reversal. */
function ImportActions({ view, onDone, onConflict, onDiscard }: ImportActionsProps) {
  // By its name: an import that somebody else commits meanwhile must not turn the question about a commit into one about its
  // reversal.
  const [question, ask] = useState<"commit" | "reverse" | null>(null);
  const { import: record, summary } = view;
  const isPossible = view.shortBy === 0 && view.notYours === null;
  const canCommit = summary !== null && summary.staged === record.rowCount && summary.fresh > 0 && isPossible;
  const close = () => ask(null);
  const sending = {
    onDone(after: TradeImport) {
      close();
      const count = after.tradeCount ?? 0;
      toast.success(after.status === "committed" ? text.done(count, after.user.name) : text.reversedToast(count));
      onDone(after);
    },
    onConflict,
    onClose: close,
  };
  return (
    <>
      <ActionBar>
        {summary && <Button onClick={onDiscard}>{text.discard}</Button>}
        <ActionBarSpace />
        {summary ? (
          <Button variant="accent" data-main disabled={!canCommit} onClick={() => ask("commit")}>
            {text.commit(summary.fresh, summary.profitLoss)}
          </Button>
        ) : (
          <Button variant="danger" disabled={!isPossible} onClick={() => ask("reverse")}>
            {text.reverse}
          </Button>
        )}
      </ActionBar>
      {question === "commit" && summary && (
        <SendingDialog {...sending} send={(body: CommitBody, key) => commitImport(record._id, body, key)}>
          {(dialog) => <CommitDialog {...dialog} view={view} summary={summary} />}
        </SendingDialog>
      )}
      {question === "reverse" && record.status === "committed" && (
        <SendingDialog {...sending} send={(body: { reason: string }, key) => reverseImport(record._id, body, key)}>
          {(dialog) => <ReverseDialog {...dialog} record={record} />}
        </SendingDialog>
      )}
    </>
  );
}

const FATES = ["all", "new", "duplicate"] as const;

type RowsProps = { view: ImportView; shown: ShownImport };

/** The rows of a staged import, by what the import does with them. */
function StagedRows({ view, shown }: RowsProps) {
  const { summary } = view;
  const fate = shown.fate ?? "all";
  const counts = { all: summary?.staged, new: summary?.fresh, duplicate: summary?.duplicates };
  return (
    <>
      <Tabs
        id="fates"
        label={text.fates}
        isInset
        value={fate}
        items={FATES.map((value) => ({ value, label: text.fate[value], count: counts[value] ?? 0 }))}
        onChange={(next) => shown.chooseFate(next === "all" ? null : next)}
      />
      <TabPanel id="fates" value={fate}>
        {shown.error !== null && shown.rows === null ? (
          <ErrorState title={ADMIN_TEXT.loadFailed} text={ADMIN_TEXT.loadFailedDetail} onRetry={shown.reload} />
        ) : (
          <ShownRows view={view} shown={shown} />
        )}
      </TabPanel>
    </>
  );
}

function ShownRows({ view, shown: { rows, isLoading, hasMore, loadMore } }: RowsProps) {
  return <ImportRows record={view.import} rows={rows} isLoading={isLoading} hasMore={hasMore} onMore={loadMore} />;
}

function outcomeFacts({ import: record, summary, balance }: ImportView): AdminFact[] {
  const money = (usd: number) => ({ value: formatMoney(usd), isFigure: true });
  const signed = (usd: number) => ({ value: formatSignedMoney(usd), isFigure: true });
  const count = (value: number) => ({ value: formatCount(value), isFigure: true });
  if (!summary) {
    return [
      { name: text.fresh, ...count(record.tradeCount ?? 0) },
      { name: text.duplicates, ...count(record.rowCount - (record.tradeCount ?? 0)) },
      { name: text.balance, ...money(balance) },
    ];
  }
  return [
    { name: text.fresh, ...count(summary.fresh) },
    { name: text.duplicates, ...count(summary.duplicates) },
    ...(summary.duplicates > 0 ? [{ name: text.fileResult, ...signed(summary.fileProfitLoss) }] : []),
    { name: text.period, value: periodOf(summary, record.timeZone), isFigure: true },
    { name: text.balance, ...money(balance) },
    { name: text.balanceAfter, ...money(summary.balanceAfter) },
  ];
}

function periodOf(
  { firstCloseTime, lastCloseTime }: { firstCloseTime: string | null; lastCloseTime: string | null },
  timeZone: string,
): string | null {
  if (firstCloseTime === null || lastCloseTime === null) return null;
  const [first, last] = [formatDate(firstCloseTime, timeZone), formatDate(lastCloseTime, timeZone)];
  return first === last ? first : `${first} – ${last}`;
}

function fileFacts({ user, status, format, timeZone, traderTimeZone, rowCount }: TradeImport): AdminFact[] {
  return [
    { name: text.format, value: text.formatWord[format] },
    { name: text.rowCount, value: formatCount(rowCount), isFigure: true },
    { name: text.zone, value: timeZone },
    { name: text.traderZone, value: traderTimeZone },
    { name: ADMIN_TEXT.email, value: user.email },
    { name: text.kept, value: status === "staged" ? text.keptFor : null },
  ];
}

function courseFacts(record: TradeImport, at: (instant: string) => string): AdminFact[] {
  const { createdByName, createdAt, committedByName, committedAt, reversedByName, reversedAt, reason, _id } = record;
  const step = (who: string | null, when: string | null) => when && (who ? text.by(who, at(when)) : at(when));
  return [
    { name: text.opened, value: step(createdByName, createdAt), isFigure: true },
    { name: text.committed, value: step(committedByName, committedAt), isFigure: true },
    { name: text.reversed, value: step(reversedByName, reversedAt), isFigure: true },
    { name: text.reason, value: reason },
    { name: text.reference, value: _id },
  ];
}

export function ImportSkeleton() {
  return (
    <ItemMain>
      <Loading label={text.rowsLoading}>
        <Skeleton width={220} height={36} />
      </Loading>
      <Skeleton width="100%" height={160} />
      <Skeleton width="100%" height={320} />
    </ItemMain>
  );
}

type CommitDialogProps = BodyDialogProps<CommitBody> & {
  view: ImportView;
  summary: NonNullable<ImportView["summary"]>;
};

/** Confirms an import before it is committed: its effect on the balance, and one button. */
function CommitDialog({ view, summary, onSubmit, ...dialog }: CommitDialogProps) {
  return (
    <ActionDialog
      {...dialog}
      title={text.commitTitle(summary.fresh)}
      lead={text.commitLead(view.import.user.name, view.balance, summary.balanceAfter)}
      submit={text.commit(summary.fresh, summary.profitLoss)}
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit({ seen: { trades: summary.fresh, profitLoss: summary.profitLoss } })}
    />
  );
}

/** Reverses a whole import, with a reason that is stored with it. */
function ReverseDialog({ record, onSubmit, ...dialog }: BodyDialogProps<{ reason: string }> & { record: TradeImport }) {
  const count = record.tradeCount ?? 0;
  return (
    <TextDialog
      {...dialog}
      title={text.reverseTitle(count)}
      lead={text.reverseLead(record.user.name, record.profitLoss ?? 0)}
      submit={text.reverseSubmit(count)}
      isDanger
      needsStepUp
      label={text.reasonLabel}
      field="reason"
      missing={text.reasonMissing}
      onSubmit={(reason) => onSubmit({ reason })}
    />
  );
}

export const IMPORT_STATUS_STYLE: Record<ImportStatus, { tone: BadgeTone; icon: IconGlyph }> = {
  staged: { tone: "warn", icon: Clock },
  committed: { tone: "up", icon: CircleCheck },
  reversed: { tone: "neutral", icon: Undo2 },
};
