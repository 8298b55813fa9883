/** The statement that both baselines with a database share: it reads the session of a cookie and the balance of its trader. */
export const SESSION_BALANCE =
  "SELECT sessions.user_id, accounts.balance_cents FROM sessions JOIN accounts ON accounts.id = 'available:' || sessions.user_id WHERE sessions.token_hash = ? AND sessions.expires_at_ms > ?";

/** The settings of a baseline Worker. */
export type BaselineSettings = { DATABASE_URL: string; DATABASE_AUTH_TOKEN: string };

/** The hash by which the session of a request's cookie is stored. */
export async function sessionHash(headers: Headers): Promise<string> {
  const token = /session=([^;]+)/.exec(headers.get("Cookie") ?? "")?.[1] ?? "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
