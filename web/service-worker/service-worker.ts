import { contentSecurityPolicy } from "../../worker/contract/content-security-policy.ts";
import { type Language, languageOf } from "../../worker/contract/languages.ts";
import { OPEN_TICKET_LOCK, parseWorkerMessage } from "../install/worker-messages.ts";
import { LANGUAGE_ENTRY, OFFLINE_CACHE } from "../state/storage/offline-cache.ts";
import { openShown, showPush, subscribeAgain } from "./show-push.ts";

/**
 * The service worker: answers a navigation that fails with the offline page. No document is ever cached, since each carries a
 * nonce, and no other request for the API or an image passes through it. The cache has the files of the offline page, in the
 * language of the last page, and what pages put there (`state/storage/offline-cache.ts`).
 *
 * A push is always shown, and its click opens the page that it is about (`show-push.ts`).
 *
 * A new version waits until no tab has an open ticket, and takes over when a page says so. Source: `docs/decisions/082`
 */

declare const self: ServiceWorkerGlobalScope;

/** Set by the build: the offline page as markup and the files that it loads, in each language. */
declare const OFFLINE_PAGES: Readonly<Record<Language, { html: string; files: readonly string[] }>>;
/** Set by the build: the scripts of the application in all languages. */
declare const APP_SCRIPTS: readonly string[];

// The build puts a value wherever its name stands.
const pages = OFFLINE_PAGES;
const FILES = Object.values(pages).flatMap(({ files }) => files);

self.addEventListener("install", (event) => event.waitUntil(storeFiles()));

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOtherFiles(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // Also one to the API. Its preload has been sent, and without an answer here the browser sends a second request: Google's
  // redirect back works once.
  if (request.mode === "navigate") event.respondWith(answerNavigation(event));
  else if (FILES.includes(pathname)) event.respondWith(answerFile(request));
});

self.addEventListener("message", (event) => {
  const message = parseWorkerMessage(event.data);
  if (message?.kind === "page_opened") event.waitUntil(storeFiles().then(dropOtherFiles));
  else if (message?.kind === "free") event.waitUntil(takeOverIfFree());
  else if (message?.kind === "is_current") event.ports[0]?.postMessage(APP_SCRIPTS.includes(message.script));
});

self.addEventListener("push", (event) => event.waitUntil(showPush(event.data, storedLanguage)));
self.addEventListener("notificationclick", (event) => event.waitUntil(openShown(event.notification)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

async function answerNavigation({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    // The type of the preload is any: the platform gives a response, or undefined without one.
    const preloaded = (await preloadResponse) as Response | undefined;
    return preloaded ?? (await fetch(request));
  } catch {
    return offlinePage(await storedLanguage());
  }
}

function offlinePage(language: Language): Response {
  return new Response(pages[language].html, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentSecurityPolicy(null),
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
    },
  });
}

async function answerFile(request: Request): Promise<Response> {
  const stored = await caches.match(request.url, { cacheName: OFFLINE_CACHE, ignoreVary: true });
  return stored ?? (await fetch(request));
}

async function storedLanguage(): Promise<Language> {
  const stored = await caches.match(LANGUAGE_ENTRY, { cacheName: OFFLINE_CACHE });
  return languageOf((await stored?.text()) ?? self.navigator.language.split("-")[0]);
}

/** Stores the files of the offline page in the language of the last page. An earlier version's stay until this one is active. */
async function storeFiles(): Promise<void> {
  const { files } = pages[await storedLanguage()];
  const cache = await caches.open(OFFLINE_CACHE);
  const stored = await pathsIn(cache);
  await cache.addAll(files.filter((path) => !stored.includes(path)));
}

async function dropOtherFiles(): Promise<void> {
  const { files } = pages[await storedLanguage()];
  const cache = await caches.open(OFFLINE_CACHE);
  const others = (await pathsIn(cache)).filter((path) => path.startsWith("/assets/") && !files.includes(path));
  await Promise.all(others.map((path) => cache.delete(path)));
}

async function pathsIn(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => new URL(url).pathname);
}

/** Ends the waiting of this version, unless a tab has an open ticket. */
async function takeOverIfFree(): Promise<void> {
  await self.navigator.locks.request(OPEN_TICKET_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await self.skipWaiting();
  });
}
