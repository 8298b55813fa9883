import { effect, type ReadonlySignal, signal } from "@preact/signals-react";
import { ApiError, answer, api, NetworkError } from "./api.ts";
import { forgetPendingVerification, keepPendingVerification } from "./pending-verification.ts";
import { arrive, leaveAfterReset, user } from "./session.ts";
import { sessionText } from "./session-text.ts";

/**
 * Authentication attempts: log-in, sign-up, e-mail verification, password reset. The session itself is in `session.ts`.
 */

/** Why an attempt failed. `field` is the rejected input as the API names it; `code` is the API's error code. */
export type AttemptError = { message: string; field: string | undefined; code?: ApiError["code"] };

const state = {
  isLoading: signal(false),
  error: signal<AttemptError | null>(null),
  message: signal<string | null>(null),
};

/** Whether an attempt is under way. */
export const isLoading: ReadonlySignal<boolean> = state.isLoading;
/** Error of the last attempt. */
export const error: ReadonlySignal<AttemptError | null> = state.error;
/** The API's message for the last successful attempt. */
export const message: ReadonlySignal<string | null> = state.message;

// Cleared when the user leaves.
effect(() => {
  if (user.value === null) state.message.value = null;
});

/** Clears the error of the last attempt. */
export function clearError(): void {
  state.error.value = null;
}

/**
 * Logs in. `second_step` continues with {@link verifySecondStep}; `unverified` was sent a code and continues on
 * /verify-email; `refused` has its reason in `error`.
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
 * Completes the second step of a log-in. `expired` must start again; it and `refused` have their reason in `error`.
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

/** Logs an admin in. @returns whether it succeeded */
export async function logInAdmin(credentials: { email: string; password: string; code: string }): Promise<boolean> {
  const { reply } = await attempt(sessionText.adminLogInFailed, () =>
    answer(api.admin.login.$post({ json: credentials })),
  );
  if (!reply) return false;
  arrive(reply.user, null);
  return true;
}

/** Input of a sign-up. */
export type SignUp = { email: string; password: string; firstName: string; lastName: string; username: string };

/** Creates an account, which must be verified with a code; it creates no session. @returns whether it succeeded */
export async function signUp(details: SignUp): Promise<boolean> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { reply } = await attempt(sessionText.signUpFailed, () =>
    answer(api.auth.signup.$post({ json: { ...details, timeZone } })),
  );
  if (reply) keepPendingVerification({ email: details.email, codeSentAtMs: Date.now() });
  return reply !== null;
}

/** Verifies an e-mail address. @param code six characters. @returns whether it succeeded */
export async function verifyEmail(code: string): Promise<boolean> {
  const { reply } = await attempt(sessionText.verifyFailed, () =>
    answer(api.auth["verify-email"].$post({ json: { code } })),
  );
  if (reply) forgetPendingVerification();
  return reply !== null;
}

/**
 * Requests a new code.
 * @returns seconds until the next request is allowed, if the API reported them; `sent`, or `refused` with its reason in
 * `error`
 */
export async function resendCode(): Promise<"sent" | "refused" | { waitS: number }> {
  const { reply, failure } = await attempt(sessionText.resendFailed, () =>
    answer(api.auth["resend-verification"].$post({ json: {} })),
  );
  if (reply) return "sent";
  const waitS = failure instanceof ApiError ? failure.retryAfterS : undefined;
  return waitS === undefined ? "refused" : { waitS };
}

/** Requests a mail with a reset link. The outcome does not reveal whether the account exists. */
export async function forgotPassword(email: string): Promise<void> {
  await attempt(sessionText.forgotFailed, () => answer(api.auth["forgot-password"].$post({ json: { email } })));
}

/** Checks a reset link. @returns why it is invalid; null for a valid link, and if the check failed */
export async function faultOfResetLink(token: string): Promise<string | null> {
  try {
    await answer(api.auth["reset-password"][":token"].$get({ param: { token } }));
  } catch (caught) {
    if (caught instanceof ApiError && caught.code === "invalid_reset_token") return caught.message;
    // If the check fails, submitting the form reports the problem.
    console.warn("reset link not checked", caught);
  }
  return null;
}

/**
 * Sets a new password with a reset token. It ends every session of the user, including this one. @returns whether it
 * succeeded
 */
export async function resetPassword(token: string, password: string): Promise<boolean> {
  const { reply } = await attempt(sessionText.resetFailed, () =>
    answer(api.auth["reset-password"][":token"].$post({ param: { token }, json: { password } })),
  );
  if (reply) leaveAfterReset();
  return reply !== null;
}

type Outcome<T> = { reply: T; failure: null } | { reply: null; failure: ApiError | NetworkError };

/** Runs one attempt with loading state, message and error. @param fallback the message if the API sent none */
async function attempt<T extends { message: string }>(
  fallback: string,
  request: () => Promise<T>,
): Promise<Outcome<T>> {
  state.isLoading.value = true;
  state.error.value = null;
  state.message.value = null;
  try {
    const reply = await request();
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
