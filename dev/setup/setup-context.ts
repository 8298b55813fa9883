import { join } from "node:path";
import * as z from "zod";
import { passwordSettingsSchema } from "../../worker/passwords/password-settings.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import wranglerConfig from "../../wrangler.toml";
import passwordsConfig from "../../wrangler-passwords.toml";
import { type Command, commandOf } from "./command.ts";
import { SettingsFile } from "./settings-file.ts";

/** The folder of the project, in which all commands of the set-up run. */
export const REPOSITORY = join(import.meta.dir, "../..");

/** wrangler needs a newer Node than many machines have, so it runs on that of the project. */
export const OWN_WRANGLER: readonly string[] = [
  join(REPOSITORY, "node_modules/.bin/node"),
  join(REPOSITORY, "node_modules/wrangler/bin/wrangler.js"),
];

/** The options of `bun run setup`. */
export type SetupOptions = {
  stage: string;
  isDryRun: boolean;
  /** The folder of the settings file. */
  folder: string;
  /** The name of the database at Turso, the group that it is made in, and the location of a group that does not exist. */
  database: string;
  group: string;
  location: string;
  wrangler: string | undefined;
  turso: string;
  /** The name of the account whose secrets may be replaced by those of the settings file, though it did not send them. */
  replaceSecrets: string | undefined;
  /** Asks a person for a value; null where nobody can be asked. */
  ask: ((question: string) => string | null) | null;
  /** How long the last step waits for the product's answer, in ms. */
  liveWithinMs: number;
};

/** The state that the steps share. */
export type Setup = SetupOptions & { file: SettingsFile; runWrangler: Command; runTurso: Command };

/**
 * The finding of a step. `missing` has what would be done and does it; `blocked` has what a person must do, each line with where to
 * get it. `notes` are shown beside what is in order.
 */
export type Finding =
  | { state: "done"; what: string; notes?: readonly string[] }
  | { state: "missing"; what: string; make: () => Promise<readonly string[]> }
  | { state: "blocked"; what: string; help: readonly string[] };

/** A step of the set-up. It looks before it does anything, so that a second run repeats nothing. */
export type Step = { title: string; look: (setup: Setup) => Promise<Finding> };

/** Opens what the steps share. */
export function openSetup(options: SetupOptions): Setup {
  const file = new SettingsFile(join(options.folder, `${options.stage}.vars`), options.isDryRun);
  const account = () => {
    const id = file.get("CLOUDFLARE_ACCOUNT_ID");
    return id ? { CLOUDFLARE_ACCOUNT_ID: id } : ({} as Record<string, string>);
  };
  return {
    ...options,
    file,
    runWrangler: commandOf([...(options.wrangler ? [options.wrangler] : OWN_WRANGLER), "--cwd", REPOSITORY], account),
    runTurso: commandOf([options.turso]),
  };
}

/** One of the two Workers as its wrangler file describes it. */
export type WorkerConfig = { config: string; name: string; vars: Record<string, string>; secretNames: string[] };

const productionVars = z.record(z.string(), z.string());

/** The Workers, in the order of their deployment. */
export const WORKERS: { passwords: WorkerConfig; product: WorkerConfig } = {
  passwords: workerConfig("wrangler-passwords.toml", passwordsConfig.env.production, passwordSettingsSchema.shape),
  product: workerConfig("wrangler.toml", wranglerConfig.env.production, settingsSchema.shape),
};

/** Settings that the wrangler file has are no secrets: a secret of the same name would hide what the file says. */
function workerConfig(config: string, production: { name: string; vars: object }, shape: object): WorkerConfig {
  const vars = productionVars.parse(production.vars);
  const secretNames = Object.keys(shape).filter((name) => !Object.hasOwn(vars, name));
  return { config, name: production.name, vars, secretNames };
}

/** The buckets of production, by the binding's name. */
export const BUCKETS: ReadonlyArray<{ binding: string; bucket_name: string }> =
  wranglerConfig.env.production.r2_buckets;
