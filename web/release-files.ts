import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

/**
 * The files that the pages of a release load, by their paths in the output folder, with the SHA-256 of each. A page that was opened
 * before a deployment asks for those of its own release.
 */
export type ReleaseFiles = z.infer<typeof releaseFiles>;

const releaseFiles = z.record(z.string().regex(/^assets\/\w[\w.-]*$/), z.string().regex(/^[0-9a-f]{64}$/));

/** In the output folder: the files of this release, and after it those of earlier ones whose files are there too, newest first. */
export const RELEASES_FILE = "releases.json";

/** @throws Error for what is no list of releases */
export function parseReleases(text: string): ReleaseFiles[] {
  return z.array(releaseFiles).parse(JSON.parse(text));
}

/** The releases that a build's folder lists; none for one without a list. */
export async function readReleases(outdir: string): Promise<ReleaseFiles[]> {
  const path = join(outdir, RELEASES_FILE);
  return existsSync(path) ? parseReleases(await readFile(path, "utf8")) : [];
}

/** Lists the files of a new build, and after it those of earlier releases. */
export async function writeReleases(outdir: string, releases: readonly ReleaseFiles[]): Promise<void> {
  await writeFile(join(outdir, RELEASES_FILE), `${JSON.stringify(releases)}\n`);
}

/** The files that the documents of a new build load: those among its paths that are assets. */
export async function filesOf(outdir: string, paths: readonly string[]): Promise<ReleaseFiles> {
  const assets = paths.filter((path) => path.startsWith("assets/")).sort();
  const digests = assets.map(async (path) => [path, digestOf(await readFile(join(outdir, path)))] as const);
  return Object.fromEntries(await Promise.all(digests));
}

/** The SHA-256 of a file, in hex. */
export function digestOf(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
