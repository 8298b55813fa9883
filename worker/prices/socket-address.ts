import { type FeedSymbol, isFeedSymbol } from "../contract/symbols.ts";

/** The socket's absolute URL, with at most the one parameter. Parsing the URL would cost more. */
const SOCKET_URL = /^https?:\/\/[^/?#]*\/api\/market\/socket(?:\?symbols=([\w,]{1,200}))?$/;

/** How many URLs are remembered. Our own pages request very few. */
const KNOWN_MAX = 100;
const known = new Map<string, readonly FeedSymbol[] | null>();

/** Whether an absolute URL is that of the market's socket. */
export function isOfSocket(url: string): boolean {
  return SOCKET_URL.test(url);
}

/**
 * The symbols in the URL of a socket. The answer is remembered, because after a restart thousands of clients request the
 * same URL at once.
 * @returns null for another URL, and for unknown symbols
 */
export function symbolsOfSocket(url: string): readonly FeedSymbol[] | null {
  const remembered = known.get(url);
  if (remembered !== undefined) return remembered;
  const symbols = readSymbols(url);
  if (known.size === KNOWN_MAX) known.clear();
  known.set(url, symbols);
  return symbols;
}

function readSymbols(url: string): readonly FeedSymbol[] | null {
  const match = SOCKET_URL.exec(url);
  if (!match) return null;
  const names = match[1]?.split(",") ?? [];
  return names.every(isFeedSymbol) ? names : null;
}
