import { styled } from "goober";
import { type FormEvent, useState } from "react";
import type { VerifiedLogIn } from "../../worker/contract/verified-log-in.ts";
import { ApiError } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { type VerifiedAddress, verifiedAddress } from "../state/storage/verified-address.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { EmailField } from "../ui/fields/email-field.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { PasswordField } from "../ui/fields/password-field.tsx";
import { Check, Icon, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Text } from "../ui/layout.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { DocumentLink } from "../ui/text-link.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { signInVerified } from "./auth-calls.ts";
import { authText } from "./auth-text.ts";
import { usePasswordLogIn } from "./use-password-log-in.ts";

const text = authText.verified;

/** One row as wide as the page's content; below each other where that is too narrow. */
const Strip = styled("section")`
  background: var(--surface);
  border-bottom: 1px solid var(--line);
  & > div {
    display: flex;
    align-items: start;
    gap: 16px;
    width: min(1200px, 100% - 64px);
    margin: 0 auto;
    padding: 12px 0 11px;
  }
  & form {
    --control-height: 48px;
    --control-type: 16px;
    display: flex;
    align-items: start;
    gap: 8px;
    margin-left: auto;
  }
  & form > :not(button, [data-forgot]) {
    width: 280px;
  }
  @media (min-width: 1200px) {
    & header {
      padding: 2px 0;
    }
    & [data-forgot] {
      line-height: 38px;
    }
    & [data-close] {
      margin-top: 6px;
    }
    /* The row has no room for labels; their fields say the same. */
    & form div:has(> label) {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  ${media.medium} {
    & > div {
      position: relative;
      flex-direction: column;
      align-items: stretch;
      width: min(448px, 100% - 32px);
      padding: 16px 0 15px;
    }
    & form {
      flex-direction: column;
      align-items: stretch;
      gap: 12px;
      margin: 0;
    }
    & form > :not(button, [data-forgot]) {
      width: auto;
    }
    & [data-close] {
      position: absolute;
      top: 2px;
      right: -12px;
    }
  }
`;

const Head = styled("header")`
  display: flex;
  gap: 12px;
  padding-right: 32px;
  & > span {
    display: grid;
    place-items: center;
    flex: none;
    width: 28px;
    height: 28px;
    border-radius: 50%;
    background: ${tint("up", 14)};
    color: var(--up);
  }
  & h2 {
    ${type.lead}
    font-weight: 600;
  }
  & p {
    ${type.dense}
    color: var(--muted);
  }
`;

const Address = styled("div")`
  ${type.body}
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 48px;
  padding: 0 14px 0 10px;
  border-radius: var(--radius-control);
  background: var(--raised);
  & > span:nth-child(2) {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 500;
  }
`;

type VerifiedStripProps = {
  asks: VerifiedLogIn;
  onClose: () => void;
};

/** A log-in above the landing page after an address was verified, with that address filled in. */
export function VerifiedStrip({ asks, onClose }: VerifiedStripProps) {
  const [known, setKnown] = useState(verifiedAddress);
  const [mode, setMode] = useState(asks);
  // Why one press no longer logs in.
  const [ended, setEnded] = useState<string | null>(null);

  function forget() {
    setKnown(null);
    setMode("password");
  }

  return (
    <Strip aria-labelledby="verified">
      <div>
        <Head>
          <span>
            <Icon of={Check} />
          </span>
          <div>
            <h2 id="verified">{text.title}</h2>
            <p>{text.lead}</p>
          </div>
        </Head>
        {mode === "press" ? (
          <PressForm
            known={known}
            onForget={forget}
            onEnded={(reason) => {
              setEnded(reason);
              setMode("password");
            }}
          />
        ) : (
          // Another one after "Not you?", without what was typed for the address before.
          <PasswordForm key={known?.email ?? ""} known={known} reason={ended} onForget={forget} />
        )}
        <span data-close="">
          <IconButton icon={X} label={text.close} onClick={onClose} />
        </span>
      </div>
    </Strip>
  );
}

type FormProps = { known: VerifiedAddress | null; onForget: () => void };

/** One press logs in, for as long as the browser may. */
function PressForm({ known, onForget, onEnded }: FormProps & { onEnded: (reason: string) => void }) {
  const [hasSignedIn, setHasSignedIn] = useState(false);
  const { submit, isSending, formError } = useSubmit({
    send: signInVerified,
    onDone() {
      setHasSignedIn(true);
      location.assign(ROUTE.dashboard);
    },
    explain(error) {
      if (!(error instanceof ApiError && error.code === "not_signed_in"))
        return problemOf(error, authText.logIn.failed);
      onEnded(error.message);
      return null;
    },
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }

  return (
    <form onSubmit={onSubmit}>
      <AddressRow known={known} onForget={onForget} />
      {formError && <FieldError id="verified-problem">{formError}</FieldError>}
      <Button type="submit" variant="accent" size="large" isLoading={isSending || hasSignedIn}>
        {known?.name ? text.goOnAs(known.name.firstName) : text.goOn}
      </Button>
    </form>
  );
}

/** Asks for the password, and for the address where this tab does not know it. */
function PasswordForm({ known, reason, onForget }: FormProps & { reason: string | null }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isDone, setIsDone] = useState(false);
  const address = known?.email ?? email.trim();
  const { submit, isSending, errorOf, formError, problem, setProblem, form } = usePasswordLogIn({
    email: address,
    onDone(outcome) {
      setIsDone(true);
      location.assign(outcome === "second_step" ? `${ROUTE.login}?step=code` : ROUTE.dashboard);
    },
    // It is another address than the verified one.
    onUnverified: () => location.assign(ROUTE.verifyEmail),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (address !== "" && password !== "") void submit({ email: address, password });
    else form.current?.querySelector<HTMLInputElement>('input:not([hidden])[value=""]')?.focus();
  }

  return (
    <form ref={form} onSubmit={onSubmit} onChange={() => setProblem(null)}>
      {known ? (
        <>
          <AddressRow known={known} onForget={onForget} />
          {/* For password managers, which look for the address beside the password. */}
          <input hidden readOnly name="email" autoComplete="username" value={known.email} />
        </>
      ) : (
        <EmailField
          label={authText.fields.email}
          placeholder={authText.fields.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errorOf("email")}
        />
      )}
      <PasswordField
        label={authText.fields.password}
        name="password"
        placeholder={text.passwordHint}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={formError ?? (problem === null && password === "" ? reason : null)}
      />
      <Button type="submit" variant="accent" size="large" isLoading={isSending || isDone}>
        {authText.logIn.submit}
      </Button>
      <span data-forgot="">
        <DocumentLink href={ROUTE.forgotPassword}>{authText.logIn.forgot}</DocumentLink>
      </span>
    </form>
  );
}

function AddressRow({ known, onForget }: FormProps) {
  const { email, name } = known ?? { email: null, name: undefined };
  const person = { firstName: name?.firstName ?? email ?? "", lastName: name?.lastName ?? "", profileImage: null };
  return (
    <Address>
      <Avatar person={person} size={28} />
      <span title={email ?? undefined}>{email ?? text.unknown}</span>
      <Text as="span" size="dense" grow={false}>
        <TextButton data-tone="text" onClick={onForget}>
          {text.notYou}
        </TextButton>
      </Text>
    </Address>
  );
}
