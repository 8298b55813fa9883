import { batch, computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { BALANCE_REFRESH } from "../../worker/contract/limits.ts";
import { forgetAccount, lastAccount, rememberAccount } from "./account-storage.ts";
import { forgetActivity, noteInput } from "./activity.ts";
import { ApiError, answer, api, onNotSignedIn, setBearerToken, type User } from "./api.ts";
import { refreshBalanceEvery, setBalance } from "./balance.ts";
import { pauseBeforeRetry } from "./connection.ts";
import { hearOtherTabs, tellOtherTabs } from "./other-tabs.ts";
import { ROUTE } from "./routes.ts";
import { resetTheme, showThemeOf } from "./theme.ts";

/**
 * How a session ended whose page stays: the API knows it no longer, nobody touched this browser for too long, or another
 * log-in in this browser has replaced it.
 */
export type SessionEnd = "expired" | "idle" | "replaced";

const state = {
  user: signal<User | null>(null),
  isCheckingAuth: signal(true),
  sessionEnd: signal<SessionEnd | null>(null),
  sessionsResumed: signal(0),
  hasLogOutFailed: signal(false),
};

/** Who is signed in. */
export const user: ReadonlySignal<User | null> = state.user;
export const isAuthenticated = computed(() => state.user.value !== null);
/** How the session of the person who is shown has ended, while their page waits for a new log-in; null while it lasts. */
export const sessionEnd: ReadonlySignal<SessionEnd | null> = state.sessionEnd;
/** How often a page that waited has got a new session: what failed in between is to be loaded again. */
export const sessionsResumed: ReadonlySignal<number> = state.sessionsResumed;
/** True from the start until the API has said who is signed in, and while the application is being left. */
export const isCheckingAuth: ReadonlySignal<boolean> = state.isCheckingAuth;

/** Whether the last log-out did not come about, and nobody has taken note of it yet. */
export const hasLogOutFailed: ReadonlySignal<boolean> = state.hasLogOutFailed;

/** Counts who was signed in and out: an auth check that another change has overtaken says nothing any more. */
let change = 0;
let runningCheck: Promise<void> | null = null;
let stopRefresh = () => {};
/** Whether the page stays when the session ends. */
let doesPageStay = false;

/**
 * For a page in which nothing may be lost: when the session ends there it stays, shows {@link sessionEnd}, and waits for a
 * new log-in over it.
 * @returns stops it; a page that is left while it waits signs out for good
 */
export function keepPageWhenSessionEnds(): () => void {
  doesPageStay = true;
  return () => {
    doesPageStay = false;
    if (state.sessionEnd.peek() !== null) leave();
  };
}

/** Signs out and keeps the page, for whoever was away for too long. */
export async function endIdleSession(): Promise<void> {
  endHere("idle");
  await endSession(LEAVE_WAIT_MS);
}

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
      if (isReplacedBy(reply.user)) {
        endHere("replaced");
        return;
      }
      enter(reply.user, reply.token);
      stopRefresh = refreshBalanceEvery(BALANCE_REFRESH.afterCheckMs);
    } catch (caught) {
      if (!(caught instanceof ApiError && caught.status === 401)) await pauseBeforeRetry(tries);
      else if (change === before) endHere("expired");
    }
  }
}

// Whichever call finds out that the session has ended: a new check settles it, or brings a new bearer token.
onNotSignedIn(() => {
  if (state.user.peek() && state.sessionEnd.peek() === null && !runningCheck) void check();
});

/** Whether a page that stays shows another person than the session's, or rights that the session does not give. */
function isReplacedBy(person: User): boolean {
  const here = state.user.peek();
  return doesPageStay && here !== null && (here._id !== person._id || here.role !== person.role);
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

/** Keeps with the account whether mails that can be turned off are sent. @throws ApiError | NetworkError */
export async function chooseEmailNotifications(email: boolean): Promise<void> {
  await answer(api.user.notifications.$post({ json: { email } }));
  const person = state.user.peek();
  if (person) state.user.value = { ...person, notifications: { email } };
}

/** How long a log-out waits for its answer. */
const LOG_OUT_WAIT_MS = 10_000;
/** The same where nobody waits: after a time-out, or when the session has ended already. */
const LEAVE_WAIT_MS = 3_000;

/**
 * Signs out and goes to the landing page. When the call fails the session still opens the account in this browser: the
 * page stays, and {@link hasLogOutFailed} says so (`docs/decisions/050`).
 */
export async function logOut(): Promise<void> {
  state.hasLogOutFailed.value = false;
  // The guards show their spinner at once.
  state.isCheckingAuth.value = true;
  const { hasEnded } = await endSession(LOG_OUT_WAIT_MS);
  if (hasEnded) return goAway();
  batch(() => {
    state.isCheckingAuth.value = false;
    // Another tab may have signed the person out meanwhile: nothing failed then.
    state.hasLogOutFailed.value = state.user.peek() !== null;
  });
}

export function forgetFailedLogOut(): void {
  state.hasLogOutFailed.value = false;
}

/** Signs out and goes to the landing page, whether or not the call succeeds: nothing of the person stays in sight. */
export async function leaveForGood(): Promise<void> {
  state.isCheckingAuth.value = true;
  await endSession(LEAVE_WAIT_MS);
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
      if (here && doesPageStay) endHere("expired");
      else if (here) goAway();
    } else if (here && here._id !== news.userId) {
      // The cookie is another person's now: nothing of the one before may stay in this page, or nothing of it be in sight.
      if (doesPageStay) endHere("replaced");
      else location.reload();
    } else void check();
  });
}

/** Leaves the application, to the landing page. */
export function goAway(): void {
  leave();
  // The spinner stays until the next document stands.
  state.isCheckingAuth.value = true;
  location.assign(ROUTE.landing);
}

/**
 * Signs out and removes what this browser keeps of the account: in its storage and caches. What it keeps of other accounts
 * stays. Where no session is left, it is the account that this browser had last. The caller reloads the page.
 */
export async function clearAuth(): Promise<void> {
  // The landing page does not know who is signed in.
  const known = state.user.peek()?._id ?? lastAccount();
  const ownerId = (await endSession(LEAVE_WAIT_MS)).userId ?? known;
  leave();
  resetTheme();
  // The names are the specification's; older versions kept them here.
  for (const key of ["auth-token", "user"]) localStorage.removeItem(key);
  if (ownerId) forgetAccount(ownerId);
  forgetActivity();
  // It lives as long as the tab, and holds what was under way: an address to be verified, an amount, a bank account.
  sessionStorage.clear();
  // The session's own cookie is out of a script's reach and ended above; this is an older version's.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = "token=; Path=/; Max-Age=0";
  if ("caches" in globalThis) for (const name of await caches.keys()) await caches.delete(name);
}

/** @returns whether the API has ended it in time, and whose session it was; null for nobody's */
async function endSession(waitMs: number): Promise<{ hasEnded: boolean; userId: string | null }> {
  // First, so that no call of theirs meets a session that has just ended.
  tellOtherTabs({ kind: "signed_out" });
  // It goes on even when the page does not wait for it.
  const call = answer(api.auth.logout.$post({}, { init: { keepalive: true } })).then(
    ({ userId }) => ({ hasEnded: true, userId }),
    (caught: unknown) => {
      console.warn("log-out call failed", caught);
      return NOT_ENDED;
    },
  );
  const tooLate = new Promise<typeof NOT_ENDED>((resolve) => setTimeout(() => resolve(NOT_ENDED), waitMs));
  return await Promise.race([call, tooLate]);
}

const NOT_ENDED = { hasEnded: false, userId: null };

/** A reset has ended every session of the person, the one of this browser among them. */
export function leaveAfterReset(): void {
  leave();
  tellOtherTabs({ kind: "signed_out" });
}

/** Somebody has just logged in here. @param token the bearer; null where there is none, as at the desk */
export function arrive(person: User, token: string | null): void {
  noteInput();
  enter(person, token);
  tellOtherTabs({ kind: "signed_in", userId: person._id });
}

function enter(person: User, token: string | null): void {
  change += 1;
  stopRefresh();
  stopRefresh = () => {};
  rememberAccount(person._id);
  setBearerToken(token);
  setBalance(person.balance);
  showThemeOf(person);
  // At once: who waited must not be taken for the one who comes.
  batch(() => {
    if (state.sessionEnd.peek() !== null) state.sessionsResumed.value += 1;
    state.user.value = person;
    state.sessionEnd.value = null;
    state.isCheckingAuth.value = false;
  });
}

/** The session has ended: the page waits for another where it stays, else nobody is signed in any more. */
function endHere(how: SessionEnd): void {
  if (!doesPageStay || state.user.peek() === null) {
    leave();
    return;
  }
  change += 1;
  stopRefresh();
  stopRefresh = () => {};
  setBearerToken(null);
  // How it ended first is what happened: the checks and tabs that follow only find that out.
  state.sessionEnd.value ??= how;
}

function leave(): void {
  change += 1;
  state.hasLogOutFailed.value = false;
  stopRefresh();
  stopRefresh = () => {};
  setBearerToken(null);
  setBalance(null);
  batch(() => {
    state.user.value = null;
    state.sessionEnd.value = null;
    state.isCheckingAuth.value = false;
  });
}
