import { styled } from "goober";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useSearchParams } from "wouter";
import { CSV_COLUMNS } from "../../imports/formats/own-csv.ts";
import type { api, User } from "../../state/api.ts";
import { useQuery } from "../../state/use-query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Grid, Stack, Text } from "../../ui/layout.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { KEYS } from "../core/admin-keys.ts";
import { ItemPane, Panes, QueuePane, QuietText } from "../core/admin-layout.ts";
import { adminKey } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { viewOf } from "../core/admin-time.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { AGE_SORTS, choiceField, PERIOD_FIELDS } from "../list/list-fields.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { type ListSection, QueueList } from "../list/queue-list.tsx";
import { dayColumn, markColumn, moneyColumn, type RowColumn, textColumn } from "../list/row-columns.tsx";
import { type ListSpec, useListAddress, useListAt } from "../list/use-list-address.ts";
import { FileProgress } from "./file-progress.tsx";
import { type AdminUser, fetchImports, findUsers, type TradeImport } from "./import-calls.ts";
import { ImportForm } from "./import-form.tsx";
import { IMPORT_STATUS_STYLE, ImportItem, ImportSkeleton } from "./import-item.tsx";
import { IMPORT_TEXT } from "./import-text.ts";
import { TraderPicker } from "./trader-picker.tsx";
import { type StagedImport, useFileImport } from "./use-file-import.ts";

const Whole = styled("span")`
  display: flex;
  min-width: 0;
  white-space: pre;
  & > :first-child {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

const text = IMPORT_TEXT;
const { staged, committed, reversed } = text.status;
const { waiting } = text;
const SPEC: ListSpec = {
  fields: fieldsOf<typeof api.admin.imports.$get, "user">()([
    choiceField("status", ADMIN_TEXT.status, { waiting, staged, committed, reversed }),
    ...PERIOD_FIELDS,
  ]),
  sorts: AGE_SORTS,
  order: "newest",
};
const DATE = dayColumn<TradeImport>(text.heads.date, ({ createdAt }) => createdAt);

/** @param subject who or what an import is of: where it is one person's list, its file */
const importsWith = (subject: RowColumn<TradeImport>): ListSection<TradeImport> => ({
  title: text.title,
  item: text.item,
  loading: text.loading,
  path: "imports",
  note: (rows, hasMore) => text.imports(rows.length, hasMore),
  columns: [
    {
      ...DATE,
      cell: (record, view) =>
        record.waitsForColleague ? (
          // A staged file expires after a day, so a waiting import needs no date.
          <Badge {...IMPORT_STATUS_STYLE.staged}>{text.waits}</Badge>
        ) : (
          DATE.cell(record, view)
        ),
    },
    subject,
    moneyColumn(text.heads.result, ({ profitLoss, moves }) => profitLoss ?? moves, { as: "moved" }),
    markColumn(({ status }) => ({ icon: IMPORT_STATUS_STYLE[status].icon, label: text.status[status] })),
  ],
  isMuted: ({ status }) => status === "reversed",
});
const IMPORTS = importsWith(textColumn(text.heads.trader, "minmax(0, 1fr)", ({ user }) => user.name));
const IMPORTS_OF_ONE = importsWith({
  head: text.heads.file,
  width: "minmax(0, 1fr)",
  cell: ({ fileName }) => <FileName name={fileName} />,
});
/** The trader's e-mail address and the open import are stored in the page's address: a reload and a link keep them. */
const PARAM = { trader: "trader", item: "item" } as const;

/** Imports closed trades from a file: the trader, the file, its preview, and earlier imports. */
export function ImportSection({ admin }: { admin: User }) {
  const [params, setParams] = useSearchParams();
  const email = params.get(PARAM.trader);
  const [picked, setPicked] = useState<AdminUser | null>(null);
  const isPicked = picked !== null && picked.email === email;
  const found = useQuery({
    key: email === null || isPicked ? null : adminKey("trader", email),
    fetch: async (signal) => (await findUsers(email ?? "", signal)).filter((user) => user.email === email),
  });
  // Without anybody, or when nobody could be found, the search field is shown.
  const isFound = email === null || isPicked || found.value !== null || found.error !== null;

  function pick(trader: AdminUser | null) {
    setPicked(trader);
    setParams(trader ? { [PARAM.trader]: trader.email } : {}, { replace: true });
  }

  // Nothing can be opened before the trader is known: it would close when the list of this trader replaces that of all.
  if (!isFound) return <FindingTrader isOpen={params.has(PARAM.item)} />;
  const trader = isPicked ? picked : (found.value?.[0] ?? null);
  return <Imports key={trader?._id ?? ""} trader={trader} admin={admin} onPick={pick} />;
}

/** The section while the trader of the address is looked up. */
function FindingTrader({ isOpen }: { isOpen: boolean }) {
  return (
    <Panes data-open={isOpen}>
      <QueuePane aria-label={text.title} aria-busy="true">
        <Stack gap={16} pad="12px 20px 20px" phone={{ pad: "12px 16px 20px" }}>
          <Loading label={text.loading}>
            <Skeleton width="100%" height={44} />
          </Loading>
          <Skeleton width="100%" height={160} />
        </Stack>
      </QueuePane>
      <ItemPane aria-label={text.item} aria-busy={isOpen}>
        {isOpen ? <ImportSkeleton /> : <ImportGuide />}
      </ItemPane>
    </Panes>
  );
}

type ImportsProps = { trader: AdminUser | null; admin: User; onPick: (trader: AdminUser | null) => void };

/** Imports of all traders or of one; for one trader, also the form for the next file. */
function Imports({ trader, admin, onPick }: ImportsProps) {
  const [openId, open] = useOpenImport();
  const userId = trader?._id ?? "";
  const address = useListAddress({ ...SPEC, ...(userId && { fixed: { user: userId } }) }, admin.timeZone);
  const list = useListAt(address, fetchImports);
  /** The notes from parsing the file of the last staged import. */
  const [read, setRead] = useState<StagedImport | null>(null);
  const file = useFileImport((staged) => {
    setRead(staged);
    open(staged.id);
  });
  const { phase } = file.state;
  const isBusy = phase === "reading" || phase === "sending";

  function show(id: string) {
    if (isBusy) return;
    file.stop();
    open(id);
  }

  function move(step: 1 | -1) {
    const rows = list.rows ?? [];
    const next = rows[rows.findIndex(({ _id }) => _id === openId) + step];
    if (next) show(next._id);
  }

  useShortcuts({ [KEYS.next]: () => move(1), [KEYS.previous]: () => move(-1) });

  return (
    <Panes data-open={openId !== null || phase !== "idle"}>
      <QueueList
        section={trader === null ? IMPORTS : IMPORTS_OF_ONE}
        list={list}
        address={address}
        view={viewOf(admin, Date.now())}
        above={
          <ImportTarget
            trader={trader}
            isOwn={trader?._id === admin._id}
            isBusy={isBusy}
            isNext={openId === null && phase === "idle"}
            onPick={onPick}
            onRead={(chosen, timeZone) => void file.start(chosen, { userId, timeZone })}
          />
        }
        empty={trader === null ? text.emptyAll : text.empty}
        openId={phase === "idle" ? (openId ?? undefined) : undefined}
        onOpen={show}
      />
      {phase !== "idle" || openId === null ? (
        <FilePane file={file} isBusy={isBusy} />
      ) : (
        <ImportItem
          key={openId}
          id={openId}
          admin={admin}
          notes={read?.id === openId ? read.notes : []}
          onChange={list.reload}
          onClose={() => open(null)}
        />
      )}
    </Panes>
  );
}

/** The file that is read or sent; without one, what can be imported. */
function FilePane({ file, isBusy }: { file: ReturnType<typeof useFileImport>; isBusy: boolean }) {
  const { state, stop, resume } = file;
  return (
    <ItemPane aria-label={text.item} aria-busy={isBusy}>
      {state.phase === "idle" ? <ImportGuide /> : <FileProgress state={state} onStop={stop} onResume={resume} />}
    </ItemPane>
  );
}

/** The open import's id in the address, and opening another or none. */
function useOpenImport(): [openId: string | null, open: (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  function open(id: string | null) {
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (id === null) after.delete(PARAM.item);
      else after.set(PARAM.item, id);
      return after;
    });
  }
  return [params.get(PARAM.item), open];
}

/** Characters kept at the end: an account number or a month, and the extension. */
const END_LENGTH = 11;

type ImportTargetProps = Pick<ImportsProps, "trader" | "onPick"> &
  ComponentProps<typeof ImportForm> & {
    /** Whether the trader is the admin: nobody imports for themselves. */
    isOwn: boolean;
  };

/** The trader whose trades are imported, and the form for their file. */
function ImportTarget({ trader, onPick, isOwn, ...form }: ImportTargetProps) {
  return (
    <Stack gap={16} pad="12px 20px 20px" phone={{ pad: "12px 16px 20px" }}>
      {trader === null ? (
        <TraderPicker onPick={onPick} />
      ) : (
        <Grid columns="minmax(0, 1fr) auto" align="center" gap="0 12px" pad="0 0 16px" line="bottom" size="dense">
          <Text as="b" size="body" weight={600}>
            {trader.name}
          </Text>
          <Button size="dense" disabled={form.isBusy} onClick={() => onPick(null)}>
            {text.trader.change}
          </Button>
          <Text span="all" tone="muted" breaks="anywhere">
            {trader.email}
          </Text>
        </Grid>
      )}
      {isOwn && <QuietText>{text.trader.own}</QuietText>}
      {trader !== null && !isOwn && <ImportForm {...form} />}
    </Stack>
  );
}

/** A file name that is shortened in the middle: files of one broker differ at the end. */
function FileName({ name }: { name: string }) {
  return (
    <Whole title={name}>
      <span aria-hidden="true">{name.slice(0, -END_LENGTH)}</span>
      <span aria-hidden="true">{name.slice(-END_LENGTH)}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </Whole>
  );
}

const guide = IMPORT_TEXT.guide;

function ImportGuide() {
  return (
    <Stack gap={16} maxWidth={640} pad={20} phone={{ pad: 16 }}>
      <Text as="h2" size="section">
        {guide.title}
      </Text>
      <dl>
        <Term name={guide.mt5}>{guide.mt5Detail}</Term>
        <Term name={guide.csv}>{guide.csvDetail}</Term>
        <Term name={guide.csvColumns}>
          {CSV_COLUMNS.map((name, index) => (
            <span key={name}>
              <Text as="span" size="dense" tone="text" breaks="never">
                {name}
              </Text>
              {index < CSV_COLUMNS.length - 1 && ", "}
            </span>
          ))}
        </Term>
        <Term name={guide.limits}>{guide.limitsDetail}</Term>
      </dl>
    </Stack>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Grid columns="120px minmax(0, 1fr)" gap="4px 16px" pad="12px 0" line="top" phone={{ columns: 1 }}>
      <Text as="dt" weight={500}>
        {name}
      </Text>
      <Text as="dd" tone="muted" breaks="pretty">
        {children}
      </Text>
    </Grid>
  );
}
