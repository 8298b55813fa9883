/** How long a browser keeps the cookie, in seconds: a year. */
const COOKIE_S = 31_536_000;

/**
 * Keeps a choice in a cookie, so that documents are painted with it before any script runs: `worker/documents.ts`. Only
 * for what says nothing of the person.
 * @param value null removes the cookie
 * @param lifetimeS how long the browser keeps it, in seconds
 */
export function setPaintCookie(name: string, value: string | null, lifetimeS = COOKIE_S): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has had the Cookie Store API for too short a time
  document.cookie = `${name}=${value ?? ""}; Path=/; Max-Age=${value === null ? 0 : lifetimeS}; SameSite=Lax`;
}
