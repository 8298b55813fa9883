import { expect, test } from "bun:test";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** The functions by which a test waits for as long as the machine takes. */
const WAITS = /\b(waitFor|find(All)?By\w+|waitUntil|eventually|apiStack|testStack|setUpJourney|openApp)\(/;

test("a file whose tests wait has setDefaultTimeout(600_000) or more: `bun test FOLDER` gives each test 5 s", async () => {
  const files = [...new Bun.Glob("{bench,db,dev,web,worker}/**/*.test.{ts,tsx}").scanSync(ROOT)];
  const lacking = files.map(async (file) => {
    const source = await Bun.file(join(ROOT, file)).text();
    const limit = /\bsetDefaultTimeout\(([\d_]+)\)/.exec(source)?.[1];
    const isEnough = limit === undefined ? !WAITS.test(source) : Number(limit.replaceAll("_", "")) >= 600_000;
    return isEnough ? [] : [file];
  });
  expect((await Promise.all(lacking)).flat()).toEqual([]);
});
