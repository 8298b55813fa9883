import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { keptQuery, SAVED_VIEW, type SavedViewList } from "../../../worker/contract/saved-views.ts";
import { ApiError, answer, api } from "../../state/api.ts";
import { invalidate } from "../../state/query.ts";
import { ROUTE } from "../../state/routes.ts";
import { useQuery } from "../../state/use-query.ts";
import { problemOf } from "../../state/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { Bookmark, X } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { undoToast } from "../../ui/toast/undo-toast.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { adminKey } from "../core/admin-polling.ts";
import { idempotencyHeaders } from "../core/call-parts.ts";
import { type BodyDialogProps, SendingDialog } from "../core/sending-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import { SAVED_VIEW_TEXT as text } from "./saved-view-text.ts";
import { type QueueView, ViewsPane } from "./views-pane.tsx";

/** A view that an admin saved. @property query the filter and order, as the list's address has them */
type SavedView = { _id: string; list: SavedViewList; name: string; query: string };
type NewView = Omit<SavedView, "_id">;

const PATHS: Record<SavedViewList, string> = {
  withdrawals: ROUTE.adminWithdrawals,
  identities: ROUTE.adminIdentities,
  exceptions: ROUTE.adminExceptions,
  deposits: ROUTE.adminDeposits,
};

const { views } = api.admin;
const KEY = adminKey("views");

async function fetchViews(signal: AbortSignal): Promise<readonly SavedView[]> {
  return (await answer(views.$get({}, { init: { signal } }))).views;
}

async function sendView(view: NewView, key: string): Promise<SavedView> {
  return (await answer(views.$post({ json: view }, idempotencyHeaders(key)))).view;
}

/** Names the saved view that was chosen, as several may be the same list. */
const CHOSEN = "view";

const savedViewPath = (view: SavedView) =>
  `${PATHS[view.list]}?${new URLSearchParams([...new URLSearchParams(view.query), [CHOSEN, view._id]])}`;

type ListViewsProps = {
  list: SavedViewList;
  /** Of the pane, and of the views that the list has anyway. */
  label: string;
  title: string;
  views: readonly QueueView[];
  foot?: string;
};

/**
 * The views of a list, and those that the admin saved of it. Of saved ones the one that was chosen is current, else the first that is this
 * list, unless it is a view that the list has anyway. A saved view may narrow one of these, which is then not current.
 */
export function ListViews({ list, label, title, views, foot }: ListViewsProps) {
  const search = useSearch();
  const query = keptQuery(search);
  const { value } = useQuery({ key: KEY, fetch: fetchViews });
  const saved = (value ?? []).filter((view) => view.list === list);
  const same = saved.filter((view) => view.query === query);
  const chosen = new URLSearchParams(search).get(CHOSEN);
  const isOwn = views.some(({ href }) => keptQuery(href.split("?")[1] ?? "") === query);
  const current = same.find(({ _id }) => _id === chosen) ?? (isOwn ? undefined : same[0]);
  const savedViews = saved.map(
    (view): QueueView => ({
      href: savedViewPath(view),
      icon: Bookmark,
      label: view.name,
      isCurrent: view === current,
      counted: null,
      aside: <RemoveView view={view} />,
    }),
  );
  const groups = [
    { title, views: current ? views.map((view) => ({ ...view, isCurrent: false })) : views },
    ...(savedViews.length > 0 ? [{ title: text.group, views: savedViews }] : []),
  ];
  return <ViewsPane label={label} groups={groups} foot={foot} />;
}

/** Removes a view at once; for as long as anything can be undone, it can be saved again as it was. */
function RemoveView({ view }: { view: SavedView }) {
  const [isSending, setIsSending] = useState(false);
  // Each press is an act of its own: a view that another tab has removed is removed, and to save it again is refused by its name.
  async function act(send: (key: string) => Promise<unknown>): Promise<boolean> {
    setIsSending(true);
    try {
      await send(crypto.randomUUID());
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === "not_found") return true;
      toast.error(problemOf(error, text.failed).message);
      return false;
    } finally {
      setIsSending(false);
      await invalidate(KEY);
    }
  }
  async function remove() {
    const isRemoved = await act((key) =>
      answer(views[":id"].remove.$post({ param: { id: view._id }, json: {} }, idempotencyHeaders(key))),
    );
    if (!isRemoved) return;
    undoToast(`view ${view._id}`, text.removed(view.name), {
      label: text.undo,
      undo: () => void act((key) => sendView({ list: view.list, name: view.name, query: view.query }, key)),
    });
  }
  return (
    <IconButton
      icon={X}
      label={text.remove(view.name)}
      size="dense"
      disabled={isSending}
      onClick={() => void remove()}
    />
  );
}

/** Saves the filter and order of the list that is shown. */
export function SaveView({ list }: { list: SavedViewList }) {
  const query = keptQuery(useSearch());
  const [, navigate] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="plain" size="dense" icon={Bookmark} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {text.save}
      </Button>
      {isOpen && (
        <SendingDialog<NewView, SavedView>
          send={sendView}
          onDone={(view) => {
            setIsOpen(false);
            toast.success(text.saved(view.name));
            navigate(savedViewPath(view));
            void invalidate(KEY);
          }}
          onConflict={() => {}}
          onClose={() => setIsOpen(false)}
        >
          {(dialog) => <NameDialog {...dialog} list={list} query={query} />}
        </SendingDialog>
      )}
    </>
  );
}

type NameDialogProps = BodyDialogProps<NewView> & Omit<NewView, "name">;

function NameDialog({ list, query, problem, onSubmit, ...dialog }: NameDialogProps) {
  const form = useTexts({
    before: { name: undefined },
    problem,
    check: ({ name }) => ({ name: !name && text.missing }),
    onSubmit: ({ name }) => onSubmit({ list, name, query }),
  });
  return (
    <ActionDialog {...dialog} {...form.dialog} title={text.title} lead={text.lead} submit={text.submit}>
      <Field {...form.field("name")} data-autofocus="" label={text.name} maxLength={SAVED_VIEW.nameMax} />
    </ActionDialog>
  );
}
