import { useState } from "react";
import type { AdminRole } from "../../../worker/contract/admin-roles.ts";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { ActionDialog, type ActionDialogProps } from "../core/action-dialog.tsx";
import { RoleChoice } from "../core/role-choice.tsx";
import { ROLES_TEXT } from "../core/roles-text.ts";
import { SendingDialog } from "../core/sending-dialog.tsx";
import { TextDialog } from "../core/text-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import {
  type AdminUser,
  changeRole,
  type EndSessionsBody,
  endUserSessions,
  freezeUser,
  noteUser,
  resetSecondFactor,
  type UserSession,
  unfreezeUser,
} from "./user-calls.ts";

const text = USER_ADMIN_TEXT;

/** A decision about an account that needs a reason. */
export type Decision = keyof typeof text.dialog;

/** @property roles of an appointment: what the new admin may do */
type ReasonBody = { version: number; reason: string; roles?: readonly AdminRole[] };

const SEND: Record<Decision, (user: AdminUser, body: ReasonBody, key: string) => Promise<AdminUser>> = {
  freeze: ({ _id }, body, key) => freezeUser(_id, body, key),
  unfreeze: ({ _id }, body, key) => unfreezeUser(_id, body, key),
  appoint: ({ _id, appointment: { approvals } }, { roles, ...body }, key) =>
    changeRole(_id, { ...body, approvals, role: "admin", ...(roles && { roles: [...roles] }) }, key),
  remove: ({ _id }, { roles: _, ...body }, key) => changeRole(_id, { ...body, role: "trader" }, key),
  reset: ({ _id, secondFactorReset: { approvals } }, body, key) => resetSecondFactor(_id, { ...body, approvals }, key),
};

/** The approvals of a decision that takes two admins; null for one that an admin takes alone. */
function agreementOn(decision: Decision, user: AdminUser) {
  if (decision === "appoint") return { ...user.appointment, isDone: (after: AdminUser) => after.role === "admin" };
  if (decision !== "reset") return null;
  return { ...user.secondFactorReset, isDone: (after: AdminUser) => !after.security.twoFactor };
}

/** Props of every dialog about a person. @property onDone called with the text of the toast */
export type UserDialogProps = {
  user: AdminUser;
  onDone: (message: string) => void;
  onConflict: (message: string) => void;
  onClose: () => void;
};

export function DecisionDialog({ decision, user, onDone, ...on }: UserDialogProps & { decision: Decision }) {
  const words = text.dialog[decision];
  const agreement = agreementOn(decision, user);
  const [first] = agreement?.approvedBy ?? [];
  const agreed = agreement && (first ? text.agreement.last(first.name) : text.agreement.first);
  return (
    <SendingDialog
      {...on}
      send={(body: ReasonBody, key) => SEND[decision](user, body, key)}
      onDone={(after) => onDone(agreement && !agreement.isDone(after) ? text.agreement.given : words.done(user.name))}
    >
      {({ onSubmit, ...dialog }) => (
        <ReasonDialog
          {...dialog}
          hasRoles={decision === "appoint"}
          proposed={user.appointment.roles}
          title={words.title(user.name)}
          lead={[agreed, words.lead].filter(Boolean).join(" ")}
          submit={words.submit}
          isDanger={decision === "freeze" || decision === "remove" || decision === "reset"}
          needsStepUp={decision !== "freeze"}
          onSubmit={(body) => onSubmit({ version: user.version, ...body })}
        />
      )}
    </SendingDialog>
  );
}

type ReasonDialogProps = Pick<
  ActionDialogProps,
  "title" | "lead" | "submit" | "isDanger" | "isSending" | "needsStepUp" | "problem" | "onClose"
> & {
  /** Whether it makes an admin, whose roles are chosen. */
  hasRoles: boolean;
  /** The roles of an appointment that waits: its other approval names the same. */
  proposed: readonly AdminRole[] | null;
  onSubmit: (body: Omit<ReasonBody, "version">) => void;
};

/** Takes the reason, and for an appointment the roles. */
function ReasonDialog({ hasRoles, proposed, onSubmit, ...dialog }: ReasonDialogProps) {
  const [chosen, setChosen] = useState<readonly AdminRole[]>(["support"]);
  const roles = proposed ?? chosen;
  const isMissing = hasRoles && roles.length === 0;
  const form = useTexts({
    before: { reason: undefined },
    problem: dialog.problem,
    check: ({ reason }) => ({ reason: !reason && text.reasonMissing }),
    onSubmit: ({ reason }) => {
      if (!isMissing) onSubmit({ reason, ...(hasRoles && { roles }) });
    },
  });
  return (
    <ActionDialog {...dialog} {...form.dialog} hasInput={hasRoles && proposed === null && chosen.join() !== "support"}>
      {hasRoles && proposed === null && (
        <RoleChoice roles={chosen} error={isMissing ? ROLES_TEXT.chooseOne : null} onChange={setChosen} />
      )}
      {hasRoles && proposed !== null && (
        <p>{text.appointedAs(proposed.map((role) => ROLES_TEXT.names[role]).join(", "))}</p>
      )}
      <TextArea
        {...form.field("reason")}
        data-autofocus=""
        label={text.reason}
        hint={text.reasonHint}
        maxLength={TEXT_MAX.note}
      />
    </ActionDialog>
  );
}

type NoteDialogProps = Omit<UserDialogProps, "user"> & { user: Pick<AdminUser, "_id" | "name"> };

export function NoteDialog({ user, onDone, ...on }: NoteDialogProps) {
  return (
    <SendingDialog
      {...on}
      send={(body: { note: string }, key) => noteUser(user._id, body, key)}
      onDone={() => onDone(text.noteDone)}
    >
      {({ onSubmit, ...dialog }) => (
        <TextDialog
          {...dialog}
          title={text.noteTitle(user.name)}
          lead={text.noteLead}
          submit={text.addNote}
          label={text.noteLabel}
          hint={text.noteHint}
          field="note"
          missing={text.noteMissing}
          onSubmit={(note) => onSubmit({ note })}
        />
      )}
    </SendingDialog>
  );
}

type EndSessionsDialogProps = UserDialogProps & {
  session: UserSession | "all";
  count: number;
};

export function EndSessionsDialog({ session, count, user, onDone, ...on }: EndSessionsDialogProps) {
  const isAll = session === "all";
  return (
    <SendingDialog
      {...on}
      send={(body: EndSessionsBody, key) => endUserSessions(user._id, body, key)}
      onDone={() => onDone(text.endDone(user.name))}
    >
      {({ onSubmit, ...dialog }) => (
        <ActionDialog
          {...dialog}
          title={isAll ? text.endTitle(user.name) : text.endOneTitle(session.device)}
          lead={isAll ? text.endLead(count) : text.endOneLead}
          submit={text.endSubmit}
          isDanger
          isSubmitFirst
          onSubmit={() => onSubmit(isAll ? {} : { sessionId: session._id })}
        />
      )}
    </SendingDialog>
  );
}
