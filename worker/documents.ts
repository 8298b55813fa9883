import { authCookieName } from "./auth/auth-cookies.ts";
import { documentFile, routeAt } from "./contract/addresses.ts";
import { FIRST_STEPS_COOKIE, FOLD_COOKIE, THEME_COOKIE, THEMES } from "./contract/limits.ts";
import { PLACES_COOKIE, performancePlaces } from "./contract/performance-places.ts";
import { VERIFIED_COOKIE, type VerifiedLogIn, verifiedRoomCss } from "./contract/verified-log-in.ts";
import { cookieValue, sessionCookieName } from "./platform/credentials.ts";
import type { Bindings } from "./platform/env.ts";
import { SECURITY_HEADERS } from "./platform/security-headers.ts";

/**
 * Serves the pages: the landing page at /, the pages of its footer, and a document for each route of the application.
 * Each response gets a new nonce on its style elements: the one of its first paint, and the empty one into which the
 * application's styles are inserted. The application's documents have the theme that the browser's cookie names, the
 * sidebar folded where another one says so, and that of the performance page has the places of what stands above its
 * figures. The dashboard's has those of the first steps where a cookie says so. The landing page has room for a log-in above it where an address was verified just now.
 */

/** The application's document for all other paths: its "not found" page, with a 404. */
const NOT_FOUND_FILE = "/app.html";

/** Answers a request for a page or a file. */
export async function answerDocument(request: Request, env: Bindings): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return withHeaders(new Response("Method not allowed\n", { status: 405, headers: { Allow: "GET, HEAD" } }));
  }
  const { pathname, origin, searchParams } = new URL(request.url);
  // Documents have paths without an extension; under their file names they would be served without a content security
  // policy.
  const route = routeAt(pathname);
  const isFile = /\.(?!html$)[a-z0-9]+$/i.test(pathname) && route === null;
  if (isFile) return answerFile(request, env);

  const document = route === null ? NOT_FOUND_FILE : documentFile(route);
  const page = await env.ASSETS.fetch(new Request(new URL(document, origin), { method: request.method }));
  const status = route === null ? 404 : page.status;
  const nonce = crypto.randomUUID();
  const cookies = request.headers.get("Cookie") ?? "";
  const rewriter = new HTMLRewriter().on("style", { element: (element) => void element.setAttribute("nonce", nonce) });
  // Without a session every call is refused, and the refusals would stand in the browser's console.
  if (cookieValue(cookies, sessionCookieName(origin)) === null) {
    rewriter.on('link[as="fetch"]', { element: (element) => void element.remove() });
  }
  if (route === "performance") {
    const known = cookieValue(cookies, PLACES_COOKIE);
    for (const [place, isThere] of Object.entries(performancePlaces(known, searchParams.get("account")))) {
      if (!isThere) rewriter.on(`[data-place="${place}"]`, { element: (element) => void element.remove() });
    }
  }
  if (route === "dashboard") {
    const other = cookieValue(cookies, FIRST_STEPS_COOKIE) === "true" ? "figures" : "first-steps";
    rewriter.on(`[data-place="${other}"]`, { element: (element) => void element.remove() });
  }
  if (cookieValue(cookies, FOLD_COOKIE) === "true") {
    rewriter.on("html", { element: (element) => void element.setAttribute("data-folded", "") });
  }
  if (route === "landing" && cookieValue(cookies, VERIFIED_COOKIE) === "true") {
    const isWithoutPassword = cookieValue(cookies, authCookieName("sign-in", origin)) !== null;
    const logIn: VerifiedLogIn = isWithoutPassword ? "press" : "password";
    rewriter.on("html", { element: (element) => void element.setAttribute("data-verified", logIn) });
    rewriter.on("style", { element: (element) => void element.append(verifiedRoomCss(logIn), { html: true }) });
  }
  const theme = cookieValue(cookies, THEME_COOKIE);
  if (THEMES.some((id) => String(id) === theme)) {
    rewriter.on("html", { element: (element) => void element.setAttribute("data-theme", theme ?? "") });
  }
  const withNonce = rewriter.transform(page);
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
