import { expect, test } from "bun:test";
import { join } from "node:path";
import { ROUTE } from "./addresses.ts";
import {
  FEED_SYMBOL_LIST,
  FEED_SYMBOLS,
  isRoundTheClock,
  TRADED_SYMBOL_LIST,
  TRADED_SYMBOLS,
  WATCHLIST_SYMBOLS,
} from "./symbols.ts";

const ROOT = join(import.meta.dir, "../..");
/** Tests name symbols as examples, the page of parts is a sample, and pictures press what is there. */
const EXAMPLES = /\.test\.|\/(?:test|journeys|design|golden|pictures)\//;

/** Files whose lists the type checker completes. */
const NAMED_BY_TYPE = [
  "worker/contract/symbols.ts",
  "worker/contract/modelled-spreads.ts",
  "web/state/symbol-text.km.ts",
  "dev/price-source/local-markets.ts",
];

const feedRecords = Object.values(FEED_SYMBOLS);

function repeated(values: readonly unknown[]): unknown[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

test("no two symbols have the same name at a source, address or place on the landing page", () => {
  const addresses = TRADED_SYMBOL_LIST.flatMap((symbol) => [symbol.toLowerCase(), ...TRADED_SYMBOLS[symbol].addresses]);
  expect({
    finnhub: repeated(feedRecords.map(({ finnhub }) => finnhub.name)),
    coinbase: repeated(feedRecords.flatMap(({ coinbase }) => coinbase ?? [])),
    kraken: repeated(feedRecords.flatMap(({ kraken }) => kraken ?? [])),
    landingPlace: repeated(feedRecords.flatMap(({ landingPlace }) => landingPlace ?? [])),
    addresses: repeated(addresses),
  }).toEqual({ finnhub: [], coinbase: [], kraken: [], landingPlace: [], addresses: [] });
});

test("a symbol's address is in lower case and is not one of the trading section's own", () => {
  const own = Object.values(ROUTE).map((route) => route.split("/").at(-1) ?? "");
  const addresses = TRADED_SYMBOL_LIST.flatMap((symbol) => TRADED_SYMBOLS[symbol].addresses);
  expect(addresses.filter((address) => address !== address.toLowerCase() || own.includes(address))).toEqual([]);
});

test("what the landing page shows is watched, and the first of it never closes", () => {
  const shown = FEED_SYMBOL_LIST.filter((symbol) => FEED_SYMBOLS[symbol].landingPlace !== null);
  expect(shown.filter((symbol) => !WATCHLIST_SYMBOLS.includes(symbol))).toEqual([]);
  expect(shown.filter((symbol) => FEED_SYMBOLS[symbol].landingPlace === 1).map(isRoundTheClock)).toEqual([true]);
});

test.each(["coinbase", "kraken"] as const)("%s trades something, and what it trades never closes", (exchange) => {
  const traded = FEED_SYMBOL_LIST.filter((symbol) => FEED_SYMBOLS[symbol][exchange] !== null);
  expect(traded.filter((symbol) => !isRoundTheClock(symbol))).toEqual([]);
  expect(traded).not.toEqual([]);
});

test("no other file lists symbols: lists derive from worker/contract/symbols.ts", async () => {
  const files = [...new Bun.Glob("{web,worker,dev}/**/*.{ts,tsx}").scanSync(ROOT)];
  const listing = files.map(async (file) => {
    if (EXAMPLES.test(file) || NAMED_BY_TYPE.includes(file)) return [];
    const source = await Bun.file(join(ROOT, file)).text();
    const named = (symbols: readonly string[]) =>
      symbols.filter((symbol) => new RegExp(`\\b${symbol}\\b`).test(source));
    return named(FEED_SYMBOL_LIST).length > 1 || named(TRADED_SYMBOL_LIST).length > 1 ? [file] : [];
  });
  expect((await Promise.all(listing)).flat()).toEqual([]);
});
