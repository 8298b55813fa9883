import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../dev/stack.ts";
import { Client } from "../dev/test/test-client.ts";
import { testStack } from "../dev/test/test-stack.ts";
import { ROUTE } from "./contract/addresses.ts";
import { THEMES } from "./contract/limits.ts";
import { answerDocument } from "./documents.ts";
import type { Bindings } from "./platform/env.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await testStack();
}, 600_000);

const page = (path: string) => new Client(stack.origin).get(path);

describe.each([...Object.values(ROUTE), "/reset-password/abc", "/trading/btc", "/account/deposits/D2345678901"])(
  "%s",
  (path) => {
    test("has a policy without inline scripts, and a new nonce that its style element carries", async () => {
      const [first, second] = [await page(path), await page(path)];
      expect(first.status).toBe(200);
      const policy = first.headers.get("Content-Security-Policy") ?? "";
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types markup service-worker;");
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      expect(nonce.length).toBeGreaterThan(20);
      expect(first.body).toContain(`nonce="${nonce}"`);
      expect(second.headers.get("Content-Security-Policy")).not.toContain(nonce);
      expect(first.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle="/);
      expect(first.headers.get("Strict-Transport-Security")).toContain("max-age=31536000");
      expect(first.headers.get("Cache-Control")).toBe("no-cache");
    });
  },
);

test.each([
  [{}, false],
  [{ GOOGLE_CLIENT_ID: "" }, true],
  [{ GOOGLE_CLIENT_SECRET: "" }, true],
])("with the settings %p a document says that signing in with Google is off: %p", async (settings, isOff) => {
  const ASSETS = { fetch: async () => new Response('<!doctype html><html lang="en"></html>') };
  // The only binding that a document needs, as a test has it.
  const env = { ...stack.settings, ...settings, ASSETS } as unknown as Bindings;
  const reply = await answerDocument(new Request(`${stack.origin}/login`), env);
  expect((await reply.text()).includes("data-no-google")).toBe(isOff);
});

test("a document preloads calls only for a request with a session cookie, whatever its value", async () => {
  const visitor = await page("/dashboard");
  expect(visitor.body).toContain('rel="modulepreload"');
  expect(visitor.body).not.toContain('as="fetch"');
  const client = new Client(stack.origin);
  client.cookies.set("session", "of-somebody");
  const known = await client.get("/dashboard");
  expect(known.body).toContain('as="fetch" crossorigin href="/api/auth/check"');
  expect(known.status).toBe(200);
});

test.each([
  ["3", "3"],
  [String(Math.max(...THEMES) + 1), "1"],
  ['2"><script>', "1"],
])("a browser whose cookie says the theme is %s gets a document in theme %s", async (cookie, theme) => {
  const client = new Client(stack.origin);
  client.cookies.set("theme", cookie);
  const { body } = await client.get("/dashboard");
  expect(body).toContain(`<html lang="en" data-theme="${theme}">`);
  expect(body).toContain(`[data-theme="3"]`);
});

test.each([
  [null, "", []],
  ["head", "", ["head"]],
  ["head", "?account=run:1", ["head"]],
  ["head", "?account=cash", []],
  [null, "?account=broker:1", ["head"]],
  ['head"><script>', "", []],
])("with the cookie %p the performance page%s is painted with the places of %p", async (cookie, query, places) => {
  const client = new Client(stack.origin);
  if (cookie !== null) client.cookies.set("performance", cookie);
  const { body } = await client.get(`/performance${query}`);
  expect([...String(body).matchAll(/data-place="?(\w+)/g)].map(([, place]) => place)).toEqual(places);
});

test.each([
  ["true", "first-steps"],
  [null, "figures"],
  ['true"><script>', "figures"],
])("with the cookie %p the dashboard is painted with the place of its %s alone", async (cookie, place) => {
  const client = new Client(stack.origin);
  if (cookie !== null) client.cookies.set("first-steps", cookie);
  const { body } = await client.get("/dashboard");
  expect([...String(body).matchAll(/data-place="?([\w-]+)/g)].map(([, name]) => name)).toEqual([place]);
});

test.each([
  ["/", { verified: "true", "sign-in": "x" }, "press"],
  ["/", { verified: "true" }, "password"],
  ["/", { "sign-in": "x" }, undefined],
  ["/", { verified: 'x"><script>' }, undefined],
  ["/login", { verified: "true" }, undefined],
])("%s has room for a log-in above it where an address was verified just now: %p", async (path, cookies, asks) => {
  const client = new Client(stack.origin);
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value);
  const { body } = await client.get(path);
  expect(/<html[^>]* data-verified="(\w+)"/.exec(String(body))?.[1]).toBe(asks);
  expect(String(body).includes("padding-top:328px")).toBe(asks === "password");
});

test.each([
  ["true", true],
  ["false", false],
])("a browser whose cookie says that the sidebar is folded, %s, gets a document with it", async (cookie, isFolded) => {
  const client = new Client(stack.origin);
  client.cookies.set("sidebar-folded", cookie);
  const { body } = await client.get("/dashboard");
  expect(/<html[^>]* data-folded/.test(String(body))).toBe(isFolded);
  expect(/<html[^>]* data-unfolded/.test(String(body))).toBe(!isFolded);
  expect(body).toContain("[data-folded] ");
});

test("all style elements of a document carry the nonce of its policy", async () => {
  const reply = await page("/account/history");
  const nonce = /'nonce-([^']+)'/.exec(reply.headers.get("Content-Security-Policy") ?? "")?.[1];
  const styles = [...String(reply.body).matchAll(/<style([^>]*)>/g)].map(([, attributes]) => attributes);
  expect(styles).toEqual(["fonts", "first-paint", "_goober"].map((id) => ` id="${id}" nonce="${nonce}"`));
});

test.each(["/no/such/page", "/design", "/account/deposits", "/trading/btc/eth", "/index"])(
  "%s is not a page: a 404 that still shows the application's error page",
  async (path) => {
    const reply = await page(path);
    expect(reply.status).toBe(404);
    expect(reply.body).toContain('id="root"');
  },
);

test("paths match as in the browser's router: in any case, with or without a slash at the end", async () => {
  expect((await page("/Account/Overview/")).status).toBe(200);
  expect((await page("/Terms/")).body).toContain("<title>Terms");
});

test("a missing file is a 404, not a page", async () => {
  for (const path of ["/assets/gone-12345678.js", "/gone.js", "/.env", "/worker.vars"]) {
    const reply = await page(path);
    expect([path, reply.status]).toEqual([path, 404]);
    expect(String(reply.body)).not.toContain("<!doctype html>");
    expect([path, reply.headers.get("Cache-Control")]).toEqual([path, "no-store"]);
  }
});

test("says whom to tell about a weakness, with an expiry that is ahead", async () => {
  const { status, headers, body } = await page("/.well-known/security.txt");
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(body).toContain(`Contact: ${stack.origin}/contact\n`);
  const [, expires = ""] = /^Expires: (.+)$/m.exec(body) ?? [];
  expect(Date.parse(expires)).toBeGreaterThan(Date.now());
});

test("documents accept only GET and HEAD", async () => {
  const reply = await new Client(stack.origin).send("POST", "/login");
  expect([reply.status, reply.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  expect((await new Client(stack.origin).send("HEAD", "/login")).status).toBe(200);
});

test("hashed files are served unchanged, cached for a year", async () => {
  const { body } = await page("/login");
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? "";
  const reply = await page(script);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("Cache-Control")).toContain("immutable");
  expect(reply.headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test("the list of the files of releases is asked for anew each time, and names files that are there", async () => {
  const { status, headers, body } = await page("/releases.json");
  expect([status, headers.get("Cache-Control"), body.length]).toEqual([200, "no-cache", 1]);
  const [path = ""] = Object.keys(body[0]);
  expect((await page(`/${path}`)).status).toBe(200);
});

/** The attributes of the elements of a document that match a selector, however they are quoted. */
function elementsOf(html: string, selector: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  new HTMLRewriter()
    .on(selector, { element: ({ attributes }) => void found.push(Object.fromEntries(attributes)) })
    .transform(html);
  return found;
}

describe("what makes the application installable", () => {
  test("the service worker has one name, is asked for again each time, and may only request this origin", async () => {
    const reply = await page("/service-worker.js");
    expect(reply.status).toBe(200);
    expect(reply.headers.get("Content-Type")).toContain("javascript");
    expect(reply.headers.get("Cache-Control")).toBe("no-cache");
    expect(reply.headers.get("Content-Security-Policy")).toBe("default-src 'none'; connect-src 'self'");
    expect(reply.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("an unchanged file that a browser asks for again is not sent again", async () => {
    const first = await page("/service-worker.js");
    const again = await new Client(stack.origin).get("/service-worker.js", {
      "If-None-Match": first.headers.get("ETag") ?? "",
    });
    expect([again.status, again.body]).toEqual([304, ""]);
    expect(again.headers.get("Cache-Control")).toBe("no-cache");
  });

  test.each([
    ["/login", "en", "/manifest.webmanifest"],
    ["/", "en", "/manifest.webmanifest"],
    ["/km", "en", "/km/manifest.webmanifest"],
    ["/dashboard", "km", "/km/manifest.webmanifest"],
  ])("%s for %s names its manifest, which the policy allows, and the icon of iOS", async (path, accept, manifest) => {
    const reply = await new Client(stack.origin).get(path, { "Accept-Language": accept });
    expect(reply.headers.get("Content-Security-Policy")).toContain("manifest-src 'self'");
    expect(elementsOf(reply.body, "link[rel=manifest]")).toMatchObject([{ href: manifest }]);
    const icon = elementsOf(reply.body, "link[rel=apple-touch-icon]")[0]?.href ?? "";
    expect((await page(icon)).headers.get("Content-Type")).toBe("image/png");
    const { headers, body } = await page(manifest);
    expect(headers.get("Content-Type")).toStartWith("application/manifest+json");
    const lang = manifest.startsWith("/km") ? "km" : "en";
    const facts = { id: "/", lang, start_url: "/dashboard", scope: "/", display: "standalone" };
    expect(JSON.parse(body)).toMatchObject(facts);
  });

  test("a link to a public page is shown with its title, its text and a picture, all at whole addresses", async () => {
    const { body } = await page("/km/terms");
    const meta = (name: string) => elementsOf(body, `meta[property="${name}"]`)[0]?.content ?? "";
    expect(meta("og:url")).toBe(`${stack.origin}/km/terms`);
    expect(body).toContain(`<title>${meta("og:title")}</title>`);
    expect(meta("og:description")).not.toBe("");
    expect(elementsOf(body, "meta[name=description]")).toMatchObject([{ content: meta("og:description") }]);
    const picture = meta("og:image");
    expect(picture).toStartWith(`${stack.origin}/assets/social-preview-`);
    const reply = await fetch(picture);
    expect(reply.headers.get("Content-Type")).toBe("image/png");
    const header = new DataView(await reply.arrayBuffer());
    expect([header.getUint32(16), header.getUint32(20)]).toEqual([1200, 630]);
  });
});

describe("the language of a document", () => {
  const inLanguage = async (path: string, accept: string, cookie?: string) => {
    const client = new Client(stack.origin);
    if (cookie) client.cookies.set("language", cookie);
    const reply = await client.get(path, { "Accept-Language": accept });
    return [reply.status, /<html lang="(\w+)"/.exec(reply.body)?.[1] ?? reply.headers.get("Location")];
  };

  test.each([
    ["/login", "en-US,en;q=0.9", undefined, [200, "en"]],
    ["/login", "km-KH,km;q=0.9,en;q=0.8", undefined, [200, "km"]],
    ["/login", "km", "en", [200, "en"]],
    ["/dashboard", "en", "km", [200, "km"]],
    ["/dashboard", "en", "km.chosen", [200, "km"]],
    ["/dashboard", "fr", "nonsense", [200, "en"]],
    ["/no-such-page", "km", undefined, [404, "km"]],
    ["/km", "en", "en", [200, "km"]],
    ["/km/terms", "en", undefined, [200, "km"]],
    ["/km/dashboard", "km", undefined, [404, "km"]],
    ["/terms", "km", undefined, [303, "/km/terms"]],
    ["/", "en", "km", [303, "/km"]],
    ["/?code=1", "km", undefined, [303, "/km?code=1"]],
    ["/", "km", "en", [200, "en"]],
  ])("of %s for %p and the cookie %p is %p", async (path, accept, cookie, answer) => {
    expect(await inLanguage(path, accept, cookie)).toEqual(answer);
  });

  test.each([
    ["/terms?language=km", "/km/terms", "km.chosen"],
    ["/km/terms?language=en", "/terms", "en.chosen"],
    ["/?language=km", "/km", "km.chosen"],
    ["/login?redirect=%2Faccount&language=km", "/login?redirect=%2Faccount", "km.chosen"],
  ])("%s keeps the choice and goes on to %s", async (path, target, value) => {
    const client = new Client(stack.origin);
    const reply = await client.get(path);
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, target]);
    expect(client.cookies.get("language")).toBe(value);
    expect(reply.headers.get("Set-Cookie")).toContain("HttpOnly; SameSite=Lax");
  });

  test("is chosen for no other site's address, and for no language that is none", async () => {
    expect((await page("//elsewhere.example?language=km")).status).toBe(404);
    expect((await page("/terms?language=fr")).status).toBe(200);
  });

  test("no address of a page follows the host that a request names", async () => {
    const reply = await new Client(stack.origin).get("/terms", { Host: "elsewhere.example" });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("Link")).toStartWith(`<${stack.origin}/terms>`);
    expect(elementsOf(reply.body, 'meta[property="og:url"]')).toMatchObject([{ content: `${stack.origin}/terms` }]);
    expect(reply.body).not.toContain("elsewhere.example");
  });

  test("a public page names its address in each language", async () => {
    for (const path of ["/terms", "/km/terms"]) {
      const { headers } = await page(path);
      const links = [
        `<${stack.origin}/terms>; rel="alternate"; hreflang="en"`,
        `<${stack.origin}/km/terms>; rel="alternate"; hreflang="km"`,
        `<${stack.origin}/terms>; rel="alternate"; hreflang="x-default"`,
      ];
      expect(headers.get("Link")).toBe(links.join(", "));
      expect(headers.get("Vary")).toBe("Cookie, Accept-Language");
    }
  });
});
