import { ACTING_USER_HEADER } from "../contract/acting-user.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { sha256Hex } from "./secrets.ts";

/**
 * What a request offers to say who it is from: hashes of the tokens it carries.
 * @property actingUserId whom the page that sent it shows; null where it does not say. The cookie is the browser's: another
 *                        log-in may have replaced it since, and then the request is not that person's
 */
export type Credentials = { cookieHash: string | null; bearerHash: string | null; actingUserId: string | null };

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The session cookie's name. The `__Host-` prefix makes browsers refuse it without Secure, with a Domain or with
 * another Path; they take it over HTTPS only.
 */
export function sessionCookieName(appOrigin: string): string {
  return appOrigin.startsWith("https:") ? "__Host-session" : "session";
}

/**
 * Reads the credentials of a request. Tokens in the query are ignored.
 * @param options.strict refuses a credential that is not of our form; where nobody needs one it counts as none, so that
 *                       a broken cookie cannot lock a browser out of logging in
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

/** The value of one cookie, or null. An empty value counts as none: that is how a cookie is cleared. */
export function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null;
  }
  return null;
}
