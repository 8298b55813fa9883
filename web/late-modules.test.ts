import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import { setOwner } from "./state/owner.ts";
import { unsentChanges } from "./terminal/unsent-changes.ts";
import { drawingChange } from "./test/test-terminal.ts";

/** Modules that begin anew for each person, and may be loaded after somebody has logged in: then they begin at once. */
const files = [...new Bun.Glob("**/*.ts").scanSync(import.meta.dir)].filter((file) => !file.endsWith(".test.ts"));
const sources = await Promise.all(
  files.map(async (file) => [file, await Bun.file(join(import.meta.dir, file)).text()]),
);
const beginning = sources.flatMap(([file = "", source = ""]) => (/^forEachOwner\(/m.test(source) ? [file] : []));

afterEach(() => setOwner(null));

test("there are such modules", () => {
  expect(beginning.length).toBeGreaterThan(5);
});

test.each(beginning)("%s is loaded for somebody who has logged in before", async (file) => {
  const id = "65f0c0ffee0000000000abcd";
  // Kept by an earlier page without a connection.
  unsentChanges.keep(id, drawingChange());
  setOwner(id);
  // Another address, so that the module is evaluated again.
  await import(`${join(import.meta.dir, file)}?late`);
});
