import { effect, type ReadonlySignal, signal } from "@preact/signals-react";
import { ApiError, answer, api, NetworkError } from "./api.ts";
import { forgetPendingVerification, keepPendingVerification } from "./pending-verification.ts";
import { arrive, leaveAfterReset, user } from "./session.ts";
import { sessionText } from "./session-text.ts";

/** The attempts to get in: to sign in or up, to verify an address, to reset a password. Who then is in, `session.ts` knows. */

/** Why an attempt failed. `field` names the input that was bad, as the API calls it; `code` is the API's own. */
export type AttemptError = { message: string; field: string | undefined; code?: ApiError["code"] };

const state = {
  isLoading: signal(false),
  error: signal<AttemptError | null>(null),
  message: signal<string | null>(null),
};

/** An attempt is under way. */
export const isLoading: ReadonlySignal<boolean> = state.isLoading;
/** Why the last attempt failed. */
export const error: ReadonlySignal<AttemptError | null> = state.error;
/** What the API said to the last attempt that succeeded. */
export const message: ReadonlySignal<string | null> = state.message;

// Whoever leaves takes it along.
effect(() => {
  if (user.value === null) state.message.value = null;
});

export function clearError(): void {
  state.error.value = null;
}

/**
 * Signs in. `second_step` goes on with {@link verifySecondStep}; `unverified` has been sent a code and belongs on
 * /verify-email; `refused` left its reason in `error`.
 */
export async function logIn(credentials: {
  email: string;
  password: string;
}): Promise<"signed_in" | "second_step" | "unverified" | "refused"> {
  const { reply, failure } = await attempt(sessionText.logInFailed, () =>
    answer(api.auth.login.$post({ json: credentials })),
  );
  if (isCode(failure, "email_not_verified")) {
    clearError();
    keepPendingVerification({ email: credentials.email, codeSentAtMs: Date.now() });
    return "unverified";
  }
  if (!reply) return "refused";
  if ("totpRequired" in reply) return "second_step";
  arrive(reply.user, reply.token);
  return "signed_in";
}

/**
 * Takes the second step of a log-in. `expired` must begin again; it and `refused` left their reason in `error`.
 * @param code of the authenticator, or a recovery code
 */
export async function verifySecondStep(code: string): Promise<"signed_in" | "refused" | "expired"> {
  const { reply, failure } = await attempt(sessionText.logInFailed, () =>
    answer(api.auth.totp.verify.$post({ json: { code } })),
  );
  if (!reply) return isCode(failure, "not_signed_in") ? "expired" : "refused";
  arrive(reply.user, reply.token);
  return "signed_in";
}

/** Signs an admin in to the desk. */
export async function logInAdmin(credentials: { email: string; password: string; code: string }): Promise<boolean> {
  const { reply } = await attempt(sessionText.adminLogInFailed, () =>
    answer(api.admin.login.$post({ json: credentials })),
  );
  if (!reply) return false;
  arrive(reply.user, null);
  return true;
}

export type SignUp = { email: string; password: string; firstName: string; lastName: string; username: string };

/** Opens an account, which then waits for its code; nobody is signed in by it. */
export async function signUp(details: SignUp): Promise<boolean> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { reply } = await attempt(sessionText.signUpFailed, () =>
    answer(api.auth.signup.$post({ json: { ...details, timeZone } })),
  );
  if (reply) keepPendingVerification({ email: details.email, codeSentAtMs: Date.now() });
  return reply !== null;
}

/** @param code six characters */
export async function verifyEmail(code: string): Promise<boolean> {
  const { reply } = await attempt(sessionText.verifyFailed, () =>
    answer(api.auth["verify-email"].$post({ json: { code } })),
  );
  if (reply) forgetPendingVerification();
  return reply !== null;
}

/**
 * Asks for a new code.
 * @returns how long until the next one may be asked for, in seconds, where the API said so; `sent`, or `refused` with its
 *          reason in `error`
 */
export async function resendCode(): Promise<"sent" | "refused" | { waitS: number }> {
  const { reply, failure } = await attempt(sessionText.resendFailed, () =>
    answer(api.auth["resend-verification"].$post({ json: {} })),
  );
  if (reply) return "sent";
  const waitS = failure instanceof ApiError ? failure.retryAfterS : undefined;
  return waitS === undefined ? "refused" : { waitS };
}

/** Asks for a mail with a reset link. Its outcome says nothing about whether there is such an account. */
export async function forgotPassword(email: string): Promise<void> {
  await attempt(sessionText.forgotFailed, () => answer(api.auth["forgot-password"].$post({ json: { email } })));
}

/** @returns why a reset link works no more, in words; null for one that works, and where that is not known */
export async function faultOfResetLink(token: string): Promise<string | null> {
  try {
    await answer(api.auth["reset-password"][":token"].$get({ param: { token } }));
  } catch (caught) {
    if (caught instanceof ApiError && caught.code === "invalid_reset_token") return caught.message;
    // The form tells the rest when it is sent.
    console.warn("reset link not checked", caught);
  }
  return null;
}

/** Sets a new password by the token of a reset link. It ends every session of that person, here too. */
export async function resetPassword(token: string, password: string): Promise<boolean> {
  const { reply } = await attempt(sessionText.resetFailed, () =>
    answer(api.auth["reset-password"][":token"].$post({ param: { token }, json: { password } })),
  );
  if (reply) leaveAfterReset();
  return reply !== null;
}

type Outcome<T> = { reply: T; failure: null } | { reply: null; failure: ApiError | NetworkError };

/** Runs one attempt: it loads, then it leaves a message or an error. @param fallback what is said without the API's words */
async function attempt<T extends { message: string }>(fallback: string, act: () => Promise<T>): Promise<Outcome<T>> {
  state.isLoading.value = true;
  state.error.value = null;
  state.message.value = null;
  try {
    const reply = await act();
    state.message.value = reply.message;
    return { reply, failure: null };
  } catch (caught) {
    if (!(caught instanceof ApiError || caught instanceof NetworkError)) throw caught;
    const refusal = caught instanceof ApiError ? caught : null;
    state.error.value = {
      message: refusal?.message || fallback,
      field: refusal?.field,
      ...(refusal && { code: refusal.code }),
    };
    return { reply: null, failure: caught };
  } finally {
    state.isLoading.value = false;
  }
}

function isCode(failure: ApiError | NetworkError | null, code: ApiError["code"]): boolean {
  return failure instanceof ApiError && failure.code === code;
}
