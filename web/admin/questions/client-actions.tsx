import type { QuestionKind } from "../../../worker/contract/client-questions.ts";
import { ActionDialog } from "../core/action-dialog.tsx";
import { KEYS } from "../core/admin-keys.ts";
import type { Found } from "../core/call-parts.ts";
import { TextDialog } from "../core/text-dialog.tsx";
import {
  confirmedAction,
  formDecision,
  type OfferedAction,
  type ReviewDialogProps,
  type ReviewRow,
  type ReviewView,
} from "../review/review-actions.tsx";
import { AskComposer, focusComposer } from "./ask-composer.tsx";
import {
  type AskBody,
  askClient,
  type ClientWait,
  type PhoneBody,
  type QuestionThread,
  recordPhoneAnswer,
  type TakeBackBody,
  takeBackQuestion,
} from "./question-calls.ts";
import { forgetQuestion } from "./question-draft.ts";
import { QUESTION_TEXT as text } from "./question-text.ts";

type AskedRow = ReviewRow & { client: ClientWait; user: { closedAt: string | null } };
type Asked = { questions: QuestionThread };

/**
 * The actions by which a queue asks its clients: to ask, in a form below the conversation, to record an answer by phone, and to take a
 * question back.
 * @param find reads the item again after each: the answer of a question is not the item
 * @returns the actions that an item offers. `isAskable`: it is open, and nobody pays it or works on it
 */
export function clientActions<Row extends AskedRow, Context extends Asked>(
  kind: QuestionKind,
  find: (id: string, signal: AbortSignal) => Promise<Found<Row, Context> | null>,
) {
  async function after(id: string): Promise<Row> {
    const found = await find(id, new AbortController().signal);
    if (!found) throw new Error(`no ${kind} ${id}`);
    return found.row;
  }
  const ASK = formDecision<Row, AskBody, Context>({
    name: "ask",
    evidence: "none",
    label: ({ user }) => text.askLabel(user.name),
    Dialog: AskComposer,
    lead: focusComposer,
    async send(id, body, key) {
      await askClient(kind, id, body, key);
      forgetQuestion(id);
      return after(id);
    },
    done: ({ user }) => text.asked(user.name),
  });
  const PHONE = confirmedAction<Row, PhoneBody, Context>({
    name: "phoneAnswer",
    evidence: "none",
    Dialog: PhoneDialog,
    async send(id, body, key) {
      await recordPhoneAnswer(body, key);
      return after(id);
    },
    done: () => text.phoneDone,
  });
  const TAKE_BACK = confirmedAction<Row, TakeBackBody, Context>({
    name: "takeBackQuestion",
    evidence: "none",
    Dialog: TakeBackDialog,
    async send(id, body, key) {
      await takeBackQuestion(body, key);
      return after(id);
    },
    done: () => text.takeBackDone,
  });

  return (
    row: Row,
    { context }: ReviewView<Context>,
    { isAskable }: { isAskable: boolean },
  ): OfferedAction<Row, Context>[] => {
    const isLoaded = context !== null && row.user.closedAt === null;
    const { askedAt, returnedAt } = row.client;
    const offer = { isAside: true, isForAll: true };
    const ask = { ...offer, action: ASK, key: KEYS.ask, label: text.ask, isPossible: isAskable && isLoaded };
    if (askedAt === null && returnedAt === null) return isAskable ? [ask] : [];
    const phone = { ...offer, action: PHONE, key: KEYS.phone, label: text.phone, isPossible: isLoaded };
    if (askedAt === null) return isAskable ? [ask, phone] : [phone];
    return [phone, { ...offer, action: TAKE_BACK, key: KEYS.takeBack, label: text.takeBack, isPossible: isLoaded }];
  };
}

/** The question that waits for its answer; an empty id when it has just ended, which the API then says. */
function openQuestion({ context }: { context: Asked | null }): string {
  return context?.questions.list.findLast(({ state }) => state === "open")?._id ?? "";
}

function PhoneDialog({ item, view, before, onSubmit, ...dialog }: ReviewDialogProps<AskedRow, PhoneBody, Asked>) {
  return (
    <TextDialog
      {...dialog}
      title={text.phoneTitle(item.user.name)}
      lead={text.phoneLead}
      submit={text.phoneSubmit}
      label={text.phoneLabel}
      field="text"
      before={before?.text}
      missing={text.phoneMissing}
      onSubmit={(answer) => onSubmit({ question: openQuestion(view), text: answer })}
    />
  );
}

function TakeBackDialog({
  item,
  view,
  onSubmit,
  before: _,
  ...dialog
}: ReviewDialogProps<AskedRow, TakeBackBody, Asked>) {
  return (
    <ActionDialog
      {...dialog}
      title={text.takeBackTitle(item.user.name)}
      lead={text.takeBackLead}
      submit={text.takeBackSubmit}
      isSubmitFirst
      onSubmit={() => onSubmit({ question: openQuestion(view) })}
    />
  );
}
