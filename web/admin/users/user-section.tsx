import { styled } from "goober";
import { useCallback, useState } from "react";
import type { api, User } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { formatRelativeDay } from "../../ui/format.ts";
import { Icon, KeyRound, Lock, Pencil } from "../../ui/icon.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toaster.tsx";
import { ActionBar, ActionBarSpace, ItemPane, Panes } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { timesFor } from "../core/admin-time.ts";
import { ButtonKey } from "../core/key-cap.tsx";
import { ItemSteps } from "../list/item-steps.tsx";
import { AGE_SORTS, BY_TIME, choiceField, PERIOD_FIELDS } from "../list/list-columns.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { NothingOpen } from "../list/nothing-open.tsx";
import { QueueScreen } from "../list/queue-screen.tsx";
import { useAdminList } from "../list/use-admin-list.ts";
import { type ListSpec, useListAddress } from "../list/use-list-address.ts";
import { useListKeys } from "../list/use-list-keys.ts";
import { useOpenItem } from "../list/use-open-item.ts";
import { type Decision, DecisionDialog, EndSessionsDialog, NoteDialog } from "./user-action-dialogs.tsx";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import { fetchUsers, findUser } from "./user-calls.ts";
import { UserItem, useUserPage } from "./user-item.tsx";
import type { AdminUser, ListedUser, UserSession } from "./user-types.ts";

const Named = styled("span")`
  display: flex;
  align-items: center;
  gap: 6px;
  & > b {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > [role="img"] {
    display: inline-flex;
    color: var(--warn);
  }
`;

const text = USER_ADMIN_TEXT;
const USER_LIST = {
  fields: fieldsOf<typeof api.admin.users.$get>()([
    { kind: "text", name: "search", label: text.search, placeholder: text.searchPlaceholder, isLead: true },
    { ...choiceField("state", text.state, text.states), isLead: true },
    ...PERIOD_FIELDS,
  ]),
  sorts: AGE_SORTS,
  matching: text.matching,
} satisfies ListSpec;

/** The open dialog, with the person as they were when it opened. */
type OpenDialog = { user: AdminUser } & (
  | { kind: Decision }
  | { kind: "note" }
  | { kind: "sessions"; session: UserSession | "all"; count: number }
);

/** People: a searchable list, the page of one person, and the actions on their account. */
export function UserSection({ admin }: { admin: User }) {
  const address = useListAddress(USER_LIST, "newest", admin.timeZone);
  const { query } = address;
  const list = useAdminList(useCallback((cursor) => fetchUsers(query, cursor), [query]));
  const open = useOpenItem(list, findUser);
  const { item } = open;
  const shown = useUserPage(item?._id ?? null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [conflict, setConflict] = useState<{ id: string; message: string } | null>(null);
  /** Counts actions: each adds an entry to the timeline, which is then loaded again. */
  const [actionCount, setActionCount] = useState(0);
  const user = shown.page?._id === item?._id ? (shown.page?.user ?? null) : null;
  const isOwn = user?._id === admin._id;
  const nowMs = Date.now();
  const at = timesFor(admin.timeZone, nowMs);
  const target = user !== null && !isOwn && user.closedAt === null ? user : null;
  const sessions = shown.page?.sessions ?? [];

  function onDone(id: string, message: string) {
    setDialog(null);
    setConflict(null);
    setActionCount((count) => count + 1);
    toast.success(message);
    shown.reload();
    void open.look(id);
  }

  function onConflict(id: string, message: string) {
    setDialog(null);
    setConflict({ id, message });
    shown.reload();
    void open.look(id);
  }

  const decide = (kind: Decision) => (target ? () => setDialog({ user: target, kind }) : undefined);
  const freeze = decide(target?.frozenAt == null ? "freeze" : "unfreeze");
  const changeRole = decide(target?.role === "admin" ? "remove" : "appoint");
  const note = user !== null && !isOwn ? () => setDialog({ user, kind: "note" }) : undefined;
  const onEnd = target
    ? (session: UserSession | "all") => setDialog({ user: target, kind: "sessions", session, count: sessions.length })
    : null;

  useListKeys(open, {
    f: freeze,
    n: note,
  });

  const dialogProps = dialog && {
    user: dialog.user,
    onDone: (message: string) => onDone(dialog.user._id, message),
    onConflict: (message: string) => onConflict(dialog.user._id, message),
    onClose: () => setDialog(null),
  };

  return (
    <Panes data-open={item !== null}>
      <QueueScreen
        title={text.title}
        note={text.shown(list.rows?.length ?? 0, list.hasMore)}
        narrowing={{ address, file: { list: "users", query } }}
        columns="minmax(0, 1fr) 88px 92px"
        wideColumns="minmax(0, 1.2fr) minmax(0, 1fr) 88px 92px"
        heads={[
          { label: ADMIN_TEXT.name },
          { label: text.username, isWide: true },
          { label: text.signedUp, sorts: BY_TIME },
          { label: ADMIN_TEXT.money.balance, isRight: true },
        ]}
        list={list}
        openId={item?._id}
        onOpen={open.openRow}
        row={(listed) => (
          <>
            <Named>
              <b>{listed.name}</b>
              <StateMark listed={listed} />
            </Named>
            <span data-wide data-tone="muted">
              {listed.username}
            </span>
            <span className="num" data-tone="muted" title={at(listed.createdAt)}>
              {formatRelativeDay(listed.createdAt, nowMs, admin.timeZone)}
            </span>
            <span data-align="right">
              <Money usd={listed.balance} />
            </span>
          </>
        )}
        isMuted={({ closedAt }) => closedAt !== null}
        empty={text.empty}
        loading={text.loading}
      />
      <ItemPane aria-label={text.user}>
        {item ? (
          <UserItem
            key={`${item._id} ${actionCount}`}
            name={item.name}
            open={shown}
            admin={admin}
            conflict={conflict?.id === item._id ? conflict.message : null}
            onEnd={onEnd}
            onRole={changeRole}
            onBack={open.close}
          />
        ) : (
          <NothingOpen list={list} />
        )}
      </ItemPane>
      {item && (
        <ActionBar>
          <ItemSteps open={open} />
          <ActionBarSpace>{isOwn ? text.own : user?.closedAt ? text.closedActions : null}</ActionBarSpace>
          <Button icon={Pencil} aria-keyshortcuts="n" disabled={!note} onClick={note}>
            <ButtonKey>N</ButtonKey>
            {text.addNote}
          </Button>
          <Button
            variant={target?.frozenAt == null ? "danger" : "accent"}
            icon={Lock}
            aria-keyshortcuts="f"
            disabled={!freeze}
            onClick={freeze}
          >
            <ButtonKey>F</ButtonKey>
            {target?.frozenAt == null ? text.freeze : text.unfreeze}
          </Button>
        </ActionBar>
      )}
      {dialogProps && dialog.kind === "note" && <NoteDialog {...dialogProps} />}
      {dialogProps && dialog.kind === "sessions" && (
        <EndSessionsDialog {...dialogProps} session={dialog.session} count={dialog.count} />
      )}
      {dialogProps && dialog.kind !== "note" && dialog.kind !== "sessions" && (
        <DecisionDialog {...dialogProps} decision={dialog.kind} />
      )}
    </Panes>
  );
}

/** An icon beside the name of a frozen account or an admin. */
function StateMark({ listed: { frozenAt, role } }: { listed: ListedUser }) {
  const label = frozenAt !== null ? text.badge.frozen : role === "admin" ? text.badge.admin : null;
  if (label === null) return null;
  return (
    <span role="img" aria-label={label} title={label}>
      <Icon of={frozenAt !== null ? Lock : KeyRound} size={14} />
    </span>
  );
}
