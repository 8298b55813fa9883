import { styled } from "goober";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import type { api, User } from "../../state/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { formatRelativeDay } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Money } from "../../ui/money.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { media, type } from "../../ui/theme.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { ItemPane, Panes, QueuePane } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { AGE_SORTS, BY_TIME, choiceField, PERIOD_FIELDS } from "../list/list-columns.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { QueueScreen } from "../list/queue-screen.tsx";
import { useAdminList } from "../list/use-admin-list.ts";
import { useListAddress } from "../list/use-list-address.ts";
import { FileName } from "./file-name.tsx";
import { FileProgress } from "./file-progress.tsx";
import { fetchImports, findUsers } from "./import-calls.ts";
import { ImportForm } from "./import-form.tsx";
import { ImportGuide } from "./import-guide.tsx";
import { ImportItem, ImportSkeleton } from "./import-item.tsx";
import { IMPORT_STATUS_STYLE } from "./import-status-style.ts";
import { IMPORT_TEXT } from "./import-text.ts";
import type { AdminUser, TradeImport } from "./import-types.ts";
import { TraderPicker } from "./trader-picker.tsx";
import { type StagedImport, useFileImport } from "./use-file-import.ts";

const Pad = styled("div")`
  display: grid;
  gap: 16px;
  padding: 12px 20px 20px;
  ${media.phone} {
    padding: 12px 16px 20px;
  }
`;

const Person = styled("div")`
  ${type.dense}
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 12px;
  padding-bottom: 16px;
  border-bottom: 1px solid var(--line);
  & > p {
    grid-column: 1 / -1;
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  & > b {
    ${type.body}
    font-weight: 600;
  }
`;

const Note = styled("p")`
  ${type.dense}
  color: var(--muted);
`;

const text = IMPORT_TEXT;
const { staged, committed, reversed } = text.status;
const { waiting } = text;
const IMPORT_LIST = {
  fields: fieldsOf<typeof api.admin.imports.$get, "user">()([
    choiceField("status", ADMIN_TEXT.status, { waiting, staged, committed, reversed }),
    ...PERIOD_FIELDS,
  ]),
  sorts: AGE_SORTS,
};
/** The trader's e-mail address and the open import are stored in the page's address: a reload and a link keep them. */
const PARAM = { trader: "trader", item: "item" } as const;

/** Imports closed trades from a file: the trader, the file, its preview, and earlier imports. */
export function ImportSection({ admin }: { admin: User }) {
  const [params, setParams] = useSearchParams();
  const email = params.get(PARAM.trader);
  /** Who was found for an address; without anybody the search field is shown. */
  const [found, setFound] = useState<{ email: string; trader: AdminUser | null } | null>(null);
  const isFound = email === null || found?.email === email;

  useEffect(() => {
    if (email === null || isFound) return;
    let isActive = true;
    const use = (trader: AdminUser | null) => isActive && setFound({ email, trader });
    findUsers(email).then(
      (users) => use(users.find((user) => user.email === email) ?? null),
      () => use(null),
    );
    return () => {
      isActive = false;
    };
  }, [email, isFound]);

  function pick(trader: AdminUser | null) {
    setFound(trader && { email: trader.email, trader });
    setParams(trader ? { [PARAM.trader]: trader.email } : {}, { replace: true });
  }

  // Nothing can be opened before the trader is known: it would close when the list of this trader replaces that of all.
  if (!isFound) return <FindingTrader isOpen={params.has(PARAM.item)} />;
  const trader = email === null ? null : (found?.trader ?? null);
  return <Imports key={trader?._id ?? ""} trader={trader} admin={admin} onPick={pick} />;
}

/** The section while the trader of the address is looked up. */
function FindingTrader({ isOpen }: { isOpen: boolean }) {
  return (
    <Panes data-open={isOpen}>
      <QueuePane aria-label={text.title} aria-busy="true">
        <Pad>
          <Loading label={text.loading}>
            <Skeleton width="100%" height={44} />
          </Loading>
          <Skeleton width="100%" height={160} />
        </Pad>
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
  const [params, setParams] = useSearchParams();
  const userId = trader?._id ?? "";
  const address = useListAddress(IMPORT_LIST, "newest", admin.timeZone);
  const query = useMemo(() => ({ ...(userId && { user: userId }), ...address.query }), [userId, address.query]);
  const list = useAdminList(useCallback((cursor) => fetchImports(query, cursor), [query]));
  /** The notes from parsing the file of the last staged import. */
  const [read, setRead] = useState<StagedImport | null>(null);
  const openId = params.get(PARAM.item);
  const file = useFileImport((staged) => {
    setRead(staged);
    open(staged.id);
  });
  const { state } = file;
  const isBusy = state.phase === "reading" || state.phase === "sending";

  function open(id: string | null) {
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (id === null) after.delete(PARAM.item);
      else after.set(PARAM.item, id);
      return after;
    });
  }

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

  useShortcuts({ j: () => move(1), k: () => move(-1) });

  return (
    <Panes data-open={openId !== null || state.phase !== "idle"}>
      <QueueScreen
        title={text.title}
        note={text.imports(list.rows?.length ?? 0, list.hasMore)}
        filters={
          <Pad>
            {trader === null ? (
              <TraderPicker onPick={onPick} />
            ) : (
              <Person>
                <b>{trader.name}</b>
                <Button size="dense" disabled={isBusy} onClick={() => onPick(null)}>
                  {text.trader.change}
                </Button>
                <p>{trader.email}</p>
              </Person>
            )}
            {trader?._id === admin._id && <Note>{text.trader.own}</Note>}
            {trader !== null && trader._id !== admin._id && (
              <ImportForm
                isBusy={isBusy}
                isNext={openId === null && state.phase === "idle"}
                onRead={(chosen, timeZone) => void file.start(chosen, { userId, timeZone })}
              />
            )}
          </Pad>
        }
        narrowing={{ address, file: { list: "imports", query } }}
        columns="68px minmax(0, 1fr) 92px 16px"
        heads={[
          { label: text.heads.date, sorts: BY_TIME },
          { label: trader === null ? text.heads.trader : text.heads.file },
          { label: text.heads.result, isRight: true },
          { label: "" },
        ]}
        list={list}
        openId={state.phase === "idle" ? (openId ?? undefined) : undefined}
        onOpen={show}
        row={(record) => <Cells record={record} timeZone={admin.timeZone} isOfOne={trader !== null} />}
        isMuted={({ status }) => status === "reversed"}
        empty={trader === null ? text.emptyAll : text.empty}
        loading={text.loading}
      />
      {state.phase !== "idle" ? (
        <ItemPane aria-label={text.item} aria-busy={isBusy}>
          <FileProgress state={state} onStop={file.stop} onResume={file.resume} />
        </ItemPane>
      ) : openId === null ? (
        <ItemPane aria-label={text.item}>
          <ImportGuide />
        </ItemPane>
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

function Cells({ record, timeZone, isOfOne }: { record: TradeImport; timeZone: string; isOfOne: boolean }) {
  return (
    <>
      {record.waitsForColleague ? (
        // A staged file expires after a day, so a waiting import needs no date.
        <Badge {...IMPORT_STATUS_STYLE.staged}>{text.waits}</Badge>
      ) : (
        <span data-tone="muted">{formatRelativeDay(record.createdAt, Date.now(), timeZone)}</span>
      )}
      {isOfOne ? <FileName name={record.fileName} /> : <span>{record.user.name}</span>}
      <b data-align="right">
        <Money usd={record.profitLoss ?? record.moves} as="moved" />
      </b>
      <span>
        <Icon of={IMPORT_STATUS_STYLE[record.status].icon} size={14} />
        <VisuallyHidden>{text.status[record.status]}</VisuallyHidden>
      </span>
    </>
  );
}
