import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { momentReads } from "./check-moment-reads.ts";

setDefaultTimeout(600_000);

const linesOf = (source: string) => momentReads(source).map(({ line }) => line);

test.each<[string, string, number]>([
  ["a count", 'expect(await page.getByText("5 (five").count()).toBe(0);', 1],
  ["a text among others", "expect([name, await row.textContent()]).toEqual([name, null]);", 1],
  ["a promise of a state", "await expect(button.isDisabled()).resolves.toBe(true);", 1],
  ["an address", 'expect(new URL(page.url()).pathname).toBe("/");', 1],
  ["the result of a script", "expect(await page.evaluate(() => scrollY)).toBe(0);", 1],
  ["a box", "expect((await boxAtRest(row)).y).toBe(0);", 1],
  [
    "a function",
    'const lang = (page: Page) => page.locator("html").getAttribute("lang");\nexpect(await lang(page));',
    2,
  ],
  [
    "a function below",
    "expect(await sums(page)).toEqual([]);\nfunction sums(page: Page) {\n  return page.evaluate(sum);\n}",
    1,
  ],
  ["a constant", "const [one] = await rows.allTextContents();\nexpect(one).toBe(text);", 2],
])("an assertion on what was read once is found: %s", (_, source, line) => {
  expect(linesOf(source)).toEqual([line]);
});

test.each([
  ["it is repeated", "await eventually(async () => expect(await rows.count()).toBe(1));"],
  [
    "its function waits itself",
    'const at = () => waitUntil("it is there", () => row.textContent());\nexpect(await at());',
  ],
  [
    "it is of another block",
    "{\n  const one = await row.textContent();\n}\n{\n  const one = 1;\n  expect(one).toBe(1);\n}",
  ],
  ["it was taken at rest", "await atRest(page);\nconst px = await page.evaluate(width);\nexpect(px).toBe(0);"],
  [
    "nothing of a page is read",
    'expect(await Promise.all([trader.get("/page.count()")])).toEqual([200]); // row.count()',
  ],
])("no other assertion is: %s", (_, source) => {
  expect(linesOf(source)).toEqual([]);
});

test("an `eventually` that nothing awaits is found", () => {
  expect(linesOf("await eventually(check);\neventually(check);\nawait Promise.all([eventually(check)]);")).toEqual([2]);
});

test("the browser tests pass, as a part of the lint", async () => {
  const root = join(import.meta.dir, "..");
  const { scripts } = await Bun.file(join(root, "package.json")).json();
  expect(scripts.lint).toEndWith(" && bun dev/check-moment-reads.ts");
  const check = Bun.spawn([process.execPath, "dev/check-moment-reads.ts"], {
    cwd: root,
    stderr: "pipe",
    stdout: "pipe",
  });
  expect(await new Response(check.stderr).text()).toBe("");
  expect(await check.exited).toBe(0);
});
