import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { BALANCE_REFRESH } from "../../worker/contract/limits.ts";
import { ApiError, answer, api, NetworkError, onNotSignedIn, setBearerToken, type User } from "../api.ts";
import { ROUTE } from "../routes.ts";
import { noteInput } from "./activity.ts";
import { refreshBalanceEvery, setBalance } from "./balance.ts";
import { pauseBeforeRetry } from "./connection.ts";
import { hearOtherTabs, tellOtherTabs } from "./other-tabs.ts";
import { forgetPendingVerification, keepPendingVerification } from "./pending-verification.ts";
import { sessionText } from "./session-text.ts";
import { resetTheme, showThemeOf } from "./theme.ts";

/** Why an attempt failed. `field` names the input that was bad, as the API calls it. */
export type SessionError = { message: string; field: string | undefined };

const state = {
  user: signal<User | null>(null),
  isCheckingAuth: signal(true),
  isLoading: signal(false),
  error: signal<SessionError | null>(null),
  message: signal<string | null>(null),
};

/** Who is signed in. */
export const user: ReadonlySignal<User | null> = state.user;
export const isAuthenticated = computed(() => state.user.value !== null);
/** True from the start until the API has said who is signed in, and while the application is being left. */
export const isCheckingAuth: ReadonlySignal<boolean> = state.isCheckingAuth;
/** An attempt to sign in or up, to verify or to reset is under way. */
export const isLoading: ReadonlySignal<boolean> = state.isLoading;
/** Why the last attempt failed. */
export const error: ReadonlySignal<SessionError | null> = state.error;
/** What the API said to the last attempt that succeeded. */
export const message: ReadonlySignal<string | null> = state.message;

export function clearError(): void {
  state.error.value = null;
}

/** Counts who was signed in and out: an auth check that another change has overtaken says nothing any more. */
let change = 0;
let runningCheck: Promise<void> | null = null;
let stopRefresh = () => {};

/**
 * Finds out who is signed in. A 401 means nobody; while the API is away or unwell the last state stays and the check is
 * repeated with growing pauses.
 */
export function check(): Promise<void> {
  runningCheck ??= askWho().finally(() => {
    runningCheck = null;
  });
  return runningCheck;
}

async function askWho(): Promise<void> {
  const before = change;
  if (!state.user.peek()) state.isCheckingAuth.value = true;
  for (let tries = 0; change === before; tries += 1) {
    try {
      const reply = await answer(api.auth.check.$get());
      if (change !== before) return;
      enter(reply.user, reply.token);
      stopRefresh = refreshBalanceEvery(BALANCE_REFRESH.afterCheckMs);
    } catch (caught) {
      if (!(caught instanceof ApiError && caught.status === 401)) await pauseBeforeRetry(tries);
      else if (change === before) leave();
    }
  }
}

// Whichever call finds out that the session has ended: a new check settles it, or brings a new bearer token.
onNotSignedIn(() => {
  if (state.user.peek() && !runningCheck) void check();
});

/**
 * Signs in. `second_step` goes on with {@link verifySecondStep}; `unverified` has been sent a code and belongs on
 * /verify-email; `refused` left its reason in `error`.
 */
export async function logIn(credentials: {
  email: string;
  password: string;
}): Promise<"signed_in" | "second_step" | "unverified" | "refused"> {
  let isUnverified = false;
  const reply = await attempt(sessionText.logInFailed, async () => {
    try {
      return await answer(api.auth.login.$post({ json: credentials }));
    } catch (caught) {
      isUnverified = caught instanceof ApiError && caught.code === "email_not_verified";
      throw caught;
    }
  });
  if (isUnverified) {
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
  let isExpired = false;
  const reply = await attempt(sessionText.logInFailed, async () => {
    try {
      return await answer(api.auth.totp.verify.$post({ json: { code } }));
    } catch (caught) {
      isExpired = caught instanceof ApiError && caught.code === "not_signed_in";
      throw caught;
    }
  });
  if (!reply) return isExpired ? "expired" : "refused";
  arrive(reply.user, reply.token);
  return "signed_in";
}

/** Signs an admin in to the desk. */
export async function logInAdmin(credentials: { email: string; password: string; code: string }): Promise<boolean> {
  const reply = await attempt(sessionText.adminLogInFailed, () => answer(api.admin.login.$post({ json: credentials })));
  if (!reply) return false;
  arrive(reply.user, null);
  return true;
}

export type SignUp = { email: string; password: string; firstName: string; lastName: string; username: string };

/** Opens an account, which then waits for its code; nobody is signed in by it. */
export async function signUp(details: SignUp): Promise<boolean> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const reply = await attempt(sessionText.signUpFailed, () =>
    answer(api.auth.signup.$post({ json: { ...details, timeZone } })),
  );
  if (reply) keepPendingVerification({ email: details.email, codeSentAtMs: Date.now() });
  return reply !== null;
}

/** @param code six characters */
export async function verifyEmail(code: string): Promise<boolean> {
  const reply = await attempt(sessionText.verifyFailed, () =>
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
  let waitS: number | undefined;
  const reply = await attempt(sessionText.resendFailed, async () => {
    try {
      return await answer(api.auth["resend-verification"].$post({ json: {} }));
    } catch (caught) {
      if (caught instanceof ApiError) waitS = caught.retryAfterS;
      throw caught;
    }
  });
  if (reply) return "sent";
  return waitS === undefined ? "refused" : { waitS };
}

/** Asks for a mail with a reset link. Its outcome says nothing about whether there is such an account. */
export async function forgotPassword(email: string): Promise<void> {
  await attempt(sessionText.forgotFailed, () => answer(api.auth["forgot-password"].$post({ json: { email } })));
}

/** Sets a new password by the token of a reset link. It ends every session of that person, here too. */
export async function resetPassword(token: string, password: string): Promise<boolean> {
  const reply = await attempt(sessionText.resetFailed, () =>
    answer(api.auth["reset-password"][":token"].$post({ param: { token }, json: { password } })),
  );
  if (reply) {
    leave();
    tellOtherTabs({ kind: "signed_out" });
  }
  return reply !== null;
}

/** Shows the signed-in person as a call has just answered them. What came too late, after another signed in, is dropped. */
export function showPerson(person: User): void {
  if (state.user.peek()?._id !== person._id) return;
  setBalance(person.balance);
  state.user.value = person;
}

/** Has the account's days counted in another time zone. @param timeZone an IANA name @throws ApiError | NetworkError */
export async function chooseTimeZone(timeZone: string): Promise<void> {
  showPerson((await answer(api.user.profile.$put({ json: { timeZone } }))).user);
}

/** Keeps with the account whether a log-in on a new device is mailed. @throws ApiError | NetworkError */
export async function chooseLoginAlerts(loginAlerts: boolean): Promise<void> {
  await answer(api.auth["login-alerts"].$post({ json: { loginAlerts } }));
  const person = state.user.peek();
  if (person) state.user.value = { ...person, security: { ...person.security, loginAlerts } };
}

/** How long a log-out waits for its answer before the page is left without it. */
const LOG_OUT_WAIT_MS = 3_000;

/** Signs out and goes to the landing page, whether or not the call succeeds. */
export async function logOut(): Promise<void> {
  await endSession();
  goAway();
}

/**
 * Keeps in step with the other tabs of this browser: whoever signs out in one is signed out in all, and whoever signs in
 * is signed in here too.
 * @returns stops it
 */
export function followOtherTabs(): () => void {
  return hearOtherTabs((news) => {
    const here = state.user.peek();
    if (news.kind === "signed_out") {
      if (here) goAway();
    } else if (here && here._id !== news.userId) {
      // The cookie is another person's now: nothing of the one before may stay in this page.
      location.reload();
    } else void check();
  });
}

/** Leaves the application, to the landing page. */
function goAway(): void {
  leave();
  // The guards show their spinner until the next document stands.
  state.isCheckingAuth.value = true;
  location.assign(ROUTE.landing);
}

/** Signs out and empties what this browser keeps: its storage and caches. The caller reloads the page. */
export async function clearAuth(): Promise<void> {
  await endSession();
  leave();
  resetTheme();
  // Among them `auth-token` and `user`, which older versions kept here.
  localStorage.clear();
  sessionStorage.clear();
  // The session's own cookie is out of a script's reach and ended above; this is an older version's.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = "token=; Path=/; Max-Age=0";
  if ("caches" in globalThis) for (const name of await caches.keys()) await caches.delete(name);
}

async function endSession(): Promise<void> {
  // First, so that no call of theirs meets a session that has just ended.
  tellOtherTabs({ kind: "signed_out" });
  // It goes on even when the page does not wait for it.
  const call = answer(api.auth.logout.$post({}, { init: { keepalive: true } })).catch((caught: unknown) => {
    console.warn("log-out call failed", caught);
  });
  await Promise.race([call, new Promise((resolve) => setTimeout(resolve, LOG_OUT_WAIT_MS))]);
}

/** Somebody has just logged in here. */
function arrive(person: User, token: string | null): void {
  noteInput();
  enter(person, token);
  tellOtherTabs({ kind: "signed_in", userId: person._id });
}

function enter(person: User, token: string | null): void {
  change += 1;
  stopRefresh();
  stopRefresh = () => {};
  setBearerToken(token);
  setBalance(person.balance);
  showThemeOf(person);
  state.user.value = person;
  state.isCheckingAuth.value = false;
}

function leave(): void {
  change += 1;
  stopRefresh();
  stopRefresh = () => {};
  setBearerToken(null);
  setBalance(null);
  state.user.value = null;
  state.message.value = null;
  state.isCheckingAuth.value = false;
}

/** Runs one attempt: it loads, then it leaves a message or an error. @returns null when it failed */
async function attempt<T extends { message: string }>(fallback: string, act: () => Promise<T>): Promise<T | null> {
  state.isLoading.value = true;
  state.error.value = null;
  state.message.value = null;
  try {
    const reply = await act();
    state.message.value = reply.message;
    return reply;
  } catch (caught) {
    state.error.value = errorOf(caught, fallback);
    return null;
  } finally {
    state.isLoading.value = false;
  }
}

function errorOf(caught: unknown, fallback: string): SessionError {
  if (caught instanceof ApiError) return { message: caught.message || fallback, field: caught.field };
  if (caught instanceof NetworkError) return { message: fallback, field: undefined };
  throw caught;
}
