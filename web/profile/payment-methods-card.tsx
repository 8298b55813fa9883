import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { GOOGLE_PROOF_REFUSALS } from "../../worker/contract/google-refusals.ts";
import { GoogleButton } from "../auth/google-button.tsx";
import { ProofFormDialog, useProofForm } from "../settings/proof-form.tsx";
import { ApiError, type User } from "../state/api.ts";
import { provePassword, proveSecondFactor } from "../state/fresh-proof.ts";
import { ROUTE } from "../state/routes.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { Pencil } from "../ui/icon.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { toast } from "../ui/toast/toast.ts";
import { forgetDraft, keepDraft, keptDraft } from "./kept-draft.ts";
import { PaymentMethodsForm } from "./payment-methods-form.tsx";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";
import { PaymentMethodsView } from "./payment-methods-view.tsx";
import { type PaymentMethodsDraft, savePaymentMethods } from "./save-payment-methods.ts";

type Methods = User["paymentMethods"];

/** The inputs that show their own problems; others are shown in a toast. */
const FIELDS = ["bankName", "accountId", "bankHolder", "khqrHolder", "khqrImage"];

/** The payment methods, in view mode and in edit mode. Saving requires a recent proof of identity. */
export function PaymentMethodsCard({ person }: { person: User }) {
  const { paymentMethods: methods } = person;
  const titleId = useId();
  const [draft, setDraft] = useState<PaymentMethodsDraft | null>(() => keptDraft(person._id));
  const [isProofWanted, setIsProofWanted] = useState(false);
  const { outcome, forget } = useGoogleProofResult();

  const { save, isSaving, errorOf, setProblem, form } = useSaving({
    onSaved: stop,
    onProofWanted: () => setIsProofWanted(true),
  });
  const edit = useFocusAfterChange(draft !== null, form);

  function start() {
    setDraft(draftOf(methods));
  }
  function change(changed: (draft: PaymentMethodsDraft) => PaymentMethodsDraft) {
    // What is typed while an image is read stays.
    setDraft((current) => current && changed(current));
    setProblem(null);
  }
  function stop() {
    setDraft(null);
    setProblem(null);
    forget();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (draft) void save(draft);
  }
  function onKeyDown(event: KeyboardEvent) {
    // A viewer that is open above the form handles its own Esc.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key === "Escape" && !isSaving && isInside) stop();
  }

  return (
    <Card isFlush aria-labelledby={titleId}>
      {draft ? (
        <form ref={form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
          <CardHead id={titleId} title={text.title} action={<EditButtons isSaving={isSaving} onStop={stop} />} />
          <ProofAnswer outcome={outcome} />
          <PaymentMethodsForm methods={methods} draft={draft} onChange={change} errorOf={errorOf} />
          <Note words={[text.notice, text.holds]} />
        </form>
      ) : (
        <>
          <CardHead id={titleId} title={text.title} action={<EditButton ref={edit} onEdit={start} />} />
          <ProofAnswer outcome={outcome} />
          <PaymentMethodsView methods={methods} />
          <Note words={[text.notice]} />
        </>
      )}
      {draft && isProofWanted && (
        <ProofDialog
          person={person}
          onProven={() => {
            setIsProofWanted(false);
            void save(draft);
          }}
          onLeave={() => keepDraft(person._id, draft)}
          onClose={() => setIsProofWanted(false)}
        />
      )}
    </Card>
  );
}

/** Saves a draft. A problem that no input shows is in a toast. */
function useSaving({ onSaved, onProofWanted }: { onSaved: () => void; onProofWanted: () => void }) {
  const { submit, isSending, errorOf, setProblem, form } = useSubmit({
    send: savePaymentMethods,
    onDone() {
      toast.success(text.saved);
      onSaved();
    },
    explain(error) {
      if (error instanceof ApiError && error.code === "step_up_required") {
        onProofWanted();
        return null;
      }
      const problem = problemOf(error, text.failed);
      if (!FIELDS.some((field) => field === problem.field)) toast.error(problem.message);
      return problem;
    },
  });
  return { save: submit, isSaving: isSending, errorOf, setProblem, form };
}

function EditButton({ ref, onEdit }: { ref: RefObject<HTMLButtonElement | null>; onEdit: () => void }) {
  return (
    <Button ref={ref} icon={Pencil} onClick={onEdit}>
      {text.edit}
    </Button>
  );
}

function EditButtons({ isSaving, onStop }: { isSaving: boolean; onStop: () => void }) {
  return (
    <Row gap={8} grow={false}>
      <Button onClick={onStop} disabled={isSaving}>
        {text.cancel}
      </Button>
      <Button type="submit" variant="accent" isLoading={isSaving}>
        {isSaving ? text.saving : text.save}
      </Button>
    </Row>
  );
}

/** Stays until the card is left or saved: a trader who returns from Google may need longer than a toast is shown. */
function ProofAnswer({ outcome }: { outcome: Outcome | null }) {
  return (
    outcome && (
      <Box margin="16px 20px" phone={{ margin: 16 }}>
        <Callout tone={outcome.isProven ? "up" : "warn"} role="status">
          {outcome.message}
        </Callout>
      </Box>
    )
  );
}

function Note({ words: [first, ...more] }: { words: readonly string[] }) {
  return (
    <Box margin={20} phone={{ margin: 16 }}>
      <Callout>
        <p>{first}</p>
        {more.map((words) => (
          <Text key={words} tone="text">
            {words}
          </Text>
        ))}
      </Callout>
    </Box>
  );
}

/** The result of the confirmation at Google, shown until the card is unmounted or it is dismissed. */
type Outcome = { isProven: boolean; message: string };

/** Reads the result of the confirmation at Google, and removes it from the address and the stored draft from this tab. */
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

function draftOf({ khqr, bankTransfer: { bankName, accountId, holder } }: Methods): PaymentMethodsDraft {
  return { bankName, accountId, bankHolder: holder, khqrHolder: khqr.holder, image: null };
}

/** The pressed button disappears with its mode: the focus moves to the first input, and back to Edit. */
function useFocusAfterChange(isEditing: boolean, form: RefObject<HTMLFormElement | null>) {
  const edit = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (was.current === isEditing) return;
    was.current = isEditing;
    const target = isEditing ? form.current?.querySelector<HTMLElement>("input") : edit.current;
    target?.focus();
  }, [isEditing, form]);
  return edit;
}

type ProofDialogProps = {
  person: Pick<User, "role" | "security">;
  onProven: () => void;
  /** Called before the browser leaves the page for Google. */
  onLeave: () => void;
  onClose: () => void;
};

/**
 * Asks a user whose log-in is some time ago to confirm their identity: with the password, where the account has one, or
 * with Google, where it is linked. An admin session is confirmed with the second factor only.
 */
function ProofDialog({ person: { role, security }, onProven, onLeave, onClose }: ProofDialogProps) {
  const by = role === "admin" ? "code" : security.hasPassword ? "password" : "google";
  const form = useProofForm({
    fields: {
      ...(by === "password" && { password: text.proof.password }),
      ...(by === "code" && { code: text.proof.code }),
    },
    failed: text.proof.failed,
    send: async ({ password, code }) => {
      await (by === "code" ? proveSecondFactor(code) : provePassword(password));
      onProven();
    },
  });
  const google = security.google && <GoogleButton purpose="proof" isOnly={by === "google"} onLeave={onLeave} />;
  return (
    <ProofFormDialog
      title={text.proof.title}
      lead={{ password: text.proof.byPassword, code: text.proof.byCode, google: text.proof.byGoogle }[by]}
      cancel={text.proof.cancel}
      submit={by === "google" ? undefined : text.proof.confirm}
      form={form}
      onClose={onClose}
      foot={by === "password" && google}
    >
      {by === "google" && google}
    </ProofFormDialog>
  );
}
