import { useState } from "react";
import { type AdminRole, OPERATORS_MIN, rolesText } from "../../../worker/contract/admin-roles.ts";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import { RoleChoice } from "../core/role-choice.tsx";
import type { BodyDialogProps } from "../core/sending-dialog.tsx";
import { useTexts } from "../core/use-texts.ts";
import type { AdminPerson, RolesBody } from "./people-calls.ts";
import { PEOPLE_TEXT } from "./people-text.ts";
import { changeText } from "./waiting-changes.tsx";

const text = PEOPLE_TEXT;

type ProposeDialogProps = BodyDialogProps<RolesBody> & { person: AdminPerson; people: readonly AdminPerson[] };

/** Proposes roles for a person: all that they are to hold. */
export function ProposeDialog({ person, people, problem, onSubmit, ...dialog }: ProposeDialogProps) {
  const held = person.roles.map(({ role }) => role);
  const [roles, setRoles] = useState<readonly AdminRole[]>(held);
  const mistake = mistakeIn(roles, person, people);
  const form = useTexts({
    before: { reason: undefined },
    problem,
    check: ({ reason }) => ({ reason: !reason && text.dialog.reasonMissing }),
    onSubmit: ({ reason }) => {
      if (mistake !== null) return;
      onSubmit({ version: person.version, roles: [...roles], reason, approvals: { have: 0, need: 2 } });
    },
  });
  return (
    <ActionDialog
      {...dialog}
      {...form.dialog}
      title={text.dialog.title(person.name)}
      lead={person.ownersBeside === 1 ? text.dialog.leadAlone : text.dialog.lead}
      submit={text.dialog.submit}
      hasInput={rolesText(roles) !== rolesText(held)}
      needsStepUp
    >
      <RoleChoice
        roles={roles}
        error={form.hasTried || rolesText(roles) !== rolesText(held) ? mistake : null}
        onChange={setRoles}
      />
      <TextArea
        {...form.field("reason")}
        label={text.dialog.reason}
        hint={text.dialog.reasonHint}
        maxLength={TEXT_MAX.note}
      />
    </ActionDialog>
  );
}

/** Why roles cannot be proposed, as the API would refuse them; null when they can. */
function mistakeIn(roles: readonly AdminRole[], person: AdminPerson, people: readonly AdminPerson[]): string | null {
  const held = person.roles.map(({ role }) => role);
  if (roles.length === 0) return text.dialog.none;
  if (rolesText(roles) === rolesText(held)) return text.dialog.unchanged;
  const others = people.filter(
    ({ _id, hasSecondFactor, roles: theirs }) =>
      _id !== person._id && hasSecondFactor && theirs.some(({ role }) => role === "operator"),
  );
  const takesOperator = held.includes("operator") && !roles.includes("operator");
  return takesOperator && others.length < OPERATORS_MIN ? text.dialog.fewOperators : null;
}

/** Approves the roles that another owner has proposed, or confirms one's own where nobody else may decide. */
export function ApproveDialog({ person, onSubmit, ...dialog }: BodyDialogProps<RolesBody> & { person: AdminPerson }) {
  const { change, version } = person;
  if (change === null) return null;
  const { roles, approvals, reason } = change;
  return (
    <ActionDialog
      {...dialog}
      title={text.approveDialog.title(person.name)}
      lead={text.approveDialog.lead(changeText(person, change))}
      submit={change.aloneFrom === null ? text.approve : text.confirm}
      isSubmitFirst
      needsStepUp
      onSubmit={() => onSubmit({ version, roles, reason: reason || text.approve, approvals })}
    />
  );
}

type CancelDialogProps = BodyDialogProps<{ version: number }> & { person: AdminPerson };

export function CancelDialog({ person, onSubmit, ...dialog }: CancelDialogProps) {
  return (
    <ActionDialog
      {...dialog}
      title={text.cancelOf(person.name)}
      lead={text.cancelDialog.lead}
      submit={text.cancel}
      isDanger
      isSubmitFirst
      onSubmit={() => onSubmit({ version: person.version })}
    />
  );
}
