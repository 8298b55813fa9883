import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localSettings } from "../dev/local-settings.ts";
import { type Bindings, readSettings, settingsSchema } from "./platform/env.ts";

const REPOSITORY = join(import.meta.dir, "..");
let outdir: string;
let output: string;

beforeAll(async () => {
  outdir = mkdtempSync(join(tmpdir(), "tonle-production-"));
  const child = Bun.spawn(
    [
      join(REPOSITORY, "node_modules/.bin/node"),
      join(REPOSITORY, "node_modules/wrangler/bin/wrangler.js"),
      "deploy",
      "--dry-run",
      "--env",
      "production",
      "--outdir",
      outdir,
      "--assets",
      join(REPOSITORY, "worker/contract"),
    ],
    { cwd: REPOSITORY, env: { ...process.env, CI: "true", NO_COLOR: "1" }, stdout: "pipe", stderr: "pipe" },
  );
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  output = stdout + stderr;
  if (code !== 0) throw new Error(output);
}, 600_000);
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

test("the Worker builds for production, well below the platform's limit", () => {
  const size = /Total Upload: .* \/ gzip: ([\d.]+) KiB/.exec(output);
  expect(size).not.toBeNull();
  console.info(`Worker, compressed: ${size?.[1]} KiB`);
  expect(Number(size?.[1])).toBeLessThan(1_000);
});

test("production has every binding of the local stack", () => {
  for (const name of [
    "PASSWORD_HASHER",
    "PRICE_FEED",
    "PRICE_HUB",
    "SERVICE_WATCH",
    "MAIL_RETRY",
    "IMAGES",
    "REQUESTS_BY_ADDRESS",
    "READS_BY_SESSION",
    "HEAVY_READS_BY_SESSION",
    "SOCKETS_BY_ADDRESS",
    "ASSETS",
  ]) {
    expect(output).toContain(`env.${name}`);
  }
});

test("the bundle contains no secret of the local stack and no stand-in", () => {
  const bundle = readdirSync(outdir)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(outdir, name), "utf8"))
    .join("\n");
  expect(bundle.length).toBeGreaterThan(100_000);
  expect(bundle).not.toMatch(/local-database-token|local-mail-key|bG9jYWwg|127\.0\.0\.1|createAdmin/);
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
});

test("keys that are too short are refused", () => {
  const short = { ...localSettings(8787), COOKIE_SECRET: btoa("too short") };
  expect(() => readSettings(short as unknown as Bindings)).toThrow("COOKIE_SECRET: must be at least 32 bytes");
});

test("a low password cost is accepted on localhost only", () => {
  // Bindings that are objects do not matter for reading the settings.
  const read = (settings: Record<string, string>) =>
    readSettings({ ...localSettings(8787), ...settings } as unknown as Bindings).PASSWORD_COST;
  expect([read({}), read({ PASSWORD_COST: "8" })]).toEqual([15, 8]);
  for (const APP_ORIGIN of ["https://tonle.example", "https://localhost.example"])
    expect(() => read({ APP_ORIGIN, PASSWORD_COST: "14" })).toThrow("PASSWORD_COST: must be 15");
});

test("a long timeout of the database is accepted on localhost only", () => {
  // Bindings that are objects do not matter for reading the settings.
  const read = (settings: Record<string, string>) =>
    readSettings({ ...localSettings(8787), ...settings } as unknown as Bindings).DATABASE_TIMEOUT_MS;
  expect([read({}), read({ DATABASE_TIMEOUT_MS: "60000" })]).toEqual([4_500, 60_000]);
  const APP_ORIGIN = "https://tonle.example";
  expect(read({ APP_ORIGIN, DATABASE_TIMEOUT_MS: "2000" })).toBe(2_000);
  expect(() => read({ APP_ORIGIN, DATABASE_TIMEOUT_MS: "4501" })).toThrow("DATABASE_TIMEOUT_MS: must be at most 4500");
});
