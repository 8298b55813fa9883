import { authCookieName } from "./auth/auth-cookies.ts";
import {
  documentFile,
  documentFolder,
  type PageAddress,
  type PublicPath,
  pageAt,
  prerenderedPath,
  publicPath,
  SERVICE_WORKER_PATH,
} from "./contract/addresses.ts";
import { contentSecurityPolicy } from "./contract/content-security-policy.ts";
import {
  acceptedLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_S,
  LANGUAGE_DEFAULT,
  LANGUAGE_PARAMETER,
  LANGUAGES,
  type Language,
  languageCookieValue,
  readLanguageCookie,
} from "./contract/languages.ts";
import { FIRST_STEPS_COOKIE, FOLD_COOKIE, NO_GOOGLE_ATTRIBUTE, THEME_COOKIE, THEMES } from "./contract/limits.ts";
import { PLACES_COOKIE, performancePlaces } from "./contract/performance-places.ts";
import { VERIFIED_COOKIE, type VerifiedLogIn, verifiedRoomCss } from "./contract/verified-log-in.ts";
import { isGoogleOnIn } from "./google/google-provider.ts";
import { ERROR_TEXT } from "./platform/api-text.ts";
import { cookieValue, sessionCookieName } from "./platform/credentials.ts";
import { type Bindings, readSettings } from "./platform/env.ts";
import { clientAddress } from "./platform/request/client-address.ts";
import { isWithinFloodLimit } from "./platform/request/flood-limit.ts";
import { SECURITY_HEADERS } from "./platform/request/security-headers.ts";
import { SECURITY_TXT_PATH, securityTxt } from "./security-txt.ts";

/**
 * Serves the pages: the landing page at /, the pages of its footer, and a document for each route of the application.
 * Each response gets a new nonce on its style elements: the one of its first paint, and the empty one into which the
 * application's styles are inserted. The application's documents have the theme that the browser's cookie names, the
 * sidebar folded or unfolded where another one says so, and that of the performance page has the places of what stands above its
 * figures. The dashboard's has those of the first steps where a cookie says so. The landing page has room for a log-in
 * above it where an address was verified just now. The application's documents say where signing in with Google is off, so
 * that no page keeps a place for its button.
 *
 * A document is in the language of its address (`/km`), else in that of the cookie, else in the browser's. The cookie has the
 * account's language, so no document costs a read of the database.
 */

/** The attribute of a document for each choice of the sidebar's fold. */
const FOLD_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ["true", "data-folded"],
  ["false", "data-unfolded"],
]);

/** Answers a request for a page or a file. */
export async function answerDocument(request: Request, env: Bindings): Promise<Response> {
  const flood = { address: clientAddress(request.headers), bindings: env, now: Date.now };
  if (!(await isWithinFloodLimit(flood))) return tooManyRequests();
  if (request.method !== "GET" && request.method !== "HEAD") {
    return withHeaders(new Response("Method not allowed\n", { status: 405, headers: { Allow: "GET, HEAD" } }));
  }
  const url = new URL(request.url);
  const { pathname, origin, searchParams } = url;
  if (pathname === SECURITY_TXT_PATH) return answerSecurityTxt(env);
  // Documents have paths without an extension; under their file names they would be served without a content security
  // policy.
  const address = pageAt(pathname);
  const isFile = /\.(?!html$)[a-z0-9]+$/i.test(pathname) && address === null;
  if (isFile) return answerFile(request, env);

  const cookie = readLanguageCookie(cookieValue(request.headers.get("Cookie") ?? "", LANGUAGE_COOKIE));
  const wanted = cookie?.language ?? acceptedLanguage(request.headers.get("Accept-Language")) ?? LANGUAGE_DEFAULT;
  const elsewhere = address && languageRedirect(url, address, wanted);
  if (elsewhere) return elsewhere;

  const route = address?.route ?? null;
  const language = address?.language ?? wanted;
  // For all other paths: the application's "not found" page, with a 404.
  const document = route === null ? `/${documentFolder(language)}app.html` : documentFile(route, language);
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
  const path = route === null ? undefined : prerenderedPath(route);
  if (path === undefined && !isGoogleOnIn(env)) {
    rewriter.on("html", { element: (element) => void element.setAttribute(NO_GOOGLE_ATTRIBUTE, "") });
  }
  const fold = FOLD_ATTRIBUTES.get(cookieValue(cookies, FOLD_COOKIE) ?? "");
  if (fold) rewriter.on("html", { element: (element) => void element.setAttribute(fold, "") });
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
  // Sites that show a link take whole addresses alone. The configured one: a request may name any host.
  const home = readSettings(env).APP_ORIGIN;
  rewriter.on('meta[property="og:url"], meta[property="og:image"]', {
    element: (element) => void element.setAttribute("content", home + (element.getAttribute("content") ?? "")),
  });
  const withNonce = rewriter.transform(page);
  const reply = withHeaders(new Response(withNonce.body, { status, headers: page.headers }));
  reply.headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  // A document refers to the hashed files of its build, so a cached old one would break after a deployment.
  reply.headers.set("Cache-Control", "no-cache");
  reply.headers.delete("ETag");
  reply.headers.set("Vary", "Cookie, Accept-Language");
  if (path) reply.headers.set("Link", languageLinks(path, home));
  // A reader who opens an address of one language gets the next pages in that language too.
  if (address?.language && address.language !== cookie?.language)
    reply.headers.append("Set-Cookie", languageCookie(address.language, origin));
  return reply;
}

/**
 * Where search engines find a page in each language. In a header, as the document has to fit into the first response and does not
 * know its origin.
 */
function languageLinks(path: PublicPath, origin: string): string {
  const links = LANGUAGES.map((language) => [language, publicPath(path, language)]);
  return [...links, ["x-default", path]]
    .map(([language, address]) => `<${origin}${address}>; rel="alternate"; hreflang="${language}"`)
    .join(", ");
}

/**
 * Where a page has another address in the reader's language, or the address chooses a language, which is kept.
 * @returns null where the page is answered under this address
 */
function languageRedirect(url: URL, { route, language }: PageAddress, wanted: Language): Response | null {
  const chosen = LANGUAGES.find((one) => one === url.searchParams.get(LANGUAGE_PARAMETER));
  const path = prerenderedPath(route);
  const isElsewhere = path !== undefined && language === null && wanted !== LANGUAGE_DEFAULT;
  if (!chosen && !isElsewhere) return null;
  const search = new URLSearchParams(url.search);
  search.delete(LANGUAGE_PARAMETER);
  // Never a path of the request that is none of ours: `//elsewhere` would lead to another site.
  const target = path === undefined ? url.pathname : publicPath(path, chosen ?? wanted);
  const reply = withHeaders(new Response(null, { status: 303 }));
  reply.headers.set("Location", search.size > 0 ? `${target}?${search}` : target);
  reply.headers.set("Cache-Control", "no-store");
  reply.headers.set("Vary", "Cookie, Accept-Language");
  if (chosen) reply.headers.append("Set-Cookie", languageCookie(chosen, url.origin));
  return reply;
}

/** Keeps a language that a reader chose, until the next log-in stores it in the account. */
function languageCookie(language: Language, origin: string): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  const value = languageCookieValue(language, true);
  return `${LANGUAGE_COOKIE}=${value}; Path=/; Max-Age=${LANGUAGE_COOKIE_S}; HttpOnly; SameSite=Lax${secure}`;
}

/** The answer in every language, as finding the reader's is work that a flood must not cause. */
function tooManyRequests(): Response {
  const text = `${LANGUAGES.map((language) => ERROR_TEXT.too_many_requests[language]).join("\n")}\n`;
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "60", "Cache-Control": "no-store" };
  return withHeaders(new Response(text, { status: 429, headers }));
}

function answerSecurityTxt(env: Bindings): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };
  return withHeaders(new Response(securityTxt(readSettings(env), Date.now()), { headers }));
}

/** A missing file must not be cached as missing: a deployment may be under way. */
async function answerFile(request: Request, env: Bindings): Promise<Response> {
  const file = await env.ASSETS.fetch(request);
  if (file.ok || file.status === 304) return forServiceWorker(new URL(request.url).pathname, withHeaders(file));
  return withHeaders(new Response("Not found\n", { status: 404, headers: { "Cache-Control": "no-store" } }));
}

/**
 * Completes the response with the service worker's script. It keeps its name, so that a browser finds the next version; what
 * it may do follows from the policy of its own script: requests to this origin.
 */
function forServiceWorker(path: string, reply: Response): Response {
  if (path !== SERVICE_WORKER_PATH) return reply;
  reply.headers.set("Cache-Control", "no-cache");
  reply.headers.set("Content-Security-Policy", "default-src 'none'; connect-src 'self'");
  return reply;
}

function withHeaders(reply: Response): Response {
  const headers = new Headers(reply.headers);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value);
  headers.set("X-Request-Id", crypto.randomUUID());
  return new Response(reply.body, { status: reply.status, headers });
}
