import { ActionDialog } from "../core/action-dialog.tsx";
import { TextDialog } from "../core/note-dialog.tsx";
import { useAction } from "../core/use-action.ts";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import { changeRole, endUserSessions, freezeUser, noteUser, unfreezeUser } from "./user-calls.ts";
import type { AdminUser, EndSessionsBody, UserSession } from "./user-types.ts";

const text = USER_ADMIN_TEXT;

/** A decision about an account that needs a reason. */
export type Decision = keyof typeof text.dialog;

const SEND: Record<
  Decision,
  (user: AdminUser, body: { version: number; reason: string }, key: string) => Promise<AdminUser>
> = {
  freeze: ({ _id }, body, key) => freezeUser(_id, body, key),
  unfreeze: ({ _id }, body, key) => unfreezeUser(_id, body, key),
  appoint: ({ _id }, body, key) => changeRole(_id, { ...body, role: "admin" }, key),
  remove: ({ _id }, body, key) => changeRole(_id, { ...body, role: "trader" }, key),
};

/** Props of every dialog about a person. @property onDone called with the text of the toast */
type UserDialogProps = {
  user: AdminUser;
  onDone: (message: string) => void;
  onConflict: (message: string) => void;
  onClose: () => void;
};

/** Takes the reason of a decision about an account. */
export function DecisionDialog({ decision, user, ...on }: UserDialogProps & { decision: Decision }) {
  const words = text.dialog[decision];
  const { run, isSending, problem } = useAction({
    send: (body: { version: number; reason: string }, key) => SEND[decision](user, body, key),
    onDone: () => on.onDone(words.done(user.name)),
    onConflict: on.onConflict,
  });
  return (
    <TextDialog
      title={words.title(user.name)}
      lead={words.lead}
      submit={words.submit}
      isDanger={decision === "freeze" || decision === "remove"}
      needsStepUp={decision !== "freeze"}
      label={text.reason}
      hint={text.reasonHint}
      field="reason"
      missing={text.reasonMissing}
      isSending={isSending}
      problem={problem}
      onSubmit={(reason) => void run({ version: user.version, reason })}
      onClose={on.onClose}
    />
  );
}

type NoteDialogProps = Omit<UserDialogProps, "user"> & { user: Pick<AdminUser, "_id" | "name"> };

/** Takes a note about a person. */
export function NoteDialog({ user, ...on }: NoteDialogProps) {
  const { run, isSending, problem } = useAction({
    send: (body: { note: string }, key) => noteUser(user._id, body, key),
    onDone: () => on.onDone(text.noteDone),
    onConflict: on.onConflict,
  });
  return (
    <TextDialog
      title={text.noteTitle(user.name)}
      lead={text.noteLead}
      submit={text.addNote}
      label={text.noteLabel}
      hint={text.noteHint}
      field="note"
      missing={text.noteMissing}
      isSending={isSending}
      problem={problem}
      onSubmit={(note) => void run({ note })}
      onClose={on.onClose}
    />
  );
}

type EndSessionsDialogProps = UserDialogProps & {
  session: UserSession | "all";
  /** Number of the person's sessions. */
  count: number;
};

/** Confirms before a person is signed out. */
export function EndSessionsDialog({ session, count, user, ...on }: EndSessionsDialogProps) {
  const { run, isSending, problem } = useAction({
    send: (body: EndSessionsBody, key) => endUserSessions(user._id, body, key),
    onDone: () => on.onDone(text.endDone(user.name)),
    onConflict: on.onConflict,
  });
  const isAll = session === "all";
  return (
    <ActionDialog
      title={isAll ? text.endTitle(user.name) : text.endOneTitle(session.device)}
      lead={isAll ? text.endLead(count) : text.endOneLead}
      submit={text.endSubmit}
      isDanger
      isSubmitFirst
      isSending={isSending}
      problem={problem}
      onSubmit={() => void run(isAll ? {} : { sessionId: session._id })}
      onClose={on.onClose}
    >
      {null}
    </ActionDialog>
  );
}
