import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { User } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { type AdminView, midSentence, viewOf } from "../core/admin-time.ts";
import type { FetchRows } from "../core/call-parts.ts";
import { type Overtaken, OvertakenContext } from "../core/overtaken.ts";
import type { PendingAction } from "../core/pending-actions.ts";
import { hasRole } from "../core/roles.ts";
import { ROLES_TEXT } from "../core/roles-text.ts";
import { approvalsSince } from "../core/seen.ts";
import { useAction } from "../core/use-action.ts";
import { ListScreen } from "../list/list-screen.tsx";
import type { ListGroups, ListSection } from "../list/queue-list.tsx";
import { byTarget } from "../list/target-groups.ts";
import { type ListSpec, useListAddress, useListAt } from "../list/use-list-address.ts";
import { EvidenceImagesContext } from "../trader/evidence-images.ts";
import type { EvidenceState, Shown } from "../trader/use-item-context.ts";
import type {
  DialogHost,
  InstantAction,
  OfferedAction,
  ReviewAction,
  ReviewRow,
  ReviewView,
} from "./review-actions.tsx";
import { type Review, useReview } from "./use-review.ts";

export type ReviewedItemProps<Row, Context = unknown> = {
  item: Row;
  view: AdminView;
  context: Shown<Context>;
  refetch: () => void;
  /** The pending action of this item if it was not done, with the reason. */
  refused: PendingAction | null;
  /** Why nothing was sent about this item: it had changed. */
  conflict: string | null;
  /** The form of the action that is taken within the item; null while it is not possible. */
  form: ReactNode;
  onBack: () => void;
};

/** A queue of items that admins decide about. */
export type ReviewQueue<Row extends ReviewRow, Context> = ListSection<Row> &
  Omit<Review<Row, Context>, "list" | "isListed"> & {
    fetch: FetchRows<Row>;
    /** Announced by screen readers when an item opens or changes. */
    announcement: (row: Row) => string;
    Item: ComponentType<ReviewedItemProps<Row, Context>>;
    /** The actions that the bar of an item offers, in its order. */
    actionsOf: (row: Row, view: ReviewView<Context>) => readonly OfferedAction<Row, Context>[];
    /** Why the item is in no state for an action; nothing where the actions say enough. */
    obstacle?: (row: Row, view: ReviewView<Context>) => string | false | null;
  };

type ReviewScreenProps<Row extends ReviewRow, Context> = {
  admin: User;
  queue: ReviewQueue<Row, Context>;
  spec: ListSpec;
  /** Whether an item belongs to the list of this tab. */
  isListed: (row: Row) => boolean;
  tabs?: ReactNode;
  views?: ReactNode;
  /** At the end of the list's head. */
  headAside?: ReactNode;
  /** Groups the list by the target of its queue, unless it is sorted by something else than age. */
  groups?: ListGroups<Row> | undefined;
  /** After the rows. */
  below?: ReactNode;
  empty: readonly [title: string, text: string];
};

/** Ages are shown in minutes. */
const TICK_MS = 10_000;

export function ReviewScreen<Row extends ReviewRow, Context>(props: ReviewScreenProps<Row, Context>) {
  useSignals();
  // All but questions are decisions about money or identities, which the API takes from operators alone.
  const mayDecide = hasRole("operator");
  const { admin, queue, spec, isListed, tabs, views, headAside, below, empty } = props;
  const { fetch, Item } = queue;
  const nowMs = useNow(TICK_MS);
  const address = useListAddress(spec, admin.timeZone);
  const listed = useListAt(address, fetch);
  const groups = address.sort === "oldest" ? props.groups : undefined;
  const list = groups && listed.rows ? { ...listed, rows: byTarget(listed.rows, groups.of, nowMs) } : listed;
  const review = useReview({ ...queue, list, isListed });
  const { open, context, evidence, dialog } = review;
  const { item } = open;
  const view: ReviewView<Context> = {
    ...viewOf(admin, nowMs),
    context: context === "failed" ? null : context,
    evidence: evidence.state,
  };

  const { offered, actions, problem } = useBarActions(queue, review, view);
  const form = item && formOf(offered, review, item, view);

  return (
    <>
      <ListScreen
        section={queue}
        list={review.list}
        address={address}
        open={open}
        view={view}
        above={tabs}
        views={views}
        headAside={headAside}
        groups={groups}
        below={below}
        empty={empty}
        item={(row) => (
          <EvidenceImagesContext value={review.images}>
            <Item
              key={row._id}
              item={row}
              view={view}
              context={context}
              refetch={review.refetch}
              refused={review.refused}
              conflict={review.conflict}
              form={form}
              onBack={open.close}
            />
          </EvidenceImagesContext>
        )}
        actions={actions}
        message={
          problem ??
          ((review.hasPendingDecision && ADMIN_TEXT.pending.hasPendingDecision) ||
            (item && !mayDecide && ROLES_TEXT.decides) ||
            (item && queue.obstacle?.(item, view)) ||
            (item && <MissingEvidence key={item._id} evidence={evidence} offered={offered} />))
        }
        isProblem={problem !== null}
      />
      <LiveRegion>{item ? queue.announcement(item) : ""}</LiveRegion>
      <OvertakenContext value={overtakenOf(queue, review, view)}>
        {dialog?.action.dialog(hostOf(review, dialog.action, dialog.row, view))}
      </OvertakenContext>
    </>
  );
}

/** What the dialog or the form of an action about an item may do. */
function hostOf<Row extends ReviewRow, Context>(
  review: ReturnType<typeof useReview<Row, Context>>,
  action: ReviewAction<Row, Context>,
  row: Row,
  view: ReviewView<Context>,
): DialogHost<Row, Context> {
  return {
    item: row,
    view,
    draft: () => review.draft(action, row),
    decide: (given, send) => review.decide(action, row, given, send),
    onDone: (after) => review.onDone(action, after),
    onConflict: (message) => review.onConflict(row, message),
    onClose: review.closeDialog,
  };
}

/** The form within the item of the action that has one; null without one, and while it is not possible. */
function formOf<Row extends ReviewRow, Context>(
  offered: readonly OfferedAction<Row, Context>[],
  review: ReturnType<typeof useReview<Row, Context>>,
  item: Row,
  view: ReviewView<Context>,
): ReactNode {
  for (const { action, isPossible } of offered) {
    if ("form" in action && isPossible && review.may(action)) return action.form(hostOf(review, action, item, view));
  }
  return null;
}

/** How the open item has changed since the dialog about it was opened, as the dialog shows it; null without a change. */
function overtakenOf<Row extends ReviewRow, Context>(
  queue: ReviewQueue<Row, Context>,
  { dialog, open: { item }, openDialog, may }: ReturnType<typeof useReview<Row, Context>>,
  view: ReviewView<Context>,
): Overtaken | null {
  if (!dialog || item?._id !== dialog.row._id) return null;
  const { action, row } = dialog;
  const isPossible = queue.actionsOf(item, view).some((one) => one.action.name === action.name && one.isPossible);
  const isSame = queue.stateOf(item) === queue.stateOf(row);
  if (isPossible && isSame) return null;
  const obstacle = isSame && queue.obstacle?.(item, view);
  const approved = approvalsSince(row, item).map(({ adminId, name, at }) => {
    const { agreed, you } = ADMIN_TEXT.agreement;
    return agreed(adminId === view.admin._id ? you : name, midSentence(view.at(at)), "");
  });
  return {
    now: obstacle || [`${queue.announcement(item)}.`, ...approved].join(" "),
    goOn: isPossible && may(action) ? () => openDialog(action) : null,
  };
}

/** The actions on the open item, as the bar shows them, and why one that was sent by its button has failed. */
function useBarActions<Row extends ReviewRow, Context>(
  queue: Pick<ReviewQueue<Row, Context>, "actionsOf">,
  review: ReturnType<typeof useReview<Row, Context>>,
  view: ReviewView<Context>,
) {
  const { item } = review.open;
  const { run, isSending, problem } = useAction({
    send: async ({ action, row }: { action: InstantAction<Row>; row: Row }, key) => ({
      action,
      after: await action.send(row, key),
    }),
    onDone: ({ action, after }) => review.onDone(action, after),
    onConflict: (message) => item && review.onConflict(item, message),
  });
  function begin(action: ReviewAction<Row, Context>, row: Row) {
    if ("send" in action) void run({ action, row });
    else if ("form" in action) action.lead();
    else review.openDialog(action);
  }
  const mayDecide = hasRole("operator");
  const offered = item ? queue.actionsOf(item, view).filter(({ isForAll }) => mayDecide || isForAll) : [];
  const actions = offered.map(({ action, isPossible, isForAll: _, ...button }) => ({
    ...button,
    isLoading: "send" in action && isSending,
    run: item && isPossible && review.may(action) ? () => begin(action, item) : undefined,
  }));
  return { offered, actions, problem: problem?.message ?? null };
}

const text = ADMIN_TEXT.evidence;
/** Faster loads are not announced: a text for every item would only flicker. */
const LOADING_WORDS_AFTER_MS = 400;

/** Which decisions the evidence allows, and how to load it again. */
type Evidence = { state: EvidenceState; loadAgain: () => void };

type MissingEvidenceProps<Row, Context> = { evidence: Evidence; offered: readonly OfferedAction<Row, Context>[] };

/** Explains in the action bar why nothing can be decided, or only a rejection. Nothing where no action is possible. */
function MissingEvidence<Row, Context>({ evidence, offered }: MissingEvidenceProps<Row, Context>) {
  const needs = offered.filter(({ isPossible }) => isPossible).map(({ action }) => action.evidence);
  if (needs.every((need) => need === "none")) return null;
  if (evidence.state === "shown") return null;
  if (evidence.state === "loading") return <LoadingMessage />;
  if (evidence.state === "unseen") return text.unseen;
  return (
    <span role="alert">
      {needs.includes("tried") ? text.onlyReject : text.nothing}{" "}
      <Button size="dense" onClick={evidence.loadAgain}>
        {text.loadAgain}
      </Button>
    </span>
  );
}

function LoadingMessage() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LOADING_WORDS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate && text.loading;
}
