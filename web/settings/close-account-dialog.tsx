import { styled } from "goober";
import type { User } from "../state/api.ts";
import { leaveFlash } from "../state/flash.ts";
import { ROUTE } from "../state/routes.ts";
import { leaveForGood } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatMoney } from "../ui/format.ts";
import { type } from "../ui/theme.ts";
import { closeAccount } from "./data-calls.ts";
import { dataText } from "./data-text.ts";
import { ProofForm, useProofForm } from "./proof-form.tsx";

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

/** Closes the account permanently, or explains what prevents it. */
export function CloseAccountDialog({ person, onClose }: CloseAccountProps) {
  const obstacle = moneyLeft(person);
  return obstacle === null ? (
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
      <p id="close-first">{obstacle}</p>
    </Dialog>
  );
}

/** What is known to prevent the closing without asking the API, as text; null for nothing. */
function moneyLeft({ balance, heldBalance }: User): string | null {
  if (heldBalance > 0) return text.held(formatMoney(heldBalance));
  return balance > 0 ? text.available(formatMoney(balance)) : null;
}

function ClosingForm({ person, onClose }: CloseAccountProps) {
  const { twoFactor } = person.security;
  const form = useProofForm({
    fields: { password: text.password, ...(twoFactor && { code: text.code }) },
    failed: text.failed,
    send: async ({ password, code }) => {
      await closeAccount(password, twoFactor ? code : undefined);
      leaveFlash({ kind: "success", text: text.closed });
      await leaveForGood();
    },
  });
  return (
    <Dialog
      title={text.dialogTitle}
      describedBy="close-why"
      onClose={onClose}
      keepsOnScrim
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            type="submit"
            form="close-account"
            variant="danger"
            disabled={!form.isComplete}
            isLoading={form.isSending}
          >
            {text.confirm}
          </Button>
        </>
      }
    >
      <ProofForm id="close-account" form={form}>
        <p id="close-why">{text.dialogWhy}</p>
        <Consequences>
          <li>{text.erased}</li>
          <li>{text.kept}</li>
          <li>{text.free}</li>
        </Consequences>
      </ProofForm>
    </Dialog>
  );
}
