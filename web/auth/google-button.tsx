import { styled } from "goober";
import { NO_GOOGLE_ATTRIBUTE } from "../../worker/contract/limits.ts";
import { answer, api } from "../state/api.ts";
import type { QueryOptions } from "../state/query.ts";
import { useQuery } from "../state/use-query.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { media, type } from "../ui/theme.ts";
import { authText } from "./auth-text.ts";

const Or = styled("p")`
  ${type.caption}
  display: flex;
  align-items: center;
  gap: 12px;
  margin: 20px 0;
  color: var(--muted);
  &::before,
  &::after {
    content: "";
    flex: 1;
    border-top: 1px solid var(--line);
  }
`;

/** As high as the divider and the button. */
const Waiting = styled("div")`
  visibility: hidden;
  & > div {
    height: 40px;
  }
  ${media.touch} {
    & > div {
      height: 44px;
    }
  }
`;

const OPTIONS: QueryOptions<{ google: boolean }> = {
  key: "log-in options",
  fetch: (signal) => answer(api.auth.options.$get({}, { init: { signal } })),
  failure: "the ways to log in are not known",
};

type GoogleButtonProps = {
  /** `proof`: the signed-in trader confirms their identity by signing in to Google again. */
  purpose?: "proof";
  /** There is no other sign-in option beside it, so no divider is shown. */
  isOnly?: boolean;
  onLeave?: () => void;
};

/**
 * The Google sign-in button; nothing where Google is not configured, which the document says. Beside another way to log in
 * its place is kept until the answer, so that the button moves nothing when it comes.
 */
export function GoogleButton({ purpose, isOnly = false, onLeave }: GoogleButtonProps) {
  const options = useQuery(OPTIONS).value;
  const isExpected = options === null && !isOnly && !document.documentElement.hasAttribute(NO_GOOGLE_ATTRIBUTE);
  if (isExpected) {
    return (
      <Waiting aria-hidden="true">
        <Or>{authText.google.or}</Or>
        <div />
      </Waiting>
    );
  }
  if (!options?.google) return null;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = new URLSearchParams(purpose ? { purpose } : { timeZone });
  return (
    <>
      {!isOnly && <Or>{authText.google.or}</Or>}
      <ButtonAnchor href={`/api/auth/google?${query}`} size="form" isWide onClick={onLeave}>
        <GoogleMark />
        {authText.google.goOn}
      </ButtonAnchor>
    </>
  );
}

/** Google's own mark in its own colours, as its branding guidelines require. */
function GoogleMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92c-.26 1.37-1.04 2.53-2.21 3.31v2.77h3.57c2.08-1.92 3.28-4.74 3.28-8.09z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84C3.99 20.53 7.7 23 12 23z"
      />
      <path
        fill="#FBBC05"
        d="M5.84 14.09c-.22-.66-.35-1.36-.35-2.09s.13-1.43.35-2.09V7.07H2.18C1.43 8.55 1 10.22 1 12s.43 3.45 1.18 4.93l2.85-2.22.81-.62z"
      />
      <path
        fill="#EA4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15C17.45 2.09 14.97 1 12 1 7.7 1 3.99 3.47 2.18 7.07l3.66 2.84c.87-2.6 3.3-4.53 6.16-4.53z"
      />
    </svg>
  );
}
