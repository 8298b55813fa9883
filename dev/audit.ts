import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type CommandResult, commandOf } from "./setup/command.ts";
import { REPOSITORY } from "./setup/setup-context.ts";

/**
 * `bun run audit`: what the registry knows against the installed packages, and which licences they have. It is run at a release and read by
 * a person: it fails on nothing, and says when it could not ask.
 */

const TIMEOUT_MS = 60_000;

const advisory = z.object({
  title: z.string(),
  severity: z.string(),
  url: z.string(),
  vulnerable_versions: z.string(),
});
const report = z.record(z.string(), z.array(advisory));

/** Licences that allow what this product does with a package, without more than their text beside it. */
const KNOWN_LICENCES = new Set(
  "0BSD Apache-2.0 BSD BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 OFL-1.1 Python-2.0 Unlicense".split(
    " ",
  ),
);

/** The lines about a run of `bun audit --json`. */
export function advisoryLines({ code, out, faults }: CommandResult): string[] {
  const found = readReport(out);
  // An empty report of a command that failed is no answer of the registry.
  if (found === null || (code !== 0 && Object.keys(found).length === 0)) {
    const why = `${out}\n${faults}`.trim().split("\n").at(-1) || `bun audit ended with ${code}`;
    return [`The registry could not be asked, so nothing is known about advisories: ${why}`];
  }
  const lines = Object.entries(found).flatMap(([name, all]) =>
    all.map((one) => `${one.severity}: ${name} ${one.vulnerable_versions}: ${one.title} (${one.url})`),
  );
  return lines.length === 0 ? ["No advisory is known against the installed packages."] : lines.sort();
}

function readReport(out: string): z.infer<typeof report> | null {
  try {
    return report.parse(JSON.parse(out));
  } catch {
    return null;
  }
}

/** An installed package. `licence`: as its author wrote it; null where nothing is written. */
type Package = { name: string; version: string; licence: string | null };

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]).optional(),
});

/** The packages of a folder `node_modules`, with those that are installed inside of others. */
export function installedPackages(dir: string): Package[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    if (name.startsWith(".")) return [];
    if (name.startsWith("@")) return installedPackages(path);
    return [...packageIn(path), ...installedPackages(join(path, "node_modules"))];
  });
}

function packageIn(path: string): Package[] {
  const file = join(path, "package.json");
  const parsed = existsSync(file) ? manifest.safeParse(JSON.parse(readFileSync(file, "utf8"))) : null;
  if (!parsed?.success) return [];
  const { name, version, license } = parsed.data;
  return [{ name, version, licence: license ?? null }];
}

/** Whether a licence, or one of those that may be chosen, is known. Of those that hold together each has to be. */
export function isKnownLicence(licence: string | null): boolean {
  const words = (licence ?? "").replaceAll(/[()]/g, "").split(/ OR /i);
  return words.some((choice) => choice.split(/ AND /i).every((one) => KNOWN_LICENCES.has(one.trim())));
}

/** The lines about licences: how many packages have each, and those that somebody has to read. */
export function licenceLines(packages: readonly Package[]): string[] {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence ?? "none is written");
  const counts = [...byLicence].sort(([, a], [, b]) => b.length - a.length);
  const unread = packages.filter(({ licence }) => !isKnownLicence(licence));
  return [
    `${packages.length} packages: ${counts.map(([licence, all]) => `${licence} ${all.length}`).join(", ")}.`,
    ...new Set(
      unread.map(
        ({ name, version, licence }) => `to be read: ${name} ${version}: ${licence ?? "no licence is written"}`,
      ),
    ),
  ];
}

if (import.meta.main) {
  try {
    const run = commandOf([process.execPath], () => ({}), TIMEOUT_MS);
    for (const line of advisoryLines(await run(["audit", "--json"]))) console.info(line);
    for (const line of licenceLines(installedPackages(join(REPOSITORY, "node_modules")))) console.info(line);
  } catch (error) {
    console.info(`The audit is not whole: ${error instanceof Error ? error.message : error}`);
  }
}
