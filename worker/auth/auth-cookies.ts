import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_S, type Language, languageCookieValue } from "../contract/languages.ts";
import { SECOND_FACTOR, SESSION, SIGN_IN_TOKEN_MS } from "../contract/limits.ts";
import { cookieValue, sessionCookieName } from "../platform/credentials.ts";
import type { AppEnv } from "../platform/scope.ts";

/** The cookies of logging in: all HttpOnly, same-site, and with the `__Host-` prefix over HTTPS. */

type AuthContext = Context<AppEnv>;

/** Sets the session cookie; the admin log-in uses it too. The value never appears in a response body. */
export function setSessionCookie(c: AuthContext, token: string, lifetimeMs: number): void {
  const { APP_ORIGIN } = c.get("scope").settings;
  setCookie(c, sessionCookieName(APP_ORIGIN), token, cookieAttributes(APP_ORIGIN, lifetimeMs / 1000));
}

/** Clears the session cookie. */
export function clearSessionCookie(c: AuthContext): void {
  const { APP_ORIGIN } = c.get("scope").settings;
  setCookie(c, sessionCookieName(APP_ORIGIN), "", cookieAttributes(APP_ORIGIN, 0));
}

/** The other cookies, each with its lifetime in seconds. */
export const AUTH_COOKIE_LIFETIME_S = {
  /** The user of a sign-up whose address is not verified yet. */
  pending: 30 * 60,
  /** The token with which the browser that verified an address logs in once. */
  "sign-in": SIGN_IN_TOKEN_MS / 1000,
  /** The user whose first log-in step succeeded. */
  "second-step": SECOND_FACTOR.stepLifetimeMs / 1000,
  /** The state of a log-in with Google that is under way. */
  google: 10 * 60,
  /**
   * Identifies a browser that has logged in before, so that its wrong passwords are counted separately. It gives no
   * access.
   */
  device: SESSION.deviceLifetimeMs / 1000,
  /**
   * The admin who has logged in with this browser before. It gives no access, but strangers cannot use up its attempts.
   */
  "admin-device": SESSION.deviceLifetimeMs / 1000,
} as const;
/** The name of a cookie. */
export type AuthCookie = keyof typeof AUTH_COOKIE_LIFETIME_S;

/** Sets a cookie for its lifetime. */
export function setAuthCookie(c: AuthContext, name: AuthCookie, value: string): void {
  const { APP_ORIGIN } = c.get("scope").settings;
  setCookie(c, authCookieName(name, APP_ORIGIN), value, attributesOf(name, APP_ORIGIN, AUTH_COOKIE_LIFETIME_S[name]));
}

export function clearAuthCookie(c: AuthContext, name: AuthCookie): void {
  const { APP_ORIGIN } = c.get("scope").settings;
  setCookie(c, authCookieName(name, APP_ORIGIN), "", attributesOf(name, APP_ORIGIN, 0));
}

/** The redirect back from Google starts at another site, from which Strict cookies are not sent. */
function attributesOf(name: AuthCookie, appOrigin: string, maxAge: number) {
  return { ...cookieAttributes(appOrigin, maxAge), ...(name === "google" ? { sameSite: "Lax" as const } : {}) };
}

/** Keeps the account's language for the documents of this browser: `documents.ts`. It says nothing else of the person. */
export function setLanguageCookie(c: AuthContext, language: Language): void {
  const { APP_ORIGIN } = c.get("scope").settings;
  // Lax: a link from another site opens the page in the reader's language.
  const attributes = { ...cookieAttributes(APP_ORIGIN, LANGUAGE_COOKIE_S), sameSite: "Lax" as const };
  setCookie(c, LANGUAGE_COOKIE, languageCookieValue(language, false), attributes);
}

/** The value of a cookie, or null when the request has none. */
export function authCookie(c: AuthContext, name: AuthCookie): string | null {
  return cookieValue(c.req.header("Cookie") ?? "", authCookieName(name, c.get("scope").settings.APP_ORIGIN));
}

/** The name of a cookie as the browser knows it. */
export function authCookieName(name: AuthCookie, appOrigin: string): string {
  return appOrigin.startsWith("https:") ? `__Host-${name}` : name;
}

/** Secure over HTTPS only; the local stack uses plain HTTP, where not every client accepts a Secure cookie. */
function cookieAttributes(appOrigin: string, maxAge: number) {
  const secure = appOrigin.startsWith("https:");
  return { path: "/", httpOnly: true, secure, sameSite: "Strict", maxAge } as const;
}
