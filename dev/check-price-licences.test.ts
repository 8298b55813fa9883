import { expect, test } from "bun:test";
import { join } from "node:path";
import wranglerConfig from "../wrangler.toml";
import { licenceFault } from "./check-price-licences.ts";

const ROOT = join(import.meta.dir, "..");
const vars = { PRICE_SOURCE_KIND: "live", PRICE_SOURCES: "coinbase,kraken,finnhub", PRICE_LICENCES: "" };

test.each([
  ["without any licence", {}, "PRICE_LICENCES: must name a licence to show the prices of coinbase, kraken, finnhub"],
  ["with a personal licence", { PRICE_SOURCES: "kraken", PRICE_LICENCES: "kraken:personal" }, "the prices of kraken"],
  ["from sources that apply without a list", { PRICE_SOURCES: "" }, "the prices of coinbase, kraken, finnhub"],
  ["with a licence that does not exist", { PRICE_LICENCES: "kraken:free" }, "names none of personal, display"],
  ["of an unknown kind", { PRICE_SOURCE_KIND: "real" }, "PRICE_SOURCE_KIND: "],
])("prices %s are not deployed", (_, change, words) => {
  expect(licenceFault({ ...vars, ...change })).toContain(words);
});

test("live prices with licences, and simulated ones, are deployed", () => {
  const PRICE_LICENCES = "coinbase:display,kraken:redistribute,finnhub:display";
  expect(licenceFault({ ...vars, PRICE_LICENCES })).toBeNull();
  expect(licenceFault({ ...vars, PRICE_SOURCE_KIND: "simulated" })).toBeNull();
});

test("a deploy begins with the check of wrangler.toml, and stops there when it fails", async () => {
  const { scripts } = await Bun.file(join(ROOT, "package.json")).json();
  expect(scripts.deploy).toStartWith("bun dev/check-price-licences.ts && ");
  const check = Bun.spawn([process.execPath, "dev/check-price-licences.ts"], { cwd: ROOT, stderr: "pipe" });
  const fault = licenceFault(wranglerConfig.env.production.vars);
  expect(await new Response(check.stderr).text()).toContain(fault ?? "");
  expect(await check.exited).toBe(fault ? 1 : 0);
});
