import { useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { ActDialog } from "../desk/act-dialog.tsx";
import { useAct } from "../desk/use-act.ts";
import { changeRole, endUserSessions, freezeUser, noteUser, unfreezeUser } from "./user-calls.ts";
import { USER_DESK_TEXT } from "./user-desk-text.ts";
import type { DeskSession, DeskUser, EndSessionsBody } from "./user-types.ts";

const text = USER_DESK_TEXT;

/** What is decided about an account, each for a reason. */
export type Decision = keyof typeof text.dialog;

const SEND: Record<
  Decision,
  (user: DeskUser, body: { version: number; reason: string }, key: string) => Promise<DeskUser>
> = {
  freeze: ({ _id }, body, key) => freezeUser(_id, body, key),
  unfreeze: ({ _id }, body, key) => unfreezeUser(_id, body, key),
  appoint: ({ _id }, body, key) => changeRole(_id, { ...body, role: "admin" }, key),
  remove: ({ _id }, body, key) => changeRole(_id, { ...body, role: "trader" }, key),
};

/** What every dialog about a person is given. @property onDone takes the words that say what was done */
type UserDialogProps = {
  user: DeskUser;
  onDone: (said: string) => void;
  onConflict: (message: string) => void;
  onClose: () => void;
};

/** Takes the reason of a decision about an account. */
export function DecisionDialog({ decision, user, ...on }: UserDialogProps & { decision: Decision }) {
  const [reason, setReason] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const words = text.dialog[decision];
  const { act, isSending, problem } = useAct({
    send: (body: { version: number; reason: string }, key) => SEND[decision](user, body, key),
    onDone: () => on.onDone(words.done(user.name)),
    onConflict: on.onConflict,
  });
  const written = reason.trim();

  function submit() {
    setHasTried(true);
    if (written) void act({ version: user.version, reason: written });
  }

  return (
    <ActDialog
      title={words.title(user.name)}
      lead={words.lead}
      submit={words.submit}
      isDanger={decision === "freeze" || decision === "remove"}
      isSending={isSending}
      problem={problem}
      fields={["reason"]}
      onSubmit={submit}
      onClose={on.onClose}
    >
      <TextArea
        data-autofocus=""
        label={text.reason}
        hint={text.reasonHint}
        value={reason}
        maxLength={TEXT_MAX.note}
        error={(hasTried && !written && text.reasonMissing) || (problem?.field === "reason" ? problem.message : null)}
        onChange={({ target }) => setReason(target.value)}
      />
    </ActDialog>
  );
}

type NoteDialogProps = Omit<UserDialogProps, "user"> & { user: Pick<DeskUser, "_id" | "name"> };

/** Takes a note about a person. */
export function NoteDialog({ user, ...on }: NoteDialogProps) {
  const [note, setNote] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const { act, isSending, problem } = useAct({
    send: (body: { note: string }, key) => noteUser(user._id, body, key),
    onDone: () => on.onDone(text.noteDone),
    onConflict: on.onConflict,
  });
  const written = note.trim();

  function submit() {
    setHasTried(true);
    if (written) void act({ note: written });
  }

  return (
    <ActDialog
      title={text.noteTitle(user.name)}
      lead={text.noteLead}
      submit={text.addNote}
      isSending={isSending}
      problem={problem}
      fields={["note"]}
      onSubmit={submit}
      onClose={on.onClose}
    >
      <TextArea
        data-autofocus=""
        label={text.noteLabel}
        hint={text.noteHint}
        value={note}
        maxLength={TEXT_MAX.note}
        error={(hasTried && !written && text.noteMissing) || (problem?.field === "note" ? problem.message : null)}
        onChange={({ target }) => setNote(target.value)}
      />
    </ActDialog>
  );
}

type EndSessionsDialogProps = UserDialogProps & {
  session: DeskSession | "all";
  /** How many browsers they are signed in with. */
  count: number;
};

/** Asks before somebody is signed out. */
export function EndSessionsDialog({ session, count, user, ...on }: EndSessionsDialogProps) {
  const { act, isSending, problem } = useAct({
    send: (body: EndSessionsBody, key) => endUserSessions(user._id, body, key),
    onDone: () => on.onDone(text.endDone(user.name)),
    onConflict: on.onConflict,
  });
  const isAll = session === "all";
  return (
    <ActDialog
      title={isAll ? text.endTitle(user.name) : text.endOneTitle(session.device)}
      lead={isAll ? text.endLead(count) : text.endOneLead}
      submit={text.endSubmit}
      isDanger
      isSubmitFirst
      isSending={isSending}
      problem={problem}
      onSubmit={() => void act(isAll ? {} : { sessionId: session._id })}
      onClose={on.onClose}
    >
      {null}
    </ActDialog>
  );
}
