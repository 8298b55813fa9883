import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localSettings } from "../dev/local-settings.ts";
import wranglerConfig from "../wrangler.toml";
import passwordsConfig from "../wrangler-passwords.toml";
import { PASSWORD } from "./contract/limits.ts";
import { passwordSettingsSchema, readPasswordSettings } from "./passwords/password-settings.ts";
import { type Bindings, readSettings, settingsSchema } from "./platform/env.ts";
import { FLOOD_MAX } from "./platform/request/flood-limit.ts";

const REPOSITORY = join(import.meta.dir, "..");
let outdir: string;
let output: string;
let passwordsOutput: string;

/** Builds a Worker for production without sending it. @returns what wrangler prints */
async function buildForProduction(config: string, folder: string, more: string[] = []): Promise<string> {
  const node = join(REPOSITORY, "node_modules/.bin/node");
  const wrangler = join(REPOSITORY, "node_modules/wrangler/bin/wrangler.js");
  const options = ["--dry-run", "--config", config, "--env", "production", "--outdir", join(outdir, folder), ...more];
  const child = Bun.spawn([node, wrangler, "deploy", ...options], {
    cwd: REPOSITORY,
    env: { ...process.env, CI: "true", NO_COLOR: "1" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(stdout + stderr);
  return stdout + stderr;
}

beforeAll(async () => {
  outdir = mkdtempSync(join(tmpdir(), "tonle-production-"));
  output = await buildForProduction("wrangler.toml", "product", ["--assets", join(REPOSITORY, "worker/contract")]);
  passwordsOutput = await buildForProduction("wrangler-passwords.toml", "passwords");
}, 600_000);
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

test("the Worker builds for production, well below the platform's limit", () => {
  const size = /Total Upload: .* \/ gzip: ([\d.]+) KiB/.exec(output);
  expect(size).not.toBeNull();
  console.info(`Worker, compressed: ${size?.[1]} KiB`);
  expect(Number(size?.[1])).toBeLessThan(1_000);
});

test("the Worker of passwords has the messages of zod in English alone", () => {
  const built = readFileSync(join(outdir, "passwords/index.js"), "utf8");
  const languages = [...built.matchAll(/zod\/v4\/locales\/(\w+)\.js/g)].map(([, language]) => language);
  expect([...new Set(languages)]).toEqual(["en"]);
});

test("production has every binding of the local stack", () => {
  for (const name of [
    "PASSWORDS",
    "PRICE_FEED",
    "PRICE_HUB",
    "SERVICE_WATCH",
    "MAIL_RETRY",
    "DELIVERY",
    "MONEY_JOURNAL",
    "IMAGES",
    "TAPE",
    "JOURNAL",
    "REQUESTS_BY_ADDRESS",
    "READS_BY_SESSION",
    "HEAVY_READS_BY_SESSION",
    "SOCKETS_BY_ADDRESS",
    "ASSETS",
  ]) {
    expect(output).toContain(`env.${name}`);
  }
});

test("the limits that isolates count by are those of the bindings", () => {
  const bindings = Object.entries(FLOOD_MAX).map(([name, limit]) =>
    expect.objectContaining({ name, simple: { limit, period: 60 } }),
  );
  expect(wranglerConfig.env.production.ratelimits).toEqual(expect.arrayContaining(bindings));
});

test("the Worker of passwords has a hasher, the full cost and nothing else", () => {
  expect([...passwordsOutput.matchAll(/env\.\w+ .*?(?= {2})/g)].map(([binding]) => binding)).toEqual([
    "env.PASSWORD_HASHER (PasswordHasher)",
    `env.PASSWORD_COST ("${PASSWORD.cost}")`,
  ]);
});

test("the Worker of passwords has no public address, and is not deployed without its peppers", () => {
  expect(passwordsConfig).toMatchObject({ workers_dev: false, preview_urls: false });
  for (const environment of [passwordsConfig, passwordsConfig.env.production]) {
    for (const name of ["route", "routes", "triggers", "assets"]) expect(environment).not.toHaveProperty(name);
    expect(environment.secrets.required).toContain("PASSWORD_PEPPERS");
  }
});

test("the bundles contain no secret of the local stack and no stand-in", () => {
  for (const folder of ["product", "passwords"]) {
    const bundle = readdirSync(join(outdir, folder))
      .filter((name) => name.endsWith(".js"))
      .map((name) => readFileSync(join(outdir, folder, name), "utf8"))
      .join("\n");
    expect(bundle.length).toBeGreaterThan(100_000);
    expect(bundle).not.toMatch(/local-database-token|local-mail-key|bG9jYWwg|127\.0\.0\.1|createAdmin/);
  }
});

test("the example names every setting, and a missing one is reported at start", () => {
  const settings = localSettings(8787);
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    expect(settings).toHaveProperty(name);
    if (schema.safeParse(undefined).success) continue;
    const { [name]: _, ...rest } = settings;
    // Bindings that are objects do not matter for reading the settings.
    expect(() => readSettings(rest as unknown as Bindings)).toThrow(`${name}: `);
  }
  for (const name of Object.keys(passwordSettingsSchema.shape)) expect(settings).toHaveProperty(name);
  expect(() => readPasswordSettings({ PASSWORD_COST: "15" })).toThrow("PASSWORD_PEPPERS: ");
});

test("keys that are too short are refused", () => {
  const short = { ...localSettings(8787), COOKIE_SECRET: btoa("too short") };
  expect(() => readSettings(short as unknown as Bindings)).toThrow("COOKIE_SECRET: must be at least 32 bytes");
});

test("a long timeout of the database is accepted on localhost only", () => {
  // Bindings that are objects do not matter for reading the settings.
  const read = (settings: Record<string, string>) =>
    readSettings({ ...localSettings(8787), ...settings } as unknown as Bindings).DATABASE_TIMEOUT_MS;
  expect([read({}), read({ DATABASE_TIMEOUT_MS: "60000" })]).toEqual([4_500, 60_000]);
  const online = {
    APP_ORIGIN: "https://tonle.example",
    PUSH_HOSTS: "fcm.googleapis.com",
    TELEGRAM_API_URL: "https://api.telegram.org",
  };
  expect(read({ ...online, DATABASE_TIMEOUT_MS: "2000" })).toBe(2_000);
  expect(() => read({ ...online, DATABASE_TIMEOUT_MS: "4501" })).toThrow("DATABASE_TIMEOUT_MS: must be at most 4500");
});
