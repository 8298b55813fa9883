import { ACTING_USER_HEADER } from "../contract/acting-user.ts";
import { AppError } from "../contract/errors.ts";
import { ERROR_TEXT } from "./api-text.ts";
import { sha256Hex } from "./secrets.ts";

/**
 * The credentials of a request: hashes of the tokens it carries.
 * @property actingUserId the user whose data the sending page shows; null when the page does not say. The session
 * cookie is shared by all tabs, so another log-in may have replaced it; then the request is refused
 */
export type Credentials = { cookieHash: string | null; bearerHash: string | null; actingUserId: string | null };

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The name of the session cookie. Browsers accept the `__Host-` prefix only with Secure, over HTTPS, without Domain and
 * with Path=/.
 */
export function sessionCookieName(appOrigin: string): string {
  return appOrigin.startsWith("https:") ? "__Host-session" : "session";
}

/**
 * Reads the credentials of a request. Tokens in the query string are ignored.
 * @param options.strict refuses a malformed credential; without it a malformed one counts as absent, so that a broken
 * cookie cannot stop a browser from logging in
 * @throws AppError `not_signed_in`
 */
export async function readCredentials(
  headers: Headers,
  cookieName: string,
  options: { strict: boolean },
): Promise<Credentials | null> {
  const cookie = cookieValue(headers.get("Cookie") ?? "", cookieName);
  const authorization = headers.get("Authorization");
  if (cookie === null && authorization === null) return null;
  const bearer = authorization === null ? null : (/^Bearer (.+)$/.exec(authorization)?.[1] ?? "");
  const isMalformed = [cookie, bearer].some((token) => token !== null && !TOKEN.test(token));
  if (isMalformed && !options.strict) return null;
  if (isMalformed) throw new AppError("not_signed_in", ERROR_TEXT.not_signed_in);
  return {
    cookieHash: cookie === null ? null : await sha256Hex(cookie),
    bearerHash: bearer === null ? null : await sha256Hex(bearer),
    actingUserId: headers.get(ACTING_USER_HEADER),
  };
}

/** The value of one cookie, or null. An empty value counts as absent, because clearing a cookie sets it empty. */
export function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null;
  }
  return null;
}
