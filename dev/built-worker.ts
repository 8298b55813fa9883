import { join } from "node:path";

const REPOSITORY = join(import.meta.dir, "..");

/**
 * Builds the Worker as it is deployed.
 *
 * @returns the path of its module
 * @throws Error with wrangler's output when the build fails
 */
export function buildWorker(outdir: string): string {
  const node = join(REPOSITORY, "node_modules/.bin/node");
  const wrangler = join(REPOSITORY, "node_modules/wrangler/bin/wrangler.js");
  const { exitCode, stderr } = Bun.spawnSync([node, wrangler, "deploy", "--dry-run", "--env", "", "--outdir", outdir], {
    cwd: REPOSITORY,
    env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" },
  });
  if (exitCode !== 0) throw new Error(`the Worker does not build:\n${stderr}`);
  return join(outdir, "index.js");
}
