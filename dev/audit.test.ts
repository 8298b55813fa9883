import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { advisoryLines, installedPackages, isKnownLicence, licenceLines } from "./audit.ts";

const dir = mkdtempSync(join(tmpdir(), "tonle-audit-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const found = {
  hono: [
    { id: 1, title: "A hole", severity: "high", url: "https://example.com/1", vulnerable_versions: "<4.0.0", cwe: [] },
  ],
};

test.each([
  [
    "what is known",
    { code: 1, out: JSON.stringify(found), faults: "" },
    "high: hono <4.0.0: A hole (https://example.com/1)",
  ],
  ["that nothing is known", { code: 0, out: "{}", faults: "" }, "No advisory is known against the installed packages."],
  [
    "that the registry refused",
    { code: 1, out: "", faults: "error: POST https://registry - 405" },
    /could not be asked.*405/,
  ],
  ["that it has said nothing", { code: 1, out: "{}", faults: "" }, /could not be asked/],
  ["that it took too long", { code: 124, out: "", faults: "" }, /could not be asked.*124/],
  ["that there is no such command", { code: null, out: "", faults: "" }, /could not be asked/],
])("it says %s", (_, result, line) => {
  expect(advisoryLines(result)).toEqual([typeof line === "string" ? line : expect.stringMatching(line)]);
});

test("it finds every installed package, and names those whose licence somebody has to read", () => {
  const install = (path: string, contents: object) => {
    mkdirSync(join(dir, path), { recursive: true });
    writeFileSync(join(dir, path, "package.json"), JSON.stringify(contents));
  };
  install("one", { name: "one", version: "1.0.0", license: "MIT" });
  install("@scope/two", { name: "@scope/two", version: "2.0.0", license: { type: "GPL-3.0" } });
  install("one/node_modules/three", { name: "three", version: "3.0.0" });
  install(".bin", { name: "no-package", version: "1.0.0" });
  const packages = installedPackages(dir);
  expect(packages.map(({ name }) => name).sort()).toEqual(["@scope/two", "one", "three"]);
  expect(licenceLines(packages).slice(1).sort()).toEqual([
    "to be read: @scope/two 2.0.0: GPL-3.0",
    "to be read: three 3.0.0: no licence is written",
  ]);
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0)", true],
  ["(MPL-2.0 OR Apache-2.0)", true],
  ["MIT AND ISC", true],
  ["MIT AND GPL-2.0", false],
  ["SEE LICENSE IN LICENSE", false],
  ["", false],
  [null, false],
])("the licence %p is known: %p", (licence, isKnown) => {
  expect(isKnownLicence(licence)).toBe(isKnown);
});
