import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import * as z from "zod";
import { CommandFault, runStandIn, type StandInState } from "./state.ts";

/**
 * A stand-in of wrangler for the commands that the set-up and its documents use. Its answers have the form of wrangler 4.164.
 * Unlike the real one it uploads nothing: a deploy checks that what it binds is there, and keeps the secrets.
 */

const GLOBAL = { config: { type: "string" }, env: { type: "string" }, cwd: { type: "string" } } as const;
const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;

const environment = z.object({
  name: z.string(),
  r2_buckets: z.array(z.object({ bucket_name: z.string() })).default([]),
  services: z.array(z.object({ service: z.string() })).default([]),
  secrets: z.object({ required: z.array(z.string()) }).default({ required: [] }),
});
const secretsBody = z.record(z.string(), z.string().nullable());

type Given = { names: string[]; values: Record<string, string | boolean | undefined> };
type WranglerCommand = {
  options: Record<string, { type: "string" | "boolean" }>;
  run: (state: StandInState, given: Given) => Promise<string> | string;
};

/** The commands with their options besides those of every command. A test compares them with the installed wrangler. */
export const WRANGLER_COMMANDS: Record<string, WranglerCommand> = {
  login: {
    options: {},
    run: (state) => {
      state.cloudflare ??= [{ id: "0123456789abcdef0123456789abcdef", name: "Operator" }];
      return "Successfully logged in.";
    },
  },
  logout: {
    options: {},
    run: (state) => {
      state.cloudflare = null;
      return "Successfully logged out.";
    },
  },
  tail: {
    options: { format: text, search: text },
    run: () => {
      throw new CommandFault("the stand-in has no log");
    },
  },
  whoami: {
    options: { json: flag },
    run: ({ cloudflare }) => {
      if (cloudflare === null) process.exitCode = 1;
      return JSON.stringify(
        cloudflare ? { loggedIn: true, email: "operator@example.com", accounts: cloudflare } : { loggedIn: false },
      );
    },
  },
  "r2 bucket list": {
    options: {},
    run: ({ buckets }) =>
      [
        "Listing buckets...",
        ...Object.keys(buckets).map((name) => `name:           ${name}\ncreation_date:  2026-11-01T00:00:00Z`),
      ].join("\n\n"),
  },
  "r2 bucket create": {
    options: { location: text },
    run: ({ buckets }, { names: [name = ""] }) => {
      if (buckets[name])
        throw new CommandFault("The bucket you tried to create already exists, and you own it. [code: 10004]");
      buckets[name] = [];
      return `✅ Created bucket '${name}' with default storage class of Standard.`;
    },
  },
  "r2 bucket lifecycle list": {
    options: {},
    run: (state, { names: [name = ""] }) => {
      const rules = rulesOf(state, name);
      if (rules.length === 0) return `There are no lifecycle rules for bucket '${name}'.`;
      return rules.map((rule) => `name:     ${rule.name}\nenabled:  Yes\nprefix:   ${rule.prefix}`).join("\n\n");
    },
  },
  "r2 bucket lifecycle add": {
    options: { "expire-days": text, force: flag },
    run: (state, { names: [bucket = "", name = "", prefix = ""], values }) => {
      rulesOf(state, bucket).push({ name, prefix, expireDays: Number(values["expire-days"]) });
      return `✨ Added lifecycle rule '${name}' to bucket '${bucket}'.`;
    },
  },
  "secret list": {
    options: {},
    run: (state, { values }) => {
      const { secrets } = workerOf(state, values);
      return JSON.stringify(
        Object.keys(secrets).map((name) => ({ name, type: "secret_text" })),
        null,
        2,
      );
    },
  },
  "secret put": {
    options: {},
    run: async (state, { names: [name = ""], values }) => {
      workerOf(state, values).secrets[name] = (await Bun.stdin.text()).trim();
      return `✨ Success! Uploaded secret ${name}`;
    },
  },
  "secret delete": {
    options: {},
    run: (state, { names: [name = ""], values }) => {
      delete workerOf(state, values).secrets[name];
      return `✨ Success! Deleted secret ${name}`;
    },
  },
  "secret bulk": {
    options: {},
    run: async (state, { values }) => {
      const worker = workerOf(state, values);
      for (const [name, value] of Object.entries(secretsBody.parse(JSON.parse(await Bun.stdin.text())))) {
        if (value === null) delete worker.secrets[name];
        else worker.secrets[name] = value;
      }
      return "✨ Finished processing secrets file";
    },
  },
  deploy: {
    options: { "secrets-file": text },
    run: (state, { values }) => {
      const { name, r2_buckets: buckets, services, secrets } = configOf(values);
      for (const { bucket_name: bucket } of buckets) {
        if (!state.buckets[bucket])
          throw new CommandFault(`R2 bucket '${bucket}' not found. Please use a different name. [code: 10085]`);
      }
      for (const { service } of services) {
        if (!state.workers[service])
          throw new CommandFault(`Could not resolve service binding: Worker '${service}' not found. [code: 10143]`);
      }
      const file = values["secrets-file"];
      const given = typeof file === "string" ? readSecrets(readFileSync(file, "utf8")) : {};
      const known = state.workers[name] ?? { versions: 0, secrets: {} };
      for (const [secret, value] of Object.entries(given)) known.secrets[secret] = value ?? "";
      const lacking = secrets.required.filter((secret) => known.secrets[secret] === undefined);
      if (lacking.length > 0)
        throw new CommandFault(`The following required secrets have not been set: ${lacking.join(", ")}`);
      known.versions += 1;
      state.workers[name] = known;
      return `Uploaded ${name} (1.00 sec)\nDeployed ${name} triggers (0.50 sec)\n  https://${name}.operator.workers.dev`;
    },
  },
  rollback: {
    options: { message: text, yes: flag },
    run: (state, { values }) => {
      const worker = workerOf(state, values);
      if (worker.versions < 2)
        throw new CommandFault("Cannot rollback to previous deployment since there are less than 2 deployments");
      return "✅ Worker Version has been deployed to 100% of traffic.";
    },
  },
  "versions list": { options: {}, run: (state, { values }) => `Version ID: ${workerOf(state, values).versions}` },
};

/** A file of secrets is JSON or has the format of `.dev.vars`. */
function readSecrets(text: string): Record<string, string | null> {
  return text.trimStart().startsWith("{")
    ? secretsBody.parse(JSON.parse(text))
    : z.record(z.string(), z.string()).parse(parseEnv(text));
}

function rulesOf(state: StandInState, bucket: string) {
  const rules = state.buckets[bucket];
  if (!rules) throw new CommandFault("The specified bucket does not exist. [code: 10006]");
  return rules;
}

function configOf({ cwd, config, env }: Given["values"]) {
  const path = join(typeof cwd === "string" ? cwd : ".", typeof config === "string" ? config : "wrangler.toml");
  const parsed = z
    .object({ env: z.record(z.string(), z.unknown()).default({}) })
    .parse(Bun.TOML.parse(readFileSync(path, "utf8")));
  if (typeof env !== "string" || !parsed.env[env])
    throw new CommandFault(`No environment found in configuration with name "${env}".`);
  return environment.parse(parsed.env[env]);
}

function workerOf(state: StandInState, values: Given["values"]) {
  const { name } = configOf(values);
  const worker = state.workers[name];
  if (!worker) throw new CommandFault(`Worker "${name}" (env: ${values.env}) not found.`);
  return worker;
}

/** The command that the words begin with, longest first. */
export function findWranglerCommand(words: readonly string[]): [name: string, command: WranglerCommand] | undefined {
  for (const length of [4, 3, 2, 1]) {
    const name = words.slice(0, length).join(" ");
    const command = WRANGLER_COMMANDS[name];
    if (command) return [name, command];
  }
  return undefined;
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  await runStandIn("wrangler", args, async (state) => {
    const leading = args[0] === "--cwd" ? args.slice(0, 2) : [];
    const words = args.slice(leading.length);
    const [name, command] = findWranglerCommand(words) ?? [];
    if (name === undefined || !command) throw new CommandFault(`Unknown arguments: ${words.join(", ")}`);
    if (state.cloudflare === null && name !== "login" && name !== "whoami") {
      throw new CommandFault("You must be logged in to use wrangler. Run `wrangler login`.");
    }
    const rest = [...leading, ...words.slice(name.split(" ").length)];
    const options = { ...GLOBAL, ...command.options };
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
    const account = process.env.CLOUDFLARE_ACCOUNT_ID;
    if (account === undefined || state.cloudflare?.[0]?.id === account)
      return command.run(state, { names: positionals, values });
    // The command changes the state that it is given.
    state.elsewhere[account] ??= { buckets: {}, workers: {} };
    return command.run({ ...state, ...state.elsewhere[account] }, { names: positionals, values });
  });
}
