import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { toast } from "../../ui/toast/toast.ts";
import type { Found } from "../core/call-parts.ts";
import { focusItem } from "../core/item-head.tsx";
import {
  addPendingAction,
  type Decision,
  hasPendingDecision,
  type PendingAction,
  pendingActions,
  pendingOn,
  reopen,
} from "../core/pending-actions.ts";
import { useWhenBack } from "../core/when-back.ts";
import type { AdminList } from "../list/use-admin-list.ts";
import { useOpenItem } from "../list/use-open-item.ts";
import { useEvidenceImages, worstOf } from "../trader/evidence-images.ts";
import { type EvidenceState, useItemContext } from "../trader/use-item-context.ts";
import type { DecidedItems } from "./decided-items.ts";
import type { DialogAction, ReviewAction, ReviewRow } from "./review-actions.tsx";

export type Review<Row, Context> = {
  list: AdminList<Row>;
  /** Returns an item of any status and its context; memoized: a new function refetches. */
  find: (id: string, signal: AbortSignal) => Promise<Found<Row, Context> | null>;
  /** Key of an item's state: its context belongs to one state. */
  stateOf: (row: Row) => string;
  /** Key of what else the context of an item depends on: it is fetched again when it changes. */
  signsOf?: (row: Row) => string;
  decided: DecidedItems<Row>;
  /** Whether an item still belongs to this list after a decision. */
  isListed: (row: Row) => boolean;
  hrefOf: (row: Row) => string;
};

/**
 * The review of a queue: the open item, the dialog about it, and the decision, which is sent when its countdown ends.
 * An item with a pending action is hidden from the list; a refused one is shown again.
 */
export function useReview<Row extends ReviewRow, Context>(review: Review<Row, Context>) {
  useSignals();
  const { decided, find, stateOf, signsOf, isListed, hrefOf } = review;
  const rows = review.list.rows?.filter(({ _id }) => !hasPendingDecision(_id)) ?? null;
  const list = { ...review.list, rows };
  const open = useOpenItem(
    list,
    useCallback(async (id, signal) => (await find(id, signal))?.row ?? null, [find]),
  );
  /** The item as it was when the dialog opened: the list may change meanwhile, the dialog's subject may not. */
  const [dialog, setDialog] = useState<{ action: DialogAction<Row, Context>; row: Row } | null>(null);
  const [conflict, setConflict] = useState<{ id: string; message: string } | null>(null);
  const { item } = open;
  const pending = item && pendingOn(item._id);

  const { context, refetch, images, evidence } = useEvidence(item, {
    find,
    stateOf: (row) => `${row._id} ${stateOf(row)} ${signsOf?.(row) ?? ""}`,
    onOtherState: (id) => void open.look(id),
  });
  useKeptFocus(item?._id);
  const onDecided = useEffectEvent((row: Row) => {
    if (isListed(row)) list.put(row);
    else list.drop(row._id);
    // What was decided may be in the context alone.
    if (item?._id === row._id && stateOf(item) === stateOf(row)) refetch();
  });
  useEffect(() => decided.subscribe((row) => onDecided(row)), [decided]);
  useRefusals((action) => {
    void open.look(action.itemId);
    // The context may explain the refusal, for example with a warning that did not exist when the page was loaded.
    if (action.itemId === item?._id) refetch();
  });
  // An open item shows the reason itself, so the refused line is removed.
  useEffect(() => {
    if (pending?.state === "refused") reopen(pending);
  }, [pending]);

  return {
    list,
    open,
    context,
    refetch,
    images,
    evidence,
    hasPendingDecision: item !== null && hasPendingDecision(item._id),
    /** The pending action of the item if it was not done, with the reason. */
    refused: pending && pending.problem !== null && !hasPendingDecision(pending.itemId) ? pending : null,
    /** Why nothing was sent about the item: it had changed. A dialog that is open says so itself. */
    conflict: dialog === null && conflict?.id === item?._id ? (conflict?.message ?? null) : null,
    /** Whether the evidence on the screen is enough for an action, and no decision is pending. */
    may: (action: ReviewAction<Row, Context>) =>
      item !== null && !hasPendingDecision(item._id) && isEnough(action, evidence.state),
    dialog,
    openDialog: (action: DialogAction<Row, Context>) => item && setDialog({ action, row: item }),
    closeDialog: () => setDialog(null),
    draft<Body extends object>({ name }: ReviewAction<Row, Context>, { _id }: Row) {
      const before = pendingOn(_id);
      // Each action has one form, and so one type of body.
      return before?.verb === name ? { body: before.body as Body, problem: before.problem } : null;
    },
    /** After an action that is sent at once. */
    onDone(action: ReviewAction<Row, Context>, after: Row) {
      setDialog(null);
      setConflict(null);
      list.put(after);
      toast.success(action.done(after));
    },
    /** After one that was not done, as the item had changed. Its dialog stays, and shows what is new. */
    onConflict({ _id }: Row, message: string) {
      setConflict({ id: _id, message });
      void open.look(_id);
      // What its dialog offers may be outdated although the item is not, as the colleagues are.
      if (_id === item?._id) refetch();
    },
    /** @param send sends the decision with an idempotency key */
    decide(
      action: ReviewAction<Row, Context>,
      row: Row,
      decision: Pick<Decision, "verb" | "label" | "body">,
      send: (key: string) => Promise<Row>,
    ) {
      setDialog(null);
      open.moveOn();
      addPendingAction({
        ...decision,
        itemId: row._id,
        traderName: row.user.name,
        href: hrefOf(row),
        async send(key) {
          const after = await send(key);
          decided.publish(after);
          toast.success(action.done(after));
        },
      });
    },
  };
}

/** The context of the open item and its images, and whether all of it is on the screen. */
function useEvidence<Row extends ReviewRow, Context>(
  item: Row | null,
  options: Parameters<typeof useItemContext<Row, Context>>[1],
) {
  const { context, refetch, state } = useItemContext(item, options);
  const { images, ...pictures } = useEvidenceImages();
  useWhenBack(pictures.state === "failed", pictures.loadAgain);
  function loadAgain() {
    if (context === "failed") refetch();
    pictures.loadAgain();
  }
  return { context, refetch, images, evidence: { state: worstOf([state, pictures.state]), loadAgain } };
}

/** Whether an action is possible with the evidence in this state. */
function isEnough({ evidence }: { evidence: "shown" | "tried" | "none" }, state: EvidenceState): boolean {
  return evidence === "none" || state === "shown" || (evidence === "tried" && state === "failed");
}

/** Calls back once for each decision that is refused while the component is mounted. */
function useRefusals(onRefused: (action: PendingAction) => void): void {
  const refusedKeys = pendingActions.value.filter(({ state }) => state === "refused").map(({ key }) => key);
  const notify = useEffectEvent((keys: string) => {
    for (const action of pendingActions.peek()) if (keys.includes(action.key)) onRefused(action);
  });
  const joined = refusedKeys.join(" ");
  useEffect(() => notify(joined), [joined]);
}

const QUEUE = "[data-queue]";
const CONTENT = "#content";

/**
 * Keeps the focus in the queue or in the item when another item opens and the focused element is removed.
 * @param openId id of the open item
 */
function useKeptFocus(openId: string | undefined): void {
  const place = useRef<"queue" | "item" | null>(null);

  useEffect(() => {
    function onFocusIn({ target }: FocusEvent) {
      if (!(target instanceof Element) || !target.closest(CONTENT)) return;
      place.current = target.closest(QUEUE) ? "queue" : "item";
    }
    document.addEventListener("focusin", onFocusIn);
    return () => document.removeEventListener("focusin", onFocusIn);
  }, []);

  useEffect(() => {
    // After a closing dialog has restored the focus, where it could.
    const frame = requestAnimationFrame(() => {
      if (place.current === null || document.activeElement !== document.body) return;
      if (openId === undefined) document.querySelector<HTMLElement>(CONTENT)?.focus();
      else if (place.current === "item") focusItem();
      else document.querySelector<HTMLElement>(`${QUEUE} [aria-current="true"]`)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [openId]);
}
