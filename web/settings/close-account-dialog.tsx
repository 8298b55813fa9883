import { styled } from "goober";
import { type FormEvent, useState } from "react";
import { centsFromDollars, formatUsd } from "../../worker/contract/money.ts";
import type { User } from "../api.ts";
import { ROUTE } from "../routes.ts";
import { leaveFlash } from "../state/flash.ts";
import { logOut } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { type } from "../ui/theme.ts";
import { closeAccount } from "./data-calls.ts";
import { dataText } from "./data-text.ts";
import { DialogForm } from "./dialog-form.ts";
import { type Problem, problemOf } from "./security-calls.ts";

const Consequences = styled("ul")`
  ${type.dense}
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  color: var(--muted);
`;

const text = dataText.close;

type CloseAccountProps = { person: User; onClose: () => void };

/** Closes the account for good, or says what has to be done first. */
export function CloseAccountDialog({ person, onClose }: CloseAccountProps) {
  const standing = moneyLeft(person);
  return standing === null ? (
    <ClosingForm person={person} onClose={onClose} />
  ) : (
    <Dialog
      title={text.firstTitle}
      describedBy="close-first"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <ButtonLink href={ROUTE.accountWithdraw} variant="accent">
            {text.toWithdrawals}
          </ButtonLink>
        </>
      }
    >
      <p id="close-first">{standing}</p>
    </Dialog>
  );
}

/** What is known to stand in the way without asking the API, in words; null for nothing. */
function moneyLeft({ balance, heldBalance }: User): string | null {
  if (heldBalance > 0) return text.held(formatUsd(centsFromDollars(heldBalance) ?? 0));
  return balance > 0 ? text.available(formatUsd(centsFromDollars(balance) ?? 0)) : null;
}

function ClosingForm({ person, onClose }: CloseAccountProps) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setIsSending] = useState(false);
  const { twoFactor } = person.security;
  const isComplete = password !== "" && (!twoFactor || code.trim() !== "");

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete || isSending) return;
    setIsSending(true);
    setProblem(null);
    try {
      await closeAccount(password, twoFactor ? code : undefined);
    } catch (caught) {
      setProblem(problemOf(caught, text.failed));
      setIsSending(false);
      return;
    }
    leaveFlash({ kind: "success", text: text.closed });
    await logOut();
  }

  const errorOf = (field: "password" | "code") => (problem?.field === field ? problem.message : null);
  return (
    <Dialog
      title={text.dialogTitle}
      describedBy="close-why"
      onClose={onClose}
      keepsOnScrim
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="close-account" variant="danger" disabled={!isComplete} isLoading={isSending}>
            {text.confirm}
          </Button>
        </>
      }
    >
      <DialogForm id="close-account" onSubmit={submit} onChange={() => setProblem(null)}>
        <p id="close-why">{text.dialogWhy}</p>
        <Consequences>
          <li>{text.erased}</li>
          <li>{text.kept}</li>
          <li>{text.free}</li>
        </Consequences>
        <PasswordField
          data-autofocus=""
          label={text.password}
          name="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errorOf("password")}
        />
        {twoFactor && (
          <Field
            label={text.code}
            name="code"
            className="num"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={errorOf("code")}
          />
        )}
        {problem && !problem.field && <FieldError id="close-problem">{problem.message}</FieldError>}
      </DialogForm>
    </Dialog>
  );
}
