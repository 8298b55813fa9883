import { describe, expect, test } from "bun:test";
import { PNG } from "pngjs";
import { PRERENDERED, ROUTE } from "../../worker/contract/addresses.ts";
import { answerDocument } from "../../worker/documents.ts";
import { FLOOD_MAX } from "../../worker/platform/request/flood-limit.ts";
import { comparePictures } from "./compare-pictures.ts";
import { pictureBindings } from "./picture-server.ts";
import { STATES } from "./states.ts";

/** A picture of one colour. */
function plain(width: number, height: number, [red, green, blue]: readonly [number, number, number]): PNG {
  const picture = new PNG({ width, height });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([red, green, blue, 255], at);
  return picture;
}

const NIGHT = [11, 16, 24] as const;

describe("two pictures", () => {
  test("that are equal have no difference and no sheet", () => {
    expect(comparePictures(plain(20, 10, NIGHT), plain(20, 10, NIGHT))).toEqual({ pixels: 0, sheet: null });
  });

  test("differ in each pixel of another colour", () => {
    const after = plain(20, 10, NIGHT);
    after.data.set([200, 40, 40, 255], 4 * (3 * 20 + 7));
    const { pixels, sheet } = comparePictures(plain(20, 10, NIGHT), after);
    expect(pixels).toBe(1);
    expect([sheet?.width, sheet?.height]).toEqual([3 * 20 + 2 * 24, 10]);
  });

  test("do not differ by what nobody sees", () => {
    expect(comparePictures(plain(20, 10, NIGHT), plain(20, 10, [11, 16, 25])).pixels).toBe(0);
  });

  test("of different heights differ in each pixel that only one has", () => {
    expect(comparePictures(plain(20, 10, NIGHT), plain(20, 12, NIGHT)).pixels).toBe(40);
  });
});

describe("the list of states", () => {
  test("names each state once", () => {
    const names = STATES.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z-]+\/[a-z0-9-]+$/.test(name))).toEqual([]);
  });

  test("has every address of the product", () => {
    const paths = new Set(STATES.map(({ path }) => path.split("?")[0]));
    // Other addresses of these screens.
    const same: readonly string[] = [ROUTE.watchlist, ROUTE.account];
    const missing = Object.values(ROUTE).filter((path) => !paths.has(path) && !same.includes(path));
    expect(missing).toEqual([]);
  });

  test("takes prerendered pages in their only theme", () => {
    const prerendered: readonly string[] = PRERENDERED;
    expect(STATES.filter(({ path, isThemed }) => prerendered.includes(path) === isThemed)).toEqual([]);
  });

  test("names only routes of the API in faults", () => {
    const routes = STATES.flatMap(({ faults }) => faults.map(({ route }) => route));
    expect(routes.filter((route) => !/^(GET|POST|PUT|DELETE) \/api\/[\w/-]+$/.test(route))).toEqual([]);
  });
});

test("documents are answered with the bindings of the pictures, however many are asked for", async () => {
  const page = "<!doctype html><html><head><title>Tonle</title></head></html>";
  const assets = { fetch: async () => new Response(page, { headers: { "content-type": "text/html" } }) };
  const bindings = pictureBindings(assets);
  const headers = { "CF-Connecting-IP": "192.0.2.40" };
  const ask = () => answerDocument(new Request("http://localhost/login", { headers }), bindings);
  const answers = await Promise.all(Array.from({ length: FLOOD_MAX.REQUESTS_BY_ADDRESS + 1 }, ask));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});
