import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { api, User } from "../../state/api.ts";
import { invalidate } from "../../state/query.ts";
import { fillNamedIn } from "../../state/receipt-links.ts";
import { Icon, KeyRound, Lock, Pencil } from "../../ui/icon.tsx";
import { Row, Text } from "../../ui/layout.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { KEYS } from "../core/admin-keys.ts";
import { adminKey } from "../core/admin-polling.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { viewOf } from "../core/admin-time.ts";
import { type Overtaken, OvertakenContext } from "../core/overtaken.ts";
import { hasRole } from "../core/roles.ts";
import { AGE_SORTS, choiceField, PERIOD_FIELDS } from "../list/list-fields.ts";
import { fieldsOf } from "../list/list-filter.ts";
import { type BarAction, ListScreen } from "../list/list-screen.tsx";
import type { ListSection } from "../list/queue-list.tsx";
import { dayColumn, moneyColumn, textColumn } from "../list/row-columns.tsx";
import { type ListSpec, useListAddress, useListAt } from "../list/use-list-address.ts";
import { useOpenItem } from "../list/use-open-item.ts";
import {
  type Decision,
  DecisionDialog,
  EndSessionsDialog,
  NoteDialog,
  type UserDialogProps,
} from "./user-action-dialogs.tsx";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import { type AdminUser, fetchUsers, findUser, type ListedUser, timelineOf, type UserSession } from "./user-calls.ts";
import { UserReceipt } from "./user-fills.tsx";
import { agreementStep, UserItem, useUserPage } from "./user-item.tsx";

const text = USER_ADMIN_TEXT;
const SPEC: ListSpec = {
  fields: fieldsOf<typeof api.admin.users.$get>()([
    { kind: "text", name: "search", label: text.search, placeholder: text.searchPlaceholder, isLead: true },
    { ...choiceField("state", text.state, text.states), isLead: true },
    ...PERIOD_FIELDS,
  ]),
  sorts: AGE_SORTS,
  order: "newest",
  matching: text.matching,
};
const USERS: ListSection<ListedUser> = {
  title: text.title,
  item: text.user,
  loading: text.loading,
  path: "users",
  note: (rows, hasMore) => text.shown(rows.length, hasMore),
  columns: [
    { head: ADMIN_TEXT.name, width: "minmax(0, 1.2fr)", cell: (listed) => <NameCell listed={listed} /> },
    textColumn(text.username, "minmax(0, 1fr)", ({ username }) => username, { isMuted: true, isWide: true }),
    dayColumn(text.signedUp, ({ createdAt }) => createdAt),
    moneyColumn(ADMIN_TEXT.money.balance, ({ balance }) => balance, { isStrong: false }),
  ],
  isMuted: ({ closedAt }) => closedAt !== null,
};

/** The open dialog, with the person as they were when it opened. */
type OpenDialog = { user: AdminUser } & (
  | { kind: Decision }
  | { kind: "note" }
  | { kind: "sessions"; session: UserSession | "all"; count: number }
);

export function UserSection({ admin }: { admin: User }) {
  useSignals();
  const isOwner = hasRole("owner");
  const address = useListAddress(SPEC, admin.timeZone);
  const list = useListAt(address, fetchUsers);
  const open = useOpenItem(list, findUser);
  const { item } = open;
  const shown = useUserPage(item?._id ?? null);
  const { dialog, openDialog, onDone, onConflict, onClose, conflict } = useUserDialog((id) => {
    shown.reload();
    void open.look(id);
  });
  const { fillId, showFill } = useFillAddress();
  const user = shown.page?._id === item?._id ? (shown.page?.user ?? null) : null;
  const isOwn = user?._id === admin._id;
  const target = user !== null && !isOwn && user.closedAt === null ? user : null;
  const sessions = shown.page?.sessions ?? [];

  const decide = (kind: Decision) => (target && isOwner ? () => openDialog({ user: target, kind }) : undefined);
  // An approval that is on record is not given again: it waits for another admin's.
  const mayAgree = (agreement: Parameters<typeof agreementStep>[0]) =>
    agreementStep(agreement, admin._id, Date.now()) !== "waits";
  const changeRole =
    target?.role === "admin"
      ? decide("remove")
      : target && mayAgree(target.appointment)
        ? decide("appoint")
        : undefined;
  const resetFactor = target?.security.twoFactor && mayAgree(target.secondFactorReset) ? decide("reset") : undefined;
  const note = user !== null && !isOwn ? () => openDialog({ user, kind: "note" }) : undefined;
  const onEnd =
    target && hasRole("operator", "owner")
      ? (session: UserSession | "all") =>
          openDialog({ user: target, kind: "sessions", session, count: sessions.length })
      : null;

  const isFrozen = target?.frozenAt != null;
  const freeze: BarAction = {
    key: KEYS.freeze,
    label: isFrozen ? text.unfreeze : text.freeze,
    tone: isFrozen ? "accent" : "danger",
    icon: Lock,
    run: decide(isFrozen ? "unfreeze" : "freeze"),
  };
  const actions: BarAction[] = [
    { key: KEYS.note, label: text.addNote, icon: Pencil, run: note },
    ...(isOwner ? [freeze] : []),
  ];

  return (
    <>
      <ListScreen
        section={USERS}
        list={list}
        address={address}
        open={open}
        view={viewOf(admin, Date.now())}
        empty={text.empty}
        item={({ _id, name }) => (
          <UserItem
            key={_id}
            name={name}
            open={shown}
            admin={admin}
            conflict={conflict?.id === _id ? conflict.message : null}
            onEnd={onEnd}
            onRole={changeRole}
            onResetFactor={resetFactor}
            onFill={showFill}
            onBack={open.close}
          />
        )}
        actions={actions}
        message={isOwn ? text.own : user?.closedAt ? text.closedActions : null}
      />
      {item && fillId !== null && (
        <UserReceipt
          key={`${item._id} ${fillId}`}
          user={item}
          fillId={fillId}
          timeZone={admin.timeZone}
          onClose={() => showFill(null)}
        />
      )}
      {dialog && (
        <OvertakenContext value={overtakenOf(dialog, user, openDialog)}>
          <UserDialog dialog={dialog} onDone={onDone} onConflict={onConflict} onClose={onClose} />
        </OvertakenContext>
      )}
    </>
  );
}

/** The fill in the address, whose receipt is shown, so that a link opens it; null for none. */
function useFillAddress() {
  const [params, setParams] = useSearchParams();
  const named = fillNamedIn(params.get("fill") ?? "");
  return {
    fillId: named?.fillId ?? null,
    showFill(next: number | null): void {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (next === null) after.delete("fill");
          else after.set("fill", String(next));
          return after;
        },
        { replace: true },
      );
    },
  };
}

/**
 * The open dialog, and what another admin's action in the meantime made of it.
 * @param reload loads the person again, after an action or a conflict
 */
function useUserDialog(reload: (id: string) => void) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [conflict, setConflict] = useState<{ id: string; message: string } | null>(null);
  const id = dialog?.user._id ?? "";
  return {
    dialog,
    openDialog: setDialog,
    onClose: () => setDialog(null),
    /** While a dialog is open, it says so itself. */
    conflict: dialog === null ? conflict : null,
    onDone(message: string) {
      setDialog(null);
      setConflict(null);
      toast.success(message);
      // Each action adds an entry to it.
      void invalidate(adminKey("list", timelineOf, id));
      reload(id);
    },
    onConflict(message: string) {
      setConflict({ id, message });
      reload(id);
    },
  };
}

/** How the person has changed since a dialog about them was opened, as the dialog shows it; null without a change. */
function overtakenOf(dialog: OpenDialog, now: AdminUser | null, open: (dialog: OpenDialog) => void): Overtaken | null {
  const { user, kind } = dialog;
  if (kind === "note" || now?._id !== user._id) return null;
  const isAgreedSince =
    (kind === "appoint" && now.appointment.approvals.have !== user.appointment.approvals.have) ||
    (kind === "reset" && now.secondFactorReset.approvals.have !== user.secondFactorReset.approvals.have);
  if (now.version === user.version && !isAgreedSince) return null;
  const { name, role, frozenAt, closedAt } = now;
  const isSame = role === user.role && frozenAt === user.frozenAt && closedAt === user.closedAt;
  const { admin, frozen, closed } = text.badge;
  const state = [
    name,
    role === "admin" && admin,
    frozenAt !== null && frozen,
    closedAt !== null && closed,
    isAgreedSince && text.agreement.agreedSince,
  ];
  return { now: state.filter(Boolean).join(", "), goOn: isSame ? () => open({ ...dialog, user: now }) : null };
}

function UserDialog({ dialog, ...on }: Omit<UserDialogProps, "user"> & { dialog: OpenDialog }) {
  const { user, kind } = dialog;
  if (kind === "note") return <NoteDialog {...on} user={user} />;
  if (kind !== "sessions") return <DecisionDialog {...on} user={user} decision={kind} />;
  return <EndSessionsDialog {...on} user={user} session={dialog.session} count={dialog.count} />;
}

/** The name, and an icon beside that of a frozen account or an admin. */
function NameCell({ listed: { name, frozenAt, role } }: { listed: ListedUser }) {
  const label = frozenAt !== null ? text.badge.frozen : role === "admin" ? text.badge.admin : null;
  return (
    <Row as="span" gap={6}>
      <Text as="b" weight={500} breaks="ellipsis">
        {name}
      </Text>
      {label !== null && (
        <Text as="span" tone="warn" role="img" aria-label={label} title={label}>
          <Icon of={frozenAt !== null ? Lock : KeyRound} size={14} />
        </Text>
      )}
    </Row>
  );
}
