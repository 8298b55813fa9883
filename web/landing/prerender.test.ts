import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { encode } from "uqr";
import { testBuild } from "../../dev/test/test-build.ts";
import { LANGUAGES } from "../../worker/contract/languages.ts";
import { IDENTITY, SESSION } from "../../worker/contract/limits.ts";
import { NEWEST_SPREADS } from "../../worker/contract/modelled-spreads.ts";
import { dollarsOf } from "../../worker/contract/price-steps.ts";
import { FEED_SYMBOL_LIST, FEED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { ROUTE } from "../state/routes.ts";
import { landingText } from "./landing-text.ts";
import { LANDING_FIGURES } from "./script/figures-text.ts";

/**
 * What a connection may send at first: a smaller page paints one round trip earlier. Less than the ten segments of RFC 6928,
 * as the headers of the response go with it.
 */
const FIRST_RESPONSE_BYTES_MAX = 14 * 1_024;
const PAGES = ["index.html", "terms.html", "privacy.html", "support.html", "contact.html", "prices-proof.html"];
const PAGES_WITH_SCRIPT = ["index.html", "prices-proof.html"];

const pages = new Map<string, string>();
let outdir: string;
beforeAll(async () => {
  outdir = (await testBuild()).web;
  for (const page of PAGES) pages.set(page, await Bun.file(join(outdir, page)).text());
}, 600_000);

function parse(page: string): Document {
  const html = pages.get(page);
  if (html === undefined) throw new Error(`${page} was not built`);
  return new DOMParser().parseFromString(html, "text/html");
}

test("the landing page fits into the first response", () => {
  const bytes = Bun.gzipSync(pages.get("index.html") ?? "", { level: 9 }).length;
  expect(bytes).toBeWithin(1, FIRST_RESPONSE_BYTES_MAX + 1);
});

test("the landing page's script has no React in it, and one copy of the signals", async () => {
  const entry = /src="\/(assets\/[^"]+\.js)"/.exec(pages.get("index.html") ?? "")?.[1] ?? "";
  const files = new Map<string, string>();
  async function read(file: string): Promise<void> {
    if (files.has(file)) return;
    const source = await Bun.file(join(outdir, file)).text();
    files.set(file, source);
    for (const [, imported = ""] of source.matchAll(/(?:from|import)["`]\.\/([\w.-]+\.js)["`]/g))
      await read(`assets/${imported}`);
  }
  await read(entry);
  await read(preloaded("index.html"));
  const sources = [...files.values()];
  expect(sources.filter((source) => source.includes("react.transitional.element"))).toEqual([]);
  // A sentence of the core's own error. The page without a connection loads one file alone.
  const scripts = await Array.fromAsync(new Bun.Glob("assets/*.js").scan(outdir));
  const withCore = scripts
    .filter((file) => !file.startsWith("assets/offline-"))
    .map((file) => Bun.file(join(outdir, file)).text());
  // The landing page and the application are bundled apart.
  expect((await Promise.all(withCore)).filter((source) => source.includes("Cycle detected"))).toHaveLength(
    2 * LANGUAGES.length,
  );
  expect(sources.some((source) => source.includes("Cycle detected"))).toBe(true);
});

/** The script that a page preloads. */
function preloaded(page: string): string {
  return /rel="modulepreload" href="\/(assets\/[^"]+\.js)"/.exec(pages.get(page) ?? "")?.[1] ?? "";
}

test("nothing but the entry runs before a page is painted, and what runs then is preloaded", async () => {
  const entries = PAGES_WITH_SCRIPT.map((page) => /src="\/(assets\/[^"]+\.js)"/.exec(pages.get(page) ?? "")?.[1] ?? "");
  expect(new Set(entries).size).toBe(1);
  const entry = await Bun.file(join(outdir, entries[0] ?? "")).text();
  const afterPaint = /requestAnimationFrame\(\(\)=>.*/.exec(entry)?.[0] ?? "";
  const scripts = PAGES_WITH_SCRIPT.map(preloaded);
  expect(new Set(scripts).size).toBe(2);
  for (const script of scripts) expect(afterPaint).toContain(script.replace("assets/", "./"));
});

test("the page about price proofs has the spread of each symbol that is not told by its source", () => {
  const rows = [...parse("prices-proof.html").querySelectorAll("main tbody tr")];
  const cells = rows.map((row) => [...row.children].map((cell) => cell.textContent));
  expect(cells).toEqual(
    FEED_SYMBOL_LIST.map((symbol) => {
      const { regular, extended, closed } = NEWEST_SPREADS.spreads[symbol];
      return [
        FEED_SYMBOLS[symbol].name,
        ...[regular, extended, closed].map((steps) => `$${dollarsOf(symbol, steps).toFixed(2)}`),
      ];
    }),
  );
});

describe.each(PAGES)("%s", (page) => {
  test("passes a strict content security policy: no inline script, no style attribute, one style element", () => {
    const document = parse(page);
    expect(pages.get(page)).not.toMatch(/<[^>]+ (style|on\w+)=/);
    expect(document.querySelectorAll("style")).toHaveLength(1);
    expect(document.querySelector("style")?.id).toBe("_goober");
    const scripts = [...document.querySelectorAll("script")];
    for (const script of scripts) {
      expect(script.textContent).toBe("");
      expect(script.getAttribute("src")).toStartWith("/assets/");
      expect(script.hasAttribute("async")).toBe(true);
    }
    expect(scripts).toHaveLength(PAGES_WITH_SCRIPT.includes(page) ? 1 : 0);
  });

  test("has its title, its description, one first-level heading and its text without any script", () => {
    const document = parse(page);
    expect(document.title).toContain("Tonle");
    expect(document.querySelector("meta[name=description]")?.getAttribute("content")?.length).toBeGreaterThan(20);
    expect(document.querySelectorAll("h1")).toHaveLength(1);
    expect(document.querySelector("main")?.textContent?.length).toBeGreaterThan(300);
  });

  test("every link leads to a route of the product, a part of the page, or the support address", () => {
    const document = parse(page);
    const addresses = new Set<string>(Object.values(ROUTE));
    const links = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
    expect(links.length).toBeGreaterThan(6);
    for (const link of links) {
      if (link.startsWith("#")) expect(document.querySelector(link)).not.toBeNull();
      else if (link.startsWith("mailto:")) expect(link).toBe("mailto:support@tonle.example");
      else expect(addresses).toContain(link.replace(/^\/km(?=\/|$)/, "") || "/");
    }
    const footer = [ROUTE.terms, ROUTE.privacy, ROUTE.support, ROUTE.contact, ROUTE.pricesProof];
    for (const address of footer) expect(links).toContain(address);
  });
});

test("no page announces features that do not exist yet", () => {
  for (const page of PAGES) {
    const text = parse(page).querySelector("main")?.textContent ?? "";
    expect(text).not.toMatch(/coming (soon|to)|not (open )?yet|for now|later version/i);
  }
});

test("the privacy page says how long data is kept and where to get it", () => {
  const main = parse("privacy.html").querySelector("main");
  const text = main?.textContent ?? "";
  for (const kept of ["phone number", "address", "picture", "ID card", "authenticator app", "Google", "country"]) {
    expect(text).toContain(kept);
  }
  expect(text).toContain(`a rejected card after ${IDENTITY.refusedKeptMs / DAY_MS} days`);
  expect(text).toContain(`lasts for ${SESSION.deviceLifetimeMs / DAY_MS} days`);
  const links = [...(main?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"));
  expect(links).toContain(ROUTE.settings);
  expect(links).toContain(ROUTE.profile);
});

test("the landing page has its buttons, and its headline has at most eight words", () => {
  const document = parse("index.html");
  const linkTo = (text: string) =>
    [...document.querySelectorAll("main a, header a")].find((link) => link.textContent === text)?.getAttribute("href");
  expect(linkTo("Log in")).toBe(ROUTE.login);
  expect(linkTo("Sign up")).toBe(ROUTE.signUp);
  expect(linkTo("Start trading")).toBe(ROUTE.signUp);
  expect(linkTo("Create account")).toBe(ROUTE.signUp);
  expect(document.querySelector("[data-watch-demo]")?.textContent).toBe("Watch demo");
  expect(landingText.hero.headline.join(" ").split(" ").length).toBeLessThanOrEqual(8);
  for (const { figure, label } of LANDING_FIGURES) {
    const text = figure === null ? `${landingText.measured(label)}—` : `${label}${figure}`;
    expect(document.querySelector("dl")?.textContent).toContain(text);
  }
});

test("the landing page contains no invented price or result: they are empty at first or marked as samples", () => {
  const document = parse("index.html");
  for (const price of document.querySelectorAll('[data-part="price"]')) expect(price.textContent).toBe("—");
  const pictures = [...document.querySelectorAll('[role="img"][aria-label]')].filter((one) => one.tagName !== "svg");
  expect(pictures).toHaveLength(5);
  for (const picture of pictures) {
    expect(picture.getAttribute("aria-label")).toStartWith("Sample");
    expect(picture.textContent?.toLowerCase()).toContain("sample");
  }
});

test("the sample code is readable and says that it pays nothing", () => {
  const path = parse("index.html").querySelector('path[shape-rendering="crispEdges"]')?.getAttribute("d") ?? "";
  const { data } = encode(landingText.deposit.code, { ecc: "M", border: 0 });
  expect(drawnModules(path, data.length)).toEqual(data);
  expect(landingText.deposit.code).toContain("pays nothing");
});

/** Traces a drawing of horizontal strokes, one module high. */
function drawnModules(path: string, count: number): boolean[][] {
  const modules = Array.from({ length: count }, () => Array<boolean>(count).fill(false));
  let [x, y] = [0, 0];
  for (const [, command, first = "0", second = "0"] of path.matchAll(/([Mmh])([\d.]+)(?: ([\d.]+))?/g)) {
    if (command === "M") [x, y] = [Number(first), Math.floor(Number(second))];
    else if (command === "h") modules[y]?.fill(true, x, x + Number(first));
    if (command !== "M") x += Number(first);
  }
  return modules;
}
