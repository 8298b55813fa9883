import { randomToken, sha256Hex } from "../platform/secrets.ts";

/**
 * A browser, identified by a random cookie that outlives sessions.
 * @property token the cookie's value
 * @property hash the stored form
 */
export type Device = { token: string; hash: string };

/** The device of a request's cookie, or a new one when the cookie is missing or malformed. */
export async function deviceOf(cookie: string | null): Promise<Device> {
  const token = cookie !== null && /^[\w-]{43}$/.test(cookie) ? cookie : randomToken();
  return { token, hash: await sha256Hex(token) };
}
