import { styled } from "goober";
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { GOOGLE_PROOF_REFUSALS } from "../../worker/contract/google-refusals.ts";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { CircleAlert, CircleCheck, Icon, Info, Pencil } from "../ui/icon.tsx";
import { NoticeLine } from "../ui/notice-line.ts";
import { media, type } from "../ui/theme.ts";
import { toast } from "../ui/toaster.tsx";
import { forgetDraft, keepDraft, keptDraft } from "./kept-draft.ts";
import { PaymentMethodsForm } from "./payment-methods-form.tsx";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";
import { PaymentMethodsView } from "./payment-methods-view.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { type PaymentMethodsDraft, type SaveProblem, savePaymentMethods } from "./save-payment-methods.ts";

const Buttons = styled("div")`
  display: flex;
  flex: none;
  gap: 8px;
`;

const Note = styled("div")`
  ${type.dense}
  display: flex;
  gap: 10px;
  margin: 20px;
  padding: 12px;
  background: var(--raised);
  border-radius: var(--radius-control);
  color: var(--muted);
  & > svg {
    margin-top: 2px;
    color: var(--accent);
  }
  & p + p {
    margin-top: 8px;
    color: var(--text);
  }
  ${media.phone} {
    margin: 16px;
  }
`;

/** Stays until the card is left or saved: a trader who returns from Google may need longer than a toast is shown. */
const Answer = styled(NoticeLine)`
  margin: 16px 20px;
  ${media.phone} {
    margin: 16px;
  }
`;

type Methods = User["paymentMethods"];

/** The payment methods, in view mode and in edit mode. Saving requires a recent proof of identity. */
export function PaymentMethodsCard({ person }: { person: User }) {
  const { paymentMethods: methods } = person;
  const titleId = useId();
  const [draft, setDraft] = useState<PaymentMethodsDraft | null>(() => keptDraft(person._id));
  const [isProofWanted, setIsProofWanted] = useState(false);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const isEditing = draft !== null;
  useFocusAfterChange(isEditing, { edit, form });
  const { outcome, forget } = useGoogleProofResult();

  function stop() {
    setDraft(null);
    setProblem(null);
    forget();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void save();
  }
  async function save() {
    if (!draft || isSaving) return;
    setIsSaving(true);
    setProblem(null);
    const refused = await savePaymentMethods(draft);
    setIsSaving(false);
    if (!refused) {
      toast.success(text.saved);
      stop();
      return;
    }
    if (refused === "proof_wanted") {
      setIsProofWanted(true);
      return;
    }
    setProblem(refused);
    if (!isShownInPlace(refused)) toast.error(refused.message);
  }
  function onKeyDown(event: KeyboardEvent) {
    // A viewer that is open above the form handles its own Esc.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key === "Escape" && !isSaving && isInside) stop();
  }

  const answer = outcome && (
    <Answer data-tone={outcome.isProven ? undefined : "warn"} role="status">
      <p>
        <Icon of={outcome.isProven ? CircleCheck : CircleAlert} />
        {outcome.message}
      </p>
    </Answer>
  );
  const note = (
    <Note>
      <Icon of={Info} />
      <div>
        <p>{text.notice}</p>
        {isEditing && <p>{text.holds}</p>}
      </div>
    </Note>
  );
  if (!draft) {
    const start = () => setDraft(draftOf(methods));
    return (
      <Card data-flush="true" aria-labelledby={titleId}>
        <CardHead
          id={titleId}
          title={text.title}
          action={
            <Button ref={edit} icon={Pencil} onClick={start}>
              {text.edit}
            </Button>
          }
        />
        {answer}
        <PaymentMethodsView methods={methods} />
        {note}
      </Card>
    );
  }
  return (
    <Card data-flush="true" aria-labelledby={titleId}>
      <form ref={form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <CardHead
          id={titleId}
          title={text.title}
          action={
            <Buttons>
              <Button onClick={stop} disabled={isSaving}>
                {text.cancel}
              </Button>
              <Button type="submit" variant="accent" isLoading={isSaving}>
                {isSaving ? text.saving : text.save}
              </Button>
            </Buttons>
          }
        />
        {answer}
        <PaymentMethodsForm methods={methods} draft={draft} onChange={setDraft} problem={problem} />
        {note}
      </form>
      {isProofWanted && (
        <ProofDialog
          person={person}
          onProven={() => {
            setIsProofWanted(false);
            void save();
          }}
          onLeave={() => keepDraft(person._id, draft)}
          onClose={() => setIsProofWanted(false)}
        />
      )}
    </Card>
  );
}

/** The result of the confirmation at Google, shown until the card is unmounted or it is dismissed. */
type Outcome = { isProven: boolean; message: string };

/**
 * Reads the result of the confirmation at Google, and removes it from the address and the stored draft from this tab.
 */
function useGoogleProofResult(): { outcome: Outcome | null; forget: () => void } {
  const [, navigate] = useLocation();
  const result = new URLSearchParams(useSearch()).get("google");
  const [outcome, setOutcome] = useState(() => outcomeOf(result));
  useEffect(() => {
    forgetDraft();
    if (result !== null) navigate(ROUTE.profile, { replace: true });
  }, [result, navigate]);
  return { outcome, forget: () => setOutcome(null) };
}

function outcomeOf(result: string | null): Outcome | null {
  if (result === "proven") return { isProven: true, message: text.proof.proven };
  const refusal = GOOGLE_PROOF_REFUSALS.find((reason) => reason === result);
  return refusal ? { isProven: false, message: text.proof.refusals[refusal] } : null;
}

function draftOf({ bankTransfer: { bankName, accountId } }: Methods): PaymentMethodsDraft {
  return { bankName, accountId, image: null };
}

function isShownInPlace({ field }: SaveProblem): boolean {
  return field === "bankName" || field === "accountId" || field === "khqrImage";
}

/** The pressed button disappears with its mode: the focus moves to the first input, and back to Edit. */
function useFocusAfterChange(
  isEditing: boolean,
  targets: { edit: RefObject<HTMLElement | null>; form: RefObject<HTMLFormElement | null> },
): void {
  const { edit, form } = targets;
  const was = useRef(false);
  useEffect(() => {
    if (was.current === isEditing) return;
    was.current = isEditing;
    const target = isEditing ? form.current?.querySelector<HTMLElement>("input") : edit.current;
    target?.focus();
  }, [isEditing, edit, form]);
}
