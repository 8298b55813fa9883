/**
 * The only cache of this origin: what the offline page needs. The service worker puts the files of that page into it, pages
 * put their language and the last prices. Nothing in it belongs to a person.
 */
export const OFFLINE_CACHE = "offline";

/** The entry with the language of the last opened page. */
export const LANGUAGE_ENTRY = "/offline/language";

/** The entry with the last prices: `last-prices.ts`. */
export const PRICES_ENTRY = "/offline/prices";

/** Stores the language in which the offline page is shown. */
export async function storeLanguage(language: string): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE);
  await cache.put(LANGUAGE_ENTRY, new Response(language));
}

let isSomebodysPage = true;

/** Whether the prices of this page may be kept: not between a log-out and a log-in, as those of a page that is being left are still there. */
export function mayKeepPrices(): boolean {
  return isSomebodysPage;
}

/** Says that somebody has logged in, so that prices are kept again. */
export function keepPricesAgain(): void {
  isSomebodysPage = true;
}

/** Removes the last prices: they are public, but their symbols are those that somebody looked at. */
export async function forgetLastPrices(): Promise<void> {
  isSomebodysPage = false;
  // Without a secure address a page has no caches.
  if (!("caches" in globalThis)) return;
  const cache = await caches.open(OFFLINE_CACHE);
  await cache.delete(PRICES_ENTRY);
}
