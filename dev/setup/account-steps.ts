import { createClient } from "@libsql/client/web";
import * as z from "zod";
import { type Command, mustRun } from "./command.ts";
import { BUCKETS, type Finding, type Setup, type Step, WORKERS } from "./setup-context.ts";

/** Days after which the bucket deletes a segment of the tape by itself, beyond those that the product keeps it. */
const TAPE_GRACE_DAYS = 30;
/** Days for which segments of the journal of money are kept: as long as the oldest backup that a restore may begin with. */
const JOURNAL_KEEP_DAYS = 90;

/** Rules by which buckets delete objects. @property binding the bucket's, as wrangler's file has it */
const LIFECYCLES = [
  {
    binding: "TAPE",
    rule: "tape-expiry",
    prefix: "tape/",
    days: Number(WORKERS.product.vars.TAPE_KEEP_DAYS) + TAPE_GRACE_DAYS,
  },
  { binding: "JOURNAL", rule: "journal-expiry", prefix: "segments/", days: JOURNAL_KEEP_DAYS },
];

const identity = z.object({
  loggedIn: z.boolean(),
  accounts: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
});

/** Both tools are there and signed in, to one account. */
export const toolsStep: Step = {
  title: "Command-line tools",
  async look(setup) {
    const help: string[] = [];
    const turso = await setup.runTurso(["auth", "whoami"]);
    if (turso.code === null) {
      help.push(
        "Turso's tool is not installed: https://docs.turso.tech/cli/installation, or name it with --turso PATH.",
      );
    } else if (turso.code !== 0 || /not logged in/i.test(turso.out)) {
      // Signed out, the tool says so with exit code 0.
      help.push("Turso's tool is not signed in: run `turso auth login`, or `turso auth signup`.");
    }
    const { account, help: accountHelp } = await findAccount(setup);
    help.push(...accountHelp);
    if (help.length > 0) return { state: "blocked", what: "not ready", help };
    return { state: "done", what: `signed in as ${lastLine(turso.out)} at Turso, ${account?.name} at Cloudflare` };
  },
};

export type CloudflareAccount = { id: string; name: string };

/** The accounts that wrangler is signed in to: none when it is not. `isThere`: whether there is such a program. */
export async function signedInAccounts(
  runWrangler: Command,
): Promise<{ accounts: CloudflareAccount[]; isThere: boolean }> {
  const { code, out } = await runWrangler(["whoami", "--json"]);
  const parsed = identity.safeParse(readJson(out));
  return { accounts: parsed.success && parsed.data.loggedIn ? parsed.data.accounts : [], isThere: code !== null };
}

/** The account that the set-up works in: the one of the settings file, or the only one. Null with what a person must do. */
export async function findAccount({
  runWrangler,
  file,
}: Setup): Promise<{ account: CloudflareAccount | null; help: string[] }> {
  const { accounts, isThere } = await signedInAccounts(runWrangler);
  const without = (...help: string[]) => ({ account: null, help });
  if (!isThere) return without("There is no such wrangler: run `bun install`, or name one with --wrangler PATH.");
  if (accounts.length === 0) {
    return without("wrangler is not signed in: run `bunx wrangler login`, or set CLOUDFLARE_API_TOKEN.");
  }
  const chosen = file.get("CLOUDFLARE_ACCOUNT_ID") ?? process.env.CLOUDFLARE_ACCOUNT_ID;
  const account = chosen ? accounts.find(({ id }) => id === chosen) : accounts[0];
  if (!account || (!chosen && accounts.length > 1)) {
    const list = accounts.map(({ id, name }) => `  ${id}  ${name}`);
    return without(`Set CLOUDFLARE_ACCOUNT_ID in ${file.path} to one of these accounts:`, ...list);
  }
  return { account, help: [] };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(Math.max(0, text.indexOf("{"))));
  } catch {
    return null;
  }
}

/** The database exists, its address and a token are in the settings file, and it answers. */
export const databaseStep: Step = {
  title: "Database",
  async look(setup): Promise<Finding> {
    const { file, database } = setup;
    const url = file.get("DATABASE_URL");
    const authToken = file.get("DATABASE_AUTH_TOKEN");
    if (url && authToken) {
      const fault = await databaseFault(url, authToken);
      if (fault === null) return { state: "done", what: `${url} answers` };
      const help = [
        `DATABASE_URL or DATABASE_AUTH_TOKEN in ${file.path} is wrong, or the database is away: ${fault}`,
        `\`turso db show ${database}\` says how it is; \`turso db tokens create ${database}\` gives another token.`,
      ];
      return { state: "blocked", what: "does not answer", help };
    }
    const known = urlIn((await setup.runTurso(["db", "show", database, "--url"])).out);
    return {
      state: "missing",
      what: known ? `use the database ${database}, with a token of its own` : `create the database ${database}`,
      make: () => makeDatabase(setup, known),
    };
  },
};

async function makeDatabase(setup: Setup, knownUrl: string | null): Promise<string[]> {
  const { runTurso, file, database, group, location } = setup;
  if (knownUrl === null) {
    const groups = await mustRun(runTurso, "turso", ["group", "list"]);
    if (!new RegExp(`^${group}\\s`, "m").test(groups)) {
      await mustRun(runTurso, "turso", ["group", "create", group, "--location", location, "--wait"]);
    }
    await mustRun(runTurso, "turso", ["db", "create", database, "--group", group, "--wait"]);
  }
  const url = knownUrl ?? urlIn(await mustRun(runTurso, "turso", ["db", "show", database, "--url"]));
  const authToken = lastLine(await mustRun(runTurso, "turso", ["db", "tokens", "create", database]));
  if (!url || !/^\S+$/.test(authToken)) throw new Error(`turso shows no address or gives no token of ${database}`);
  file.set("DATABASE_URL", url, `The database ${database} at Turso.`);
  file.set("DATABASE_AUTH_TOKEN", authToken);
  const fault = await databaseFault(url, authToken);
  if (fault !== null) throw new Error(`the database ${database} does not answer: ${fault}`);
  return [`${knownUrl === null ? "created" : "found"} ${database} at ${url}`];
}

/** The tool prints warnings before what it was asked for. */
function lastLine(out: string): string {
  return out.trim().split("\n").at(-1) ?? "";
}

/** The address that `turso db show --url` printed; null when it printed a refusal, which it may do with exit code 0. */
function urlIn(out: string): string | null {
  const line = lastLine(out);
  return /^(libsql|https?):\/\/\S+$/.test(line) ? line : null;
}

async function databaseFault(url: string, authToken: string): Promise<string | null> {
  try {
    const client = createClient({ url, authToken });
    await client.execute("SELECT 1");
    client.close();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** All buckets exist, and delete what is older than it is kept. */
export const bucketsStep: Step = {
  title: "Buckets",
  async look({ runWrangler }): Promise<Finding> {
    const list = await runWrangler(["r2", "bucket", "list"]);
    if (list.code !== 0) {
      const help = [
        "Cloudflare does not list the account's buckets. Is R2 switched on? dash.cloudflare.com > R2 asks for it once.",
        ...`${list.out}\n${list.faults}`.trim().split("\n").slice(-4),
      ];
      return { state: "blocked", what: "R2 is not ready", help };
    }
    const known = new Set([...list.out.matchAll(/^name:\s+(\S+)$/gm)].map(([, name]) => name));
    const names = BUCKETS.map(({ bucket_name: name }) => name);
    const lacking = names.filter((name) => !known.has(name));
    const rules: Array<{ bucket: string; rule: string; prefix: string; days: number }> = [];
    for (const { binding, ...lifecycle } of LIFECYCLES) {
      const bucket = BUCKETS.find((one) => one.binding === binding)?.bucket_name;
      if (bucket === undefined) continue;
      const set = known.has(bucket) ? (await runWrangler(["r2", "bucket", "lifecycle", "list", bucket])).out : "";
      if (!new RegExp(`^name:\\s+${lifecycle.rule}$`, "m").test(set)) rules.push({ bucket, ...lifecycle });
    }
    if (lacking.length === 0 && rules.length === 0) return { state: "done", what: names.join(", ") };
    const what = [
      ...lacking.map((name) => `create ${name}`),
      ...rules.map(({ bucket, prefix, days }) => `let ${bucket} delete ${prefix} after ${days} days`),
    ];
    return {
      state: "missing",
      what: what.join(", "),
      async make() {
        for (const name of lacking) await mustRun(runWrangler, "wrangler", ["r2", "bucket", "create", name]);
        for (const { bucket, rule, prefix, days } of rules) {
          const add = ["r2", "bucket", "lifecycle", "add", bucket, rule, prefix, "--expire-days", String(days)];
          await mustRun(runWrangler, "wrangler", [...add, "--force"]);
        }
        return what.map((each) => each.replace(/^create/, "created"));
      },
    };
  },
};
