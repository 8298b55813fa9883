import type { MiddlewareHandler, TypedResponse } from "hono";
import type { JSONParsed } from "hono/utils/types";

/** Set on every response of the Worker, documents and API alike. Source: `security.md` section 7, rule 2. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()",
};

/** API responses do nothing when a browser navigates to them. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const API_JSON = "application/json; charset=utf-8";

/** The headers of a JSON response of the API. */
const JSON_HEADERS = new Headers({
  ...SECURITY_HEADERS,
  "Content-Security-Policy": API_POLICY,
  "Cache-Control": "no-store",
  "Content-Type": API_JSON,
});

/** Responses that were made with all of their headers. */
const complete = new WeakSet<Response>();

/**
 * Responds to a read that pages repeat. It is `c.json(body)` with all headers from the start: a response copies a set of
 * headers at once, and setting them one by one costs a tenth of a small call. Headers and cookies set by `c` are not in it.
 */
export function jsonRead<T extends object>(body: T): Response & TypedResponse<JSONParsed<T>, 200, "json"> {
  const response = new Response(JSON.stringify(body), { headers: JSON_HEADERS });
  complete.add(response);
  // The type of the body exists for the compiler only, as that of `c.json`.
  return response as Response & TypedResponse<JSONParsed<T>, 200, "json">;
}

/** Responds with a page that is complete in itself: it has one style element, with the nonce, and forms that it sends to this origin. */
export function htmlPage(html: string, { nonce, status }: { nonce: string; status: number }): Response {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  const headers = { ...SECURITY_HEADERS, "Content-Security-Policy": policy, "Cache-Control": "no-store" };
  const response = new Response(html, { status, headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
  complete.add(response);
  return response;
}

/** API responses are never cached. */
export const apiHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  // A WebSocket's 101 response has immutable headers and no body to protect.
  if (c.res.status === 101 || complete.has(c.res)) return;
  const { headers } = c.res;
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
  headers.set("Content-Security-Policy", API_POLICY);
  // The route of an image sets its own cache lifetime.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (headers.get("Content-Type") === "application/json") headers.set("Content-Type", API_JSON);
};
