import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { User } from "../../state/api.ts";
import { toast } from "../../ui/toaster.tsx";
import type { Found } from "../core/call-parts.ts";
import {
  type ActionProblem,
  hold,
  isOnItsWay,
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

/** What a form is filled in with: what was typed before the decision was taken back or refused, and why. */
export type Draft<Body> = { body: Body; problem: ActionProblem | null };

/** What the dialog of a decision is given, beside what is decided about. */
export type DecisionProps<Body> = {
  draft: Draft<Body> | null;
  onDecide: (body: Body) => void;
  onClose: () => void;
};

/** What the screen of an open item is given, beside the item. */
export type ReviewedItemProps<Context = ItemContext> = {
  admin: User;
  nowMs: number;
  /** Why what was decided about it was not done. */
  refused: PendingAction | null;
  context: Shown<Context>;
  /** Asks for what stands beside it once more. */
  refetch: () => void;
  onBack: () => void;
};

type Review<Row extends { _id: string }, Verb, Context> = {
  list: AdminList<Row>;
  /** Kept: another function is another section. */
  find: (id: string) => Promise<Found<Row, Context> | null>;
  decided: DecidedItems<Row>;
  /** Whether an item as a decision has left it still belongs to this list. */
  isListed: (row: Row) => boolean;
  hrefOf: (row: Row) => string;
  /** The decision that stays possible when the evidence could not be loaded: it takes a reason and moves no money out. */
  possibleBlind: Verb | null;
  /** In words: "Approve $100.00". */
  what: (verb: Verb, row: Row) => string;
  whom: (row: Row) => string;
  /** What is said once it was done. */
  done: (verb: Verb, after: Row) => string;
};

/**
 * The review of a queue: which item is open, the question that is asked about it, and the decision, which goes out when
 * its countdown ends. What is on its way is not in the list; what was refused is there again.
 */
export function useReview<
  Row extends { _id: string; version: number },
  Verb extends string,
  Context extends ItemContext = ItemContext,
>(review: Review<Row, Verb, Context>) {
  useSignals();
  const { decided, isListed } = review;
  const rows = review.list.rows?.filter(({ _id }) => !isOnItsWay(_id)) ?? null;
  const list = { ...review.list, rows };
  const { find } = review;
  const open = useOpenItem(
    list,
    useCallback(async (id) => (await find(id))?.row ?? null, [find]),
  );
  /** The item as it was when the question was asked: the list below may change, what is decided about may not. */
  const [question, setQuestion] = useState<{ verb: Verb; row: Row } | null>(null);
  const { item } = open;
  const held = item && pendingOn(item._id);

  const { context, refetch, ...beside } = useItemContext(item, {
    find,
    stateOf: ({ _id, version }) => `${_id} ${version}`,
    onOtherState: (id) => void open.look(id),
  });
  const { images, ...pictures } = useEvidenceImages();
  const evidence = worstOf([beside.state, pictures.state]);
  /** Whether a decision can be begun: with all of its evidence on the screen, or the one that needs none. */
  const may = (verb: Verb) =>
    item !== null &&
    !isOnItsWay(item._id) &&
    (evidence === "shown" || (evidence === "failed" && verb === review.possibleBlind));
  useKeptFocus(item?._id);
  const onDecided = useEffectEvent((row: Row) => (isListed(row) ? list.put(row) : list.drop(row._id)));
  useEffect(() => decided.listen((row) => onDecided(row)), [decided]);
  useRefusals((act) => {
    void open.look(act.itemId);
    // What stands beside it may be why: a warning that was not there when the page was loaded.
    if (act.itemId === item?._id) refetch();
  });
  // Who looks at the item itself reads there why.
  useEffect(() => {
    if (held?.state === "refused") reopen(held);
  }, [held]);

  return {
    list,
    open,
    item,
    beside: {
      refused: held && held.problem !== null && !isOnItsWay(held.itemId) ? held : null,
      context,
      refetch,
      onBack: open.close,
    } satisfies Partial<ReviewedItemProps<Context>>,
    question,
    isOnItsWay: item !== null && isOnItsWay(item._id),
    evidence: {
      state: evidence,
      images,
      loadAgain() {
        if (context === "failed") refetch();
        pictures.loadAgain();
      },
    },
    may,
    ask: (verb: Verb) => item && may(verb) && setQuestion({ verb, row: item }),
    dropQuestion: () => setQuestion(null),
    draft<Body extends object>(verb: Verb): Draft<Body> | null {
      const before = question && pendingOn(question.row._id);
      // A verb has one form, and so one kind of body.
      return before?.verb === verb ? { body: before.body as Body, problem: before.problem } : null;
    },
    /** @param send sends it under a key that names the attempt */
    decide<Body extends object>(body: Body, send: (id: string, body: Body, key: string) => Promise<Row>) {
      if (!question) return;
      const { verb, row } = question;
      setQuestion(null);
      open.moveOn();
      hold({
        itemId: row._id,
        verb,
        body,
        what: review.what(verb, row),
        whom: review.whom(row),
        href: review.hrefOf(row),
        async send(key) {
          const after = await send(row._id, body, key);
          decided.tell(after);
          toast.success(review.done(verb, after));
        },
      });
    },
  };
}

/** Tells of each decision that is refused while this is mounted, once. */
function useRefusals(onRefused: (act: PendingAction) => void): void {
  const refusedKeys = pendingActions.value.filter(({ state }) => state === "refused").map(({ key }) => key);
  const tell = useEffectEvent((keys: string) => {
    for (const act of pendingActions.peek()) if (keys.includes(act.key)) onRefused(act);
  });
  const joined = refusedKeys.join(" ");
  useEffect(() => tell(joined), [joined]);
}
