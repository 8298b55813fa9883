import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { createClient } from "@libsql/client/web";
import * as z from "zod";
import { INCIDENT_KINDS } from "../worker/contract/incidents.ts";
import { settingsSchema } from "../worker/platform/env.ts";
import { startBakong } from "./bakong/server.ts";
import { documentedCommands, flagsOf, sectionOf, shellBlocks } from "./document-commands.ts";
import { startLibsqlServer } from "./libsql/server.ts";
import { MAIL_API_KEY, startMail } from "./mail/server.ts";
import { PRICE_SOURCE_DEFAULTS, startPriceSource } from "./price-source/server.ts";
import { FIRST_ADMIN, SETTING_SOURCES } from "./setup/setting-sources.ts";
import { BUCKETS, WORKERS } from "./setup/setup-context.ts";
import { type InstalledStandIns, installStandIns } from "./setup/stand-ins/install.ts";
import { readState } from "./setup/stand-ins/state.ts";
import { findTursoCommand } from "./setup/stand-ins/turso.ts";
import { findWranglerCommand } from "./setup/stand-ins/wrangler.ts";
import { LONG_DATABASE_LIMITS } from "./test/long-database-limits.ts";
import { makeClone, type TestClone } from "./test/test-clone.ts";

setDefaultTimeout(600_000);

const ROOT = join(import.meta.dir, "..");
/** The part of package.json that this test reads. */
const packageFile = z
  .object({
    scripts: z.record(z.string(), z.string()),
    cloudflare: z.object({ bindings: z.record(z.string(), z.object({ description: z.string() })) }),
  })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
const DOCUMENTS = ["docs/deploy.md", "docs/operation.md"].map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), "utf8"),
}));
const [deploy = "", operation = ""] = DOCUMENTS.map(({ text }) => text);
const commands = DOCUMENTS.flatMap(({ text }) => documentedCommands(text));
const of = (program: string) => commands.filter((command) => command.program === program);
/** Programs of the system that the documents use. What they print is their own. */
const OF_THE_SYSTEM = new Set(["curl", "openssl", "grep", "mkdir", "rm", "cat", "git", "echo", "export", "umask"]);

test("every command is one of a program that this test knows", () => {
  expect(commands.length).toBeGreaterThan(60);
  const known = new Set([...OF_THE_SYSTEM, "bun", "bunx", "turso"]);
  expect(commands.filter(({ program }) => !known.has(program)).map(({ line }) => line)).toEqual([]);
});

test("every script of bun is there, and takes the words and flags that it is given", () => {
  const { scripts } = packageFile;
  const faults = of("bun").flatMap(({ args, line }) => {
    const [verb = "", ...rest] = args.filter((arg) => !arg.startsWith("--env-file"));
    if (verb === "install") return rest.every((arg) => arg === "--frozen-lockfile") ? [] : [line];
    const name = verb === "run" ? (rest.shift() ?? "") : verb;
    const script = verb === "run" ? scripts[name] : name;
    const file = /(?:^bun )?(dev\/\S+\.ts|web\/\S+\.ts)/.exec(script ?? "")?.[1];
    if (script === undefined || (file && !existsSync(join(ROOT, file)))) return [line];
    const source = file ? readFileSync(join(ROOT, file), "utf8") : "";
    const flags = flagsOf(rest).filter((flag) => !new RegExp(`"?${flag.slice(2)}"?: \\{ type: "`).test(source));
    const words = rest
      .filter((arg) => /^(check|resume|create)$/.test(arg))
      .filter((word) => !source.includes(`"${word}"`));
    return [...flags, ...words].length > 0 ? [`${line}: ${[...flags, ...words].join(" ")}`] : [];
  });
  expect(faults).toEqual([]);
});

test("every command of wrangler is one of the stand-in, which a long test compares with the installed one", () => {
  const unknown = of("bunx").filter(({ args }) => args[0] !== "wrangler" || !findWranglerCommand(args.slice(1)));
  expect(unknown.map(({ line }) => line)).toEqual([]);
});

test("every command of turso is one that its documentation has, with its flags", () => {
  const faults = of("turso").flatMap(({ args, line }) => {
    const [, command] = findTursoCommand(args) ?? [];
    if (!command) return [line];
    return flagsOf(args)
      .filter((flag) => !Object.hasOwn(command.options, flag.slice(2)))
      .map((flag) => `${line}: ${flag}`);
  });
  expect(faults).toEqual([]);
});

test("files that the documents name are there", () => {
  const named = DOCUMENTS.flatMap(({ text }) =>
    [...text.matchAll(/`((?:docs|dev|worker)\/[\w./-]+|\.dev\.vars\.example)`/g)].map(([, path]) => path ?? ""),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("the settings file by hand has every setting with the value that the script would give it", () => {
  // What is typed is quoted for the shell; what is generated is not.
  const bodies = [...deploy.matchAll(/<<'?VARS'?\n([\s\S]*?)\nVARS/g)].map(([, body]) => body);
  const written = parseEnv(bodies.join("\n"));
  const names = [...WORKERS.passwords.secretNames, ...WORKERS.product.secretNames, FIRST_ADMIN.name];
  expect(Object.keys(written).sort()).toEqual(names.sort());
  for (const [name, source] of Object.entries(SETTING_SOURCES)) {
    if (source.from !== "default") continue;
    expect([name, written[name]]).toEqual([
      name,
      typeof source.value === "string" ? source.value : source.value("trade.example.com"),
    ]);
  }
});

test("the documents name every incident and every pause", () => {
  const texts = readFileSync(join(ROOT, "worker/contract/incident-text.ts"), "utf8");
  for (const subject of [
    "The ledger differs, and withdrawals are stopped",
    "The price tape has a fault",
    "An admin has paused withdrawals",
    "A backup is missing",
  ]) {
    expect(texts).toContain(`subject: "${subject}"`);
    expect(operation).toContain(`| ${subject} |`);
  }
  // Those about a deposit begin with its number.
  for (const subject of ["a payment does not match its deposit", "a credited deposit is not confirmed"]) {
    expect(texts).toContain(`\${billNumber}: ${subject}\``);
    expect(operation).toContain(`| NUMBER: ${subject} |`);
  }
  const subjects = texts.matchAll(/(?:subject|over): (?:"|\(billNumber: string\) => `\$\{billNumber\}: )([^"`]+)/g);
  expect([...subjects].map(([, subject]) => subject).filter((subject) => !operation.includes(String(subject)))).toEqual(
    [],
  );
  for (const kind of Object.keys(INCIDENT_KINDS)) expect(operation).toContain(`| \`${kind}\` |`);
  for (const paused of ["deposits", "withdrawals", "deposits,withdrawals", "writes"]) {
    expect(operation).toContain(`| \`${paused}\` |`);
    expect(settingsSchema.shape.PAUSED.safeParse(paused).success).toBe(true);
  }
  const secrets = [...WORKERS.passwords.secretNames, ...WORKERS.product.secretNames].filter((name) =>
    /PEPPERS|KEYS$|_KEY$|TOKEN$|SECRET$/.test(name),
  );
  for (const name of secrets) expect(sectionOf(operation, "Rotate a secret")).toContain(`| \`${name}\` |`);
});

test("the form of the button describes every secret and every bucket", () => {
  const example = parseEnv(readFileSync(join(ROOT, ".dev.vars.example"), "utf8"));
  const { bindings } = packageFile.cloudflare;
  const buckets = BUCKETS.map(({ binding }) => binding);
  expect(Object.keys(bindings).sort()).toEqual([...Object.keys(example), ...buckets].sort());
});

/** The commands that change nothing but this folder, besides those that only run tests. */
const LOCAL = new Set(["postinstall", "test", "types", "lint", "format", "build", "guards", "weight"]);

test("the table of commands has each one that changes something outside, with tests that are there", () => {
  const table = readFileSync(join(ROOT, "docs/commands.md"), "utf8");
  const rows = [...table.matchAll(/^\| `bun run ([\w-]+)[^`]*` \|(.*)\|$/gm)].map(([, name = "", row = ""]) => ({
    name,
    row,
  }));
  const outside = Object.keys(packageFile.scripts).filter((name) => !LOCAL.has(name) && !name.startsWith("test:"));
  expect([...new Set(rows.map(({ name }) => name))].sort()).toEqual(outside.sort());
  for (const { name, row } of rows) {
    const tests = [...row.matchAll(/`((?:dev|worker)\/\S+\.test\.ts)`/g)].map(([, path = ""]) => path);
    expect([name, tests.length > 0, tests.filter((path) => !existsSync(join(ROOT, path)))]).toEqual([name, true, []]);
  }
});

/** The walk: what both documents tell to run, run by the letter in a folder like a clone, against stand-ins. */
let folder: string;
let clone: TestClone;
let tools: InstalledStandIns;
const running: Array<{ stop(force?: boolean): Promise<void> }> = [];
let origin: string;
const TOKEN = "token-of-the-database";
const outside = {
  mail: startMail({ port: 0 }),
  bakong: startBakong({ port: 0 }),
  prices: startPriceSource({ port: 0 }),
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tonle-walk-"));
  clone = makeClone();
  const database = startLibsqlServer({
    port: 0,
    file: join(folder, "hosted.db"),
    authToken: TOKEN,
    limits: LONG_DATABASE_LIMITS,
  });
  tools = installStandIns(folder, { url: database.url, token: TOKEN });
  const product = Bun.serve({
    port: 0,
    fetch: () => new Response(null, { status: readState(tools.state).workers.tonle ? 200 : 500 }),
  });
  origin = `http://localhost:${product.port}`;
  running.push(database, product, ...Object.values(outside));
  const shim = (name: string, text: string) =>
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  // Packages are linked already, and installing would change those of the repository.
  shim("bun", `[ "$1" = install ] && exit 0\nexec "${process.execPath}" "$@"`);
  // A machine that has nothing but npm need not have these.
  if (!Bun.which("openssl")) shim("openssl", `head -c 32 /dev/urandom | base64`);
  if (!Bun.which("curl")) shim("curl", "exit 0");
  shim("bunx", `shift\nexec "${tools.wrangler}" "$@"`);
});
afterAll(async () => {
  for (const each of running) await each.stop(true);
  clone.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function shell(script: string) {
  const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", script], {
    cwd: clone.path,
    env: { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, out, faults] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${out}${faults}`);
  return out;
}

/** Fills in the values between angle brackets, as a reader does. */
function filledIn(block: string): string {
  const typed: Record<string, string> = {
    APP_ORIGIN: origin,
    DATABASE_URL: readState(tools.state).database.url,
    DATABASE_AUTH_TOKEN: TOKEN,
    MAIL_API_KEY,
    BAKONG_TOKEN: "local-bakong-token",
    BAKONG_EMAIL: "payments@tonle.example",
    BAKONG_ACCOUNT_ID: "tonle_trading@aclb",
    BAKONG_MERCHANT_NAME: "Tonle Trading",
    PRICE_SOURCE_KEY: PRICE_SOURCE_DEFAULTS.token,
    ADMIN_EMAIL: "you@example.com",
    VAPID_SUBJECT: "mailto:push@tonle.example",
    MAIL_API_URL: outside.mail.url,
    BAKONG_API_URL: outside.bakong.url,
    PRICE_SOURCE_URL: outside.prices.url,
  };
  return block
    .replaceAll(/^(\w+)="[^"]*"$/gm, (line, name: string) =>
      typed[name] === undefined ? line : `${name}="${typed[name]}"`,
    )
    .replaceAll("https://trade.example.com", origin)
    .replaceAll("tonle-operator.turso.io", new URL(readState(tools.state).database.url).host);
}

test("the steps by hand of docs/deploy.md lead to a live product", async () => {
  clone.licensePrices();
  for (const block of shellBlocks(sectionOf(deploy, "By hand"))) await shell(filledIn(block));
  const { workers, buckets, databases } = readState(tools.state);
  expect(databases).toEqual(["tonle"]);
  expect(Object.keys(buckets).sort()).toEqual(BUCKETS.map(({ bucket_name: name }) => name).sort());
  expect(Object.keys(workers["tonle-passwords"]?.secrets ?? {})).toEqual(["PASSWORD_PEPPERS"]);
  const { vars, secretNames } = WORKERS.product;
  expect(
    settingsSchema.safeParse({ ...workers.tonle?.secrets, ...vars, PRICE_SOURCE_KIND: "simulated" }).error,
  ).toBeUndefined();
  expect(Object.keys(workers.tonle?.secrets ?? {}).filter((name) => !secretNames.includes(name))).toEqual([]);
  // The script finds nothing left to make: it only sends the secrets again, as it did not send those that are there.
  const script = await shell(
    "bun run setup --wrangler $(command -v wrangler) --no-questions --live-within 2 --replace-secrets Operator",
  );
  expect(script).toContain("Live after");
  const isOfSecrets = /What is there already: bind |Worker tonle(-passwords)?: set /;
  expect(script.match(/^do .*/gm)?.every((line) => isOfSecrets.test(line))).toBe(true);
});

/** Commands that cannot be run here: one waits for ever, reads a real bucket, or is the other one of two ways. */
const NOT_RUN = /wrangler tail|tape check --production|(backup|drill|restore) --production|create tonle-empty/;

test("the commands of docs/operation.md run on that product", async () => {
  mkdirSync(join(clone.path, ".setup"), { recursive: true });
  await shell("cp .setup/production.vars .setup/restored.vars");
  const blocks = shellBlocks(operation).map((block) =>
    block
      .split("\n")
      .filter((line) => line !== "" && !NOT_RUN.test(line))
      .join("\n"),
  );
  expect(blocks.length).toBeGreaterThan(15);
  let printed = "";
  // `bun run setup` takes the stand-in by its option; the document's reader has the real wrangler.
  const asHere = (block: string) =>
    filledIn(block).replaceAll(
      "bun run setup",
      "bun run setup --wrangler $(command -v wrangler) --no-questions --live-within 2",
    );
  for (const block of blocks) if (block !== "") printed += await shell(asHere(block));
  expect(printed).toContain("The ledger is clean.");
  expect(printed).toContain("Withdrawals were not stopped.");
  expect(printed).toContain("TOTP secrets were encrypted with key version 1");
  expect(readState(tools.state).databases).toEqual(["tonle", "tonle-restored"]);
  const client = createClient({ url: readState(tools.state).database.url, authToken: TOKEN });
  const { rows } = await client.execute("SELECT count(*) AS n FROM users WHERE role = 'admin'");
  expect(Number(rows[0]?.n)).toBe(1);
  client.close();
});
