import { basename, dirname, join } from "node:path";

const REPOSITORY = join(import.meta.dir, "..");

/**
 * Builds the product's Worker as it is deployed, and beside it the one that hashes passwords.
 *
 * @param entry another entry than the product's, for a measurement
 * @returns the path of the product's module; {@link passwordsModuleBeside} has the other one
 * @throws Error with wrangler's output when a build fails
 */
export function buildWorker(outdir: string, entry?: string): string {
  buildPasswordsWorker(join(outdir, PASSWORDS_FOLDER));
  return build("wrangler.toml", outdir, entry);
}

/**
 * Builds the Worker that hashes passwords.
 *
 * @returns the path of its module
 * @throws Error with wrangler's output when the build fails
 */
export function buildPasswordsWorker(outdir: string): string {
  return build("wrangler-passwords.toml", outdir);
}

const PASSWORDS_FOLDER = "passwords";

/** The module that {@link buildWorker} puts beside the product's one. */
export function passwordsModuleBeside(file: string): string {
  return join(dirname(file), PASSWORDS_FOLDER, "index.js");
}

function build(config: string, outdir: string, entry?: string): string {
  const node = join(REPOSITORY, "node_modules/.bin/node");
  const wrangler = join(REPOSITORY, "node_modules/wrangler/bin/wrangler.js");
  const { exitCode, stderr } = Bun.spawnSync(
    [
      node,
      wrangler,
      "deploy",
      ...(entry ? [entry] : []),
      "--dry-run",
      "--config",
      config,
      "--env",
      "",
      "--outdir",
      outdir,
    ],
    { cwd: REPOSITORY, env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" } },
  );
  if (exitCode !== 0) throw new Error(`the Worker does not build:\n${stderr}`);
  return join(outdir, `${basename(entry ?? "index.ts", ".ts")}.js`);
}
