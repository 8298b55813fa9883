import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { SECOND_FACTOR, SESSION } from "../contract/limits.ts";
import { cookieValue, sessionCookieName } from "../platform/credentials.ts";
import type { AppEnv } from "../platform/scope.ts";

/** The cookies of signing in: all out of a script's reach, sent to this site alone, `__Host-` wherever HTTPS is. */

type AuthContext = Context<AppEnv>;

/** Also used by the admin's log-in. The value never appears in a body. */
export function setSessionCookie(c: AuthContext, token: string, lifetimeMs: number): void {
  const { APP_ORIGIN } = c.get("scope").settings;
  setCookie(c, sessionCookieName(APP_ORIGIN), token, cookieAttributes(APP_ORIGIN, lifetimeMs / 1000));
}

export function clearSessionCookie(c: AuthContext): void {
  const { APP_ORIGIN } = c.get("scope").settings;
  setCookie(c, sessionCookieName(APP_ORIGIN), "", cookieAttributes(APP_ORIGIN, 0));
}

/** The others, each with how long it lives, in seconds. */
export const AUTH_COOKIE_LIFETIME_S = {
  /** Who signed up and has not verified the address yet. */
  pending: 30 * 60,
  /** Whose first step of a log-in was right. */
  "second-step": SECOND_FACTOR.stepLifetimeMs / 1000,
  /** Who is on their way to Google and back. */
  google: 10 * 60,
  /** Tells a browser that was seen before from one that was not, whose wrong passwords count apart. It opens nothing. */
  device: SESSION.deviceLifetimeMs / 1000,
  /** Whose desk a browser has opened before: it opens nothing, but strangers cannot use up its tries. */
  "desk-device": SESSION.deviceLifetimeMs / 1000,
} as const;
export type AuthCookie = keyof typeof AUTH_COOKIE_LIFETIME_S;

export function setAuthCookie(c: AuthContext, name: AuthCookie, value: string): void {
  const { APP_ORIGIN } = c.get("scope").settings;
  setCookie(c, fullName(name, APP_ORIGIN), value, attributesOf(name, APP_ORIGIN, AUTH_COOKIE_LIFETIME_S[name]));
}

export function clearAuthCookie(c: AuthContext, name: AuthCookie): void {
  const { APP_ORIGIN } = c.get("scope").settings;
  setCookie(c, fullName(name, APP_ORIGIN), "", attributesOf(name, APP_ORIGIN, 0));
}

/** The way back from Google begins at another site, from where no Strict cookie is sent. */
function attributesOf(name: AuthCookie, appOrigin: string, maxAge: number) {
  return { ...cookieAttributes(appOrigin, maxAge), ...(name === "google" ? { sameSite: "Lax" as const } : {}) };
}

/** Its value, or null when the request carries none. */
export function authCookie(c: AuthContext, name: AuthCookie): string | null {
  return cookieValue(c.req.header("Cookie") ?? "", fullName(name, c.get("scope").settings.APP_ORIGIN));
}

function fullName(name: AuthCookie, appOrigin: string): string {
  return appOrigin.startsWith("https:") ? `__Host-${name}` : name;
}

/** Secure wherever HTTPS is; the local stack speaks plain HTTP, where not every client would keep a Secure cookie. */
function cookieAttributes(appOrigin: string, maxAge: number) {
  const secure = appOrigin.startsWith("https:");
  return { path: "/", httpOnly: true, secure, sameSite: "Strict", maxAge } as const;
}
