import type { Setup, WorkerConfig } from "./setup-context.ts";

/** The secrets that a Worker has at Cloudflare: their names; null where there is no such Worker; or why they are not listed. */
export type WorkerSecrets = { names: string[] } | null | { help: string[] };

/** The message of a step that needs the list and does not get it. */
export const SECRETS_NOT_LISTED = "wrangler does not list its secrets";

/** Asks wrangler for the names of a Worker's secrets. */
export async function listSecrets({ runWrangler }: Setup, { config }: WorkerConfig): Promise<WorkerSecrets> {
  const { code, out, faults } = await runWrangler(["secret", "list", "--config", config, "--env", "production"]);
  if (code === 0) return { names: [...out.matchAll(/"name":\s*"(\w+)"/g)].map(([, name = ""]) => name) };
  if (/Worker .+ not found/i.test(`${out}${faults}`)) return null;
  return { help: `${out}\n${faults}`.trim().split("\n").slice(0, 4) };
}
