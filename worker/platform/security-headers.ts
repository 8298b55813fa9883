import type { MiddlewareHandler } from "hono";

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

/** API responses are never cached, and do nothing when a browser navigates to them. */
export const apiHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  // A WebSocket's 101 response has immutable headers and no body to protect.
  if (c.res.status === 101) return;
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
  c.res.headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
  // The route of an image sets its own cache lifetime.
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  if (c.res.headers.get("Content-Type") === "application/json") {
    c.res.headers.set("Content-Type", "application/json; charset=utf-8");
  }
};
