import { PRERENDERED, ROUTE, ROUTE_PATTERN } from "./contract/addresses.ts";
import type { Bindings } from "./platform/env.ts";
import { SECURITY_HEADERS } from "./platform/security-headers.ts";

/**
 * Serves the pages: the landing page at /, the pages of its footer, and one document for the application. Each response
 * gets a new nonce on the single empty style element into which the application's styles are inserted.
 */

const PRERENDERED_FILE: Readonly<Record<string, string>> = Object.fromEntries(
  PRERENDERED.map((path) => [path, path === ROUTE.landing ? "/index.html" : `${path}.html`]),
);
const APP_FILE = "/app.html";

/** All other paths get the application's "not found" page and a 404. */
const APP_PATH = pathPattern([...Object.values(ROUTE), ...Object.values(ROUTE_PATTERN)]);

/** Matches like the browser's router: any text for a parameter, case-insensitive. */
function pathPattern(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.map((pattern) => pattern.replace(/:\w+/g, "[^/]+")).join("|")})$`, "i");
}

/** Answers a request for a page or a file. */
export async function answerDocument(request: Request, env: Bindings): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return withHeaders(new Response("Method not allowed\n", { status: 405, headers: { Allow: "GET, HEAD" } }));
  }
  const { pathname, origin } = new URL(request.url);
  // Documents have paths without an extension; under their file names they would be served without a content security
  // policy.
  const isFile = /\.(?!html$)[a-z0-9]+$/i.test(pathname) && !APP_PATH.test(pathname);
  if (isFile) return answerFile(request, env);

  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  const document = PRERENDERED_FILE[path.toLowerCase()] ?? APP_FILE;
  const page = await env.ASSETS.fetch(new Request(new URL(document, origin), { method: request.method }));
  const status = document !== APP_FILE || APP_PATH.test(path) ? page.status : 404;
  const nonce = crypto.randomUUID();
  const withNonce = new HTMLRewriter()
    .on("style#_goober", { element: (element) => void element.setAttribute("nonce", nonce) })
    .transform(page);
  const reply = withHeaders(new Response(withNonce.body, { status, headers: page.headers }));
  reply.headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  // A document refers to the hashed files of its build, so a cached old one would break after a deployment.
  reply.headers.set("Cache-Control", "no-cache");
  reply.headers.delete("ETag");
  return reply;
}

/** A missing file must not be cached as missing: a deployment may be under way. */
async function answerFile(request: Request, env: Bindings): Promise<Response> {
  const file = await env.ASSETS.fetch(request);
  if (file.ok) return withHeaders(file);
  return withHeaders(new Response("Not found\n", { status: 404, headers: { "Cache-Control": "no-store" } }));
}

/** Source: `security.md` section 7, rule 1. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "report-uri /api/csp-report",
  ].join("; ");
}

function withHeaders(reply: Response): Response {
  const headers = new Headers(reply.headers);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
  headers.set("X-Request-Id", crypto.randomUUID());
  return new Response(reply.body, { status: reply.status, headers });
}
