import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyAccounts, type StandInState, writeState } from "./state.ts";

/** A folder with executable stand-ins of wrangler and turso, and the folder with their state. */
export type InstalledStandIns = { wrangler: string; turso: string; state: string };

/**
 * Writes `wrangler` and `turso` into a folder, as programs that take the place of the real ones, for accounts with nothing in them.
 *
 * `bun dev/setup/stand-ins/install.ts DIR DATABASE_URL TOKEN` does the same for a person who wants to try the set-up.
 */
export function installStandIns(folder: string, database: StandInState["database"]): InstalledStandIns {
  const state = join(folder, "state");
  writeState(state, emptyAccounts(database));
  mkdirSync(join(folder, "bin"), { recursive: true });
  const programs = ["wrangler", "turso"].map((tool) => {
    const program = join(folder, "bin", tool);
    const script = join(import.meta.dir, `${tool}.ts`);
    const text = `#!/bin/sh\nSTAND_IN_STATE="${state}" exec "${process.execPath}" "${script}" "$@"\n`;
    writeFileSync(program, text, { mode: 0o755 });
    return program;
  });
  const [wrangler = "", turso = ""] = programs;
  return { wrangler, turso, state };
}

if (import.meta.main) {
  const [folder, url, token] = process.argv.slice(2);
  if (!folder || !url || !token) {
    console.error("usage: bun dev/setup/stand-ins/install.ts DIR DATABASE_URL TOKEN");
    process.exit(2);
  }
  const { wrangler, turso } = installStandIns(folder, { url, token });
  console.info(`${wrangler}\n${turso}`);
}
