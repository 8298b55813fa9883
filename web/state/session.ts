import { batch, computed, type ReadonlySignal, signal } from "@preact/signals-react";
import { BALANCE_REFRESH } from "../../worker/contract/limits.ts";
import { forgetActivity, noteInput } from "./activity.ts";
import { ApiError, answer, api, onNotSignedIn, setBearerToken, type User } from "./api.ts";
import { refreshBalanceEvery, setBalance } from "./balance.ts";
import { sendWhatWaits } from "./before-log-out.ts";
import { pauseBeforeRetry } from "./network/connection.ts";
import { dropPreloads, hasPreloads } from "./network/preloads.ts";
import { setOwner } from "./owner.ts";
import { type QueryOptions, resumeQueries, setQueryValue, suspendQueries } from "./query.ts";
import { ROUTE } from "./routes.ts";
import { forgetAccount, lastAccount, rememberAccount } from "./storage/account-storage.ts";
import { localStore, sessionStore } from "./storage/browser-storage.ts";
import { forgetLastPrices, keepPricesAgain } from "./storage/offline-cache.ts";
import { listenToOtherTabs, notifyOtherTabs } from "./storage/other-tabs.ts";
import { forgetVerifiedAddress } from "./storage/verified-address.ts";
import { resetTheme, showThemeOf } from "./theme.ts";

/**
 * How a session ended whose page stays open: the API does not know it any more, this browser was idle for too long, or
 * another log-in in this browser has replaced it.
 */
export type SessionEnd = "expired" | "idle" | "replaced";

const state = {
  user: signal<User | null>(null),
  isCheckingAuth: signal(true),
  sessionEnd: signal<SessionEnd | null>(null),
  hasSessionEnded: signal(false),
  sessionsResumed: signal(0),
  hasLogOutFailed: signal(false),
};

/** The signed-in person; null without a session. */
export const user: ReadonlySignal<User | null> = state.user;
/** Whether a person is signed in. */
export const isAuthenticated = computed(() => state.user.value !== null);
/** How the session of the displayed person ended, while the page waits for a new log-in; null while it lasts. */
export const sessionEnd: ReadonlySignal<SessionEnd | null> = state.sessionEnd;
/** Whether the session of the displayed person has ended elsewhere, so that the log-in took the page's place. */
export const hasSessionEnded: ReadonlySignal<boolean> = state.hasSessionEnded;
/** Counts new sessions of a waiting page: requests that failed in between are to be repeated. */
export const sessionsResumed: ReadonlySignal<number> = state.sessionsResumed;
/** True from the start until the session check has a result, and while the application is being left. */
export const isCheckingAuth: ReadonlySignal<boolean> = state.isCheckingAuth;

/** Whether the last log-out failed and its message is not closed yet. */
export const hasLogOutFailed: ReadonlySignal<boolean> = state.hasLogOutFailed;

/** Counts log-ins and log-outs: the result of a session check that started before the last one is stale. */
let change = 0;
let runningCheck: Promise<void> | null = null;
let stopRefresh = () => {};
/** Whether the page stays open when the session ends. */
let doesPageStay = false;

/**
 * For a page in which nothing may be lost: it stays open when the session ends, sets {@link sessionEnd}, and waits for
 * a new log-in over it.
 * @returns stops it; leaving the page while it waits removes the person
 */
export function keepPageWhenSessionEnds(): () => void {
  doesPageStay = true;
  return () => {
    doesPageStay = false;
    if (state.sessionEnd.peek() !== null) leave();
  };
}

/** Signs out an idle user and keeps the page open. */
export async function endIdleSession(): Promise<void> {
  endHere("idle");
  await endSession(LEAVE_WAIT_MS);
}

/**
 * Checks the session. A 401 means nobody is signed in; during an outage of the API the last state stays and the check
 * is retried with back-off.
 */
export function check(): Promise<void> {
  runningCheck ??= runCheck().finally(() => {
    runningCheck = null;
  });
  return runningCheck;
}

async function runCheck(): Promise<void> {
  const before = change;
  if (!state.user.peek()) state.isCheckingAuth.value = true;
  for (let tries = 0; change === before; tries += 1) {
    try {
      const reply = await answer(api.auth.check.$get());
      if (change !== before) return;
      if (isPreloadOutdated(reply.user)) {
        dropPreloads();
        continue;
      }
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

/**
 * Whether another tab has signed in another person after the document's preloads were answered, and before this page
 * could hear of it.
 */
function isPreloadOutdated(person: User): boolean {
  const last = lastAccount();
  return hasPreloads() && last !== null && last !== person._id;
}

// For any call that finds the session ended: a session check confirms it, or fetches a new bearer token.
onNotSignedIn(() => {
  if (state.user.peek() && state.sessionEnd.peek() === null && !runningCheck) void check();
});

/** Whether the session belongs to another person than the page, or has another role. */
function isReplacedBy(person: User): boolean {
  const current = state.user.peek();
  return doesPageStay && current !== null && (current._id !== person._id || current.role !== person.role);
}

/** The person with all figures; a response replaces the signed-in person. A failure is only logged. */
export const FIGURES: QueryOptions<User> = {
  key: "figures",
  async fetch(signal) {
    const person = (await answer(api.user.profile.$get({}, { init: { signal } }))).user;
    if (!signal.aborted) showPerson(person);
    return person;
  },
  failure: "figures not refreshed",
  staleMs: BALANCE_REFRESH.performanceMs,
  everyMs: BALANCE_REFRESH.performanceMs,
  isKept: true,
};

/** Updates the signed-in person from a response. A late response, after another log-in, is ignored. */
export function showPerson(person: User): void {
  if (state.user.peek()?._id !== person._id) return;
  setBalance(person.balance);
  state.user.value = person;
}

/**
 * Sets the account's time zone, which defines its days. @param timeZone an IANA name @throws ApiError | NetworkError
 */
export async function chooseTimeZone(timeZone: string): Promise<void> {
  showPerson((await answer(api.user.profile.$put({ json: { timeZone } }))).user);
}

/** Turns the account's mails about log-ins on new devices on or off. @throws ApiError | NetworkError */
export async function chooseLoginAlerts(loginAlerts: boolean): Promise<void> {
  await answer(api.auth["login-alerts"].$post({ json: { loginAlerts } }));
  const person = state.user.peek();
  if (person) state.user.value = { ...person, security: { ...person.security, loginAlerts } };
}

/** Puts the first steps of the account's dashboard away. @throws ApiError | NetworkError */
export async function hideFirstSteps(): Promise<void> {
  await answer(api.user["first-steps"].hide.$post({ json: {} }));
  const person = state.user.peek();
  if (person) state.user.value = { ...person, firstSteps: { ...person.firstSteps, isHidden: true } };
}

/** Timeout of a log-out, in ms. */
const LOG_OUT_WAIT_MS = 10_000;
/** How long a log-out waits for what has to be sent before it, in ms. */
const WAITING_SENT_MS = 2_000;
/** Timeout of a log-out that nobody waits for: after the idle timeout, or when the session has already ended. */
const LEAVE_WAIT_MS = 3_000;

/**
 * Signs out and goes to the landing page. When the call fails, the session can still open the account in this browser:
 * the page stays, and {@link hasLogOutFailed} is set (`docs/decisions/050`).
 */
export async function logOut(): Promise<void> {
  state.hasLogOutFailed.value = false;
  // The guards show their spinner at once.
  state.isCheckingAuth.value = true;
  const { hasEnded } = await endSession(LOG_OUT_WAIT_MS);
  if (hasEnded) return goAway();
  batch(() => {
    state.isCheckingAuth.value = false;
    // Another tab may have signed the person out meanwhile: then nothing failed.
    state.hasLogOutFailed.value = state.user.peek() !== null;
  });
}

/** Closes the message about a failed log-out. */
export function forgetFailedLogOut(): void {
  state.hasLogOutFailed.value = false;
}

/** Signs out and goes to the landing page, even if the call fails, so that no personal data stays on the screen. */
export async function leaveForGood(): Promise<void> {
  state.isCheckingAuth.value = true;
  await endSession(LEAVE_WAIT_MS);
  goAway();
}

/**
 * Synchronizes the session with the other tabs of this browser: a log-out signs all of them out, and a log-in signs
 * this one in. Call it before the first check, so that no log-in between the two is missed.
 * @returns stops it
 */
export function followOtherTabs(): () => void {
  return listenToOtherTabs((message) => {
    const current = state.user.peek();
    if (message.kind === "signed_out") {
      if (current && doesPageStay) endHere("expired");
      else if (current) goAway();
    } else if (current && current._id !== message.userId) {
      // The cookie belongs to another user now: the page must either hide the earlier user's data or reload.
      if (doesPageStay) endHere("replaced");
      else {
        // What waits is sent as the page goes, and would reach the other person's account.
        setOwner(null);
        location.reload();
      }
    } else void checkAnew();
  });
}

/**
 * Checks the session again. A running check is awaited first: it may have begun before what there is to find. One that this page is
 * ending is not checked: its end is not news.
 */
export async function checkAnew(): Promise<void> {
  await runningCheck;
  if (endings === 0) await check();
}

/** Leaves the application for the landing page. */
export function goAway(): void {
  leave();
  // The spinner stays until the next document loads.
  state.isCheckingAuth.value = true;
  location.assign(ROUTE.landing);
}

/**
 * Signs out and removes the account's data from this browser's storage and caches. Data of other accounts stays.
 * Without a session, the last account of this browser is meant. The caller reloads the page.
 */
export async function clearAuth(): Promise<void> {
  // The landing page does not know the signed-in user.
  const known = state.user.peek()?._id ?? lastAccount();
  const ownerId = (await endSession(LEAVE_WAIT_MS)).userId ?? known;
  leave();
  resetTheme();
  // These keys are from the specification; older versions used them.
  for (const key of ["auth-token", "user"]) localStore.remove(key);
  if (ownerId) forgetAccount(ownerId);
  forgetActivity();
  // It lasts as long as the tab, and contains unfinished input: an address to verify, an amount, a bank account.
  sessionStore.clear();
  // Scripts cannot access the session's cookie, which the call above removed; this cookie is from an older version.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = "token=; Path=/; Max-Age=0";
  if ("caches" in globalThis) for (const name of await caches.keys()) await caches.delete(name);
}

/** @returns whether the API ended the session in time, and its user's id; null without a session */
async function endSession(waitMs: number): Promise<{ hasEnded: boolean; userId: string | null }> {
  const timeout = new Promise<typeof NOT_ENDED>((resolve) => setTimeout(() => resolve(NOT_ENDED), waitMs));
  endings += 1;
  const waiting = sendWhatWaits();
  // A request that does not come back must not keep the person signed in.
  if (waiting) await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, WAITING_SENT_MS))]);
  // First, so that the other tabs make no calls with an ended session.
  notifyOtherTabs({ kind: "signed_out" });
  // `keepalive`: the call completes even if the page is left.
  const call = answer(api.auth.logout.$post({}, { init: { keepalive: true } })).then(
    ({ userId }) => ({ hasEnded: true, userId }),
    (caught: unknown) => {
      console.warn("log-out call failed", caught);
      return NOT_ENDED;
    },
  );
  const result = await Promise.race([call, timeout]);
  endings -= 1;
  return result;
}

/** How many calls of this page are ending the session. */
let endings = 0;
const NOT_ENDED = { hasEnded: false, userId: null };

/** Removes the person after a password reset, which has ended all their sessions including this one. */
export function leaveAfterReset(): void {
  leave();
  notifyOtherTabs({ kind: "signed_out" });
}

/** Stores a new log-in. @param token the bearer token; null in an admin session, which has none */
export function arrive(person: User, token: string | null): void {
  dropPreloads();
  forgetVerifiedAddress();
  noteInput();
  enter(person, token);
  notifyOtherTabs({ kind: "signed_in", userId: person._id });
}

function enter(person: User, token: string | null): void {
  change += 1;
  stopRefresh();
  stopRefresh = () => {};
  rememberAccount(person._id);
  keepPricesAgain();
  setBearerToken(token);
  showThemeOf(person);
  // In one batch, so that no component sees the earlier user with the new state.
  batch(() => {
    setOwner(person._id);
    resumeQueries();
    setBalance(person.balance);
    setQueryValue(FIGURES, person);
    if (state.sessionEnd.peek() !== null) state.sessionsResumed.value += 1;
    state.user.value = person;
    state.sessionEnd.value = null;
    state.hasSessionEnded.value = false;
    state.isCheckingAuth.value = false;
  });
}

/** Handles the end of the session: a page that stays waits for a new log-in, otherwise the person is removed. */
function endHere(reason: SessionEnd): void {
  if (!doesPageStay || state.user.peek() === null) {
    leave({ isEnded: state.user.peek() !== null || state.hasSessionEnded.peek() });
    return;
  }
  change += 1;
  stopRefresh();
  stopRefresh = () => {};
  setBearerToken(null);
  suspendQueries();
  // The first reason is kept: later checks and messages of other tabs only notice the same end.
  state.sessionEnd.value ??= reason;
}

/** @param isEnded whether the session has ended elsewhere, so that a log-in takes the page's place */
function leave({ isEnded = false } = {}): void {
  change += 1;
  dropPreloads();
  if (state.user.peek()) void forgetLastPrices();
  state.hasLogOutFailed.value = false;
  stopRefresh();
  stopRefresh = () => {};
  setBearerToken(null);
  batch(() => {
    state.hasSessionEnded.value = isEnded;
    setOwner(null);
    state.user.value = null;
    state.sessionEnd.value = null;
    state.isCheckingAuth.value = false;
  });
}
