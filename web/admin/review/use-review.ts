import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { User } from "../../state/api.ts";
import { toast } from "../../ui/toaster.tsx";
import type { Found } from "../core/call-parts.ts";
import {
  type ActionProblem,
  addPendingAction,
  hasPendingDecision,
  type PendingAction,
  pendingActions,
  pendingOn,
  reopen,
} from "../core/pending-actions.ts";
import type { AdminList } from "../list/use-admin-list.ts";
import { useOpenItem } from "../list/use-open-item.ts";
import { useEvidenceImages, worstOf } from "../trader/evidence-images.ts";
import type { ItemContext } from "../trader/trader-types.ts";
import { type Shown, useItemContext } from "../trader/use-item-context.ts";
import type { DecidedItems } from "./decided-items.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

/** Initial values of a decision's form: the text of an earlier attempt that was undone or refused, and why. */
export type Draft<Body> = { body: Body; problem: ActionProblem | null };

/** Props of a decision's dialog, apart from the item. */
export type DecisionProps<Body> = {
  draft: Draft<Body> | null;
  onDecide: (body: Body) => void;
  onClose: () => void;
};

/** Props of an open item, apart from the item. */
export type ReviewedItemProps<Context = ItemContext> = {
  admin: User;
  nowMs: number;
  /** The pending action of this item if it was not done, with the reason. */
  refused: PendingAction | null;
  context: Shown<Context>;
  /** Refetches the context of the item. */
  refetch: () => void;
  onBack: () => void;
};

type Review<Row extends { _id: string }, Verb, Context> = {
  list: AdminList<Row>;
  /** Memoized: a new function refetches. */
  find: (id: string) => Promise<Found<Row, Context> | null>;
  decided: DecidedItems<Row>;
  /** Whether an item still belongs to this list after a decision. */
  isListed: (row: Row) => boolean;
  hrefOf: (row: Row) => string;
  /**
   * The decision that stays possible when the evidence could not be loaded: it needs a reason and pays no money out.
   */
  possibleWithoutEvidence: Verb | null;
  /** Label of the decision: "Approve $100.00". */
  label: (verb: Verb, row: Row) => string;
  traderName: (row: Row) => string;
  /** Text of the toast after it was done. */
  done: (verb: Verb, after: Row) => string;
};

/**
 * The review of a queue: the open item, the dialog about it, and the decision, which is sent when its countdown ends.
 * An item with a pending action is hidden from the list; a refused one is shown again.
 */
export function useReview<
  Row extends { _id: string; version: number },
  Verb extends string,
  Context extends ItemContext = ItemContext,
>(review: Review<Row, Verb, Context>) {
  useSignals();
  const { decided, isListed } = review;
  const rows = review.list.rows?.filter(({ _id }) => !hasPendingDecision(_id)) ?? null;
  const list = { ...review.list, rows };
  const { find } = review;
  const open = useOpenItem(
    list,
    useCallback(async (id) => (await find(id))?.row ?? null, [find]),
  );
  /** The item as it was when the dialog opened: the list may change meanwhile, the dialog's subject may not. */
  const [dialog, setDialog] = useState<{ verb: Verb; row: Row } | null>(null);
  const { item } = open;
  const pending = item && pendingOn(item._id);

  const { context, refetch, ...itemProps } = useItemContext(item, {
    find,
    stateOf: ({ _id, version }) => `${_id} ${version}`,
    onOtherState: (id) => void open.look(id),
  });
  const { images, ...pictures } = useEvidenceImages();
  const evidence = worstOf([itemProps.state, pictures.state]);
  /** Whether a decision can be started: with all evidence on the screen, or the one that needs none. */
  const may = (verb: Verb) =>
    item !== null &&
    !hasPendingDecision(item._id) &&
    (evidence === "shown" || (evidence === "failed" && verb === review.possibleWithoutEvidence));
  useKeptFocus(item?._id);
  const onDecided = useEffectEvent((row: Row) => (isListed(row) ? list.put(row) : list.drop(row._id)));
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
    item,
    itemProps: {
      refused: pending && pending.problem !== null && !hasPendingDecision(pending.itemId) ? pending : null,
      context,
      refetch,
      onBack: open.close,
    } satisfies Partial<ReviewedItemProps<Context>>,
    dialog,
    hasPendingDecision: item !== null && hasPendingDecision(item._id),
    evidence: {
      state: evidence,
      images,
      loadAgain() {
        if (context === "failed") refetch();
        pictures.loadAgain();
      },
    },
    may,
    openDialog: (verb: Verb) => item && may(verb) && setDialog({ verb, row: item }),
    closeDialog: () => setDialog(null),
    draft<Body extends object>(verb: Verb): Draft<Body> | null {
      const before = dialog && pendingOn(dialog.row._id);
      // Each verb has one form, and so one type of body.
      return before?.verb === verb ? { body: before.body as Body, problem: before.problem } : null;
    },
    /** @param send sends the decision with an idempotency key */
    decide<Body extends object>(body: Body, send: (id: string, body: Body, key: string) => Promise<Row>) {
      if (!dialog) return;
      const { verb, row } = dialog;
      setDialog(null);
      open.moveOn();
      addPendingAction({
        itemId: row._id,
        verb,
        body,
        label: review.label(verb, row),
        traderName: review.traderName(row),
        href: review.hrefOf(row),
        async send(key) {
          const after = await send(row._id, body, key);
          decided.publish(after);
          toast.success(review.done(verb, after));
        },
      });
    },
  };
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
