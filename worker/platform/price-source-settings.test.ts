import { expect, test } from "bun:test";
import { localSettings } from "../../dev/local-settings.ts";
import { type Bindings, readSettings } from "./env.ts";
import { listedPriceSources } from "./price-source-settings.ts";

const LIVE = {
  APP_ORIGIN: "https://tonle.example",
  // Those of a local stack are refused elsewhere.
  PUSH_HOSTS: "fcm.googleapis.com",
  TELEGRAM_API_URL: "https://api.telegram.org",
  PRICE_SOURCE_KIND: "live",
  PRICE_SOURCES: "coinbase,kraken",
  PRICE_LICENCES: "coinbase:display,kraken:redistribute",
};

// Bindings that are objects do not matter for reading the settings.
const read = (change: Record<string, string>) =>
  readSettings({ ...localSettings(8787), ...change } as unknown as Bindings);
const listed = (change: Record<string, string>) => listedPriceSources(read(change));

test("sources have the order of the list, spaces do not matter", () => {
  expect(listed({ PRICE_SOURCES: " kraken, finnhub " })).toEqual(["kraken", "finnhub"]);
});

test("without a list they are Coinbase, Kraken and Finnhub, and without a key the first two", () => {
  expect(listed({ PRICE_SOURCES: "" })).toEqual(["coinbase", "kraken", "finnhub"]);
  expect(listed({ PRICE_SOURCES: "", PRICE_SOURCE_KEY: "" })).toEqual(["coinbase", "kraken"]);
});

test.each([
  [{ PRICE_SOURCES: "coinbase,binance" }, 'PRICE_SOURCES: "binance" is not one of finnhub, coinbase, kraken'],
  [{ PRICE_SOURCES: "kraken,kraken" }, "PRICE_SOURCES: kraken is listed twice"],
  [{ PRICE_SOURCES: "kraken,finnhub", PRICE_SOURCE_KEY: "" }, "PRICE_SOURCE_KEY: must not be empty while"],
  [{ PRICE_LICENCES: "binance:display" }, 'PRICE_LICENCES: "binance" is not one of'],
  [{ PRICE_LICENCES: "kraken:free" }, 'PRICE_LICENCES: "kraken:free" names none of personal, display, redistribute'],
  [{ PRICE_LICENCES: "kraken" }, 'PRICE_LICENCES: "kraken" names none of'],
])("%p is refused at start", (change, words) => {
  expect(() => read(change)).toThrow(words);
});

test("live prices are shown with a licence for every listed source", () => {
  expect(read(LIVE).PRICE_SOURCE_KIND).toBe("live");
});

test.each([
  ["no licence at all", { PRICE_LICENCES: "" }, "coinbase, kraken"],
  ["none for one source", { PRICE_LICENCES: "kraken:display" }, "coinbase"],
  ["a personal one", { PRICE_LICENCES: "coinbase:display,kraken:personal" }, "kraken"],
  ["none for a source of the standard list", { PRICE_SOURCES: "" }, "finnhub"],
])("the Worker refuses to start with live prices and %s", (_, change, unlicensed) => {
  expect(() => read({ ...LIVE, ...change })).toThrow(
    `PRICE_LICENCES: must name a licence to show the prices of ${unlicensed} (docs/price-licences.md)`,
  );
});

test("simulated prices need no licence, nor does a developer's own machine", () => {
  expect(() => read({ ...LIVE, PRICE_LICENCES: "", PRICE_SOURCE_KIND: "simulated" })).not.toThrow();
  expect(() => read({ ...LIVE, PRICE_LICENCES: "", APP_ORIGIN: "http://localhost:8787" })).not.toThrow();
});
