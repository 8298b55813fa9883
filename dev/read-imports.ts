import { dirname, join, normalize } from "node:path";
import { Glob } from "bun";

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

/** Maps each file to the files that it imports by relative paths, all as paths from the root of the repository. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Reads which files import which.
 *
 * @param root    the repository
 * @param pattern glob of the files to read, from the root
 * @param isRead  leaves files out
 */
export async function readImports(
  root: string,
  pattern: string,
  isRead: (path: string) => boolean = () => true,
): Promise<Imports> {
  const imports = new Map<string, string[]>();
  for (const path of new Glob(pattern).scanSync(root)) {
    if (!isRead(path)) continue;
    const text = await Bun.file(join(root, path)).text();
    const found = [...text.matchAll(IMPORT)].map(([, name = ""]) => normalize(join(dirname(path), name)));
    imports.set(
      path,
      found.filter((target) => /\.tsx?$/.test(target)),
    );
  }
  return imports;
}
