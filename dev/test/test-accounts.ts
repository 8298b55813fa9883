import { afterAll, afterEach, beforeAll, beforeEach } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { passwordSettingsSchema } from "../../worker/passwords/password-settings.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import { startBakong } from "../bakong/server.ts";
import { startLibsqlServer } from "../libsql/server.ts";
import { MAIL_API_KEY, startMail } from "../mail/server.ts";
import { PRICE_SOURCE_DEFAULTS, startPriceSource } from "../price-source/server.ts";
import { type InstalledStandIns, installStandIns } from "../setup/stand-ins/install.ts";
import { readState, type StandInState, writeState } from "../setup/stand-ins/state.ts";
import { LONG_DATABASE_LIMITS } from "./long-database-limits.ts";
import { makeClone, type TestClone } from "./test-clone.ts";

/** The token of the database at the stand-in of Turso. */
export const TOKEN = "token-of-the-database";

const WRITES = /( create | add | put | bulk | deploy | invalidate )/;
/** The calls of both tools that make or change something. */
export const writesOf = (calls: readonly string[]) => calls.filter((call) => WRITES.test(`${call} `));

/** Whether the Workers were deployed with settings that they accept. */
function isComplete(clone: TestClone, { workers }: StandInState): boolean {
  const parsed = Bun.TOML.parse(readFileSync(join(clone.path, "wrangler.toml"), "utf8"));
  // The types of the parsed file are unknown; the schema below checks its values.
  const { vars } = (parsed as { env: { production: { vars: object } } }).env.production;
  const settings = settingsSchema.safeParse({ ...workers.tonle?.secrets, ...vars });
  return settings.success && passwordSettingsSchema.safeParse(workers["tonle-passwords"]?.secrets).success;
}

/** The environment of a test of the set-up. All but the clone are new for each test. */
export type TestAccounts = {
  readonly clone: TestClone;
  readonly databaseUrl: string;
  /** The folder with the state of the stand-ins. */
  readonly state: string;
  /** Path of the settings file. */
  vars(): string;
  readVars(): string;
  /** Changes the state of the stand-ins. */
  change(edit: (state: StandInState) => void): void;
  /** Runs `bun run setup` in the clone. */
  setup(...options: string[]): Promise<{ code: number; out: string; faults: string }>;
  /** The settings file of an operator, with the addresses of the stand-ins. */
  typed(): Record<string, string>;
  write(values: Record<string, string>): void;
  /** A whole set-up: the file is made, filled in, and the set-up run again. */
  goLive(): ReturnType<TestAccounts["setup"]>;
};

/** Empty accounts, stand-ins of all services and a folder like a clone, for the tests of the file that calls this. */
export function setUpAccounts(): TestAccounts {
  let folder: string;
  let clone: TestClone;
  let tools: InstalledStandIns;
  let database: { url: string; stop(): Promise<void> };
  let product: Bun.Server<undefined>;
  const outside = {
    mail: startMail({ port: 0 }),
    bakong: startBakong({ port: 0 }),
    prices: startPriceSource({ port: 0 }),
  };

  beforeAll(() => {
    clone = makeClone();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tonle-setup-"));
    database = startLibsqlServer({
      port: 0,
      file: join(folder, "hosted.db"),
      authToken: TOKEN,
      limits: LONG_DATABASE_LIMITS,
    });
    tools = installStandIns(folder, { url: database.url, token: TOKEN });
    // Answers as the deployed Worker would: with 500 until its settings are complete.
    product = Bun.serve({
      port: 0,
      fetch: () => new Response(null, { status: isComplete(clone, readState(tools.state)) ? 200 : 500 }),
    });
    clone.reset();
  });
  afterEach(async () => {
    await product.stop(true);
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(async () => {
    for (const each of Object.values(outside)) await each.stop();
    clone.remove();
  });

  const vars = () => join(folder, "values/production.vars");
  const readVars = () => readFileSync(vars(), "utf8");
  const change = (edit: (state: StandInState) => void) => {
    const state = readState(tools.state);
    edit(state);
    writeState(tools.state, state);
  };

  async function setup(...options: string[]) {
    const { PATH = "" } = process.env;
    const run = Bun.spawn(
      [
        process.execPath,
        "dev/setup.ts",
        "--folder",
        join(folder, "values"),
        "--wrangler",
        tools.wrangler,
        "--live-within",
        "2",
        ...options,
      ],
      // Turso's stand-in is found as the real tool would be.
      {
        cwd: clone.path,
        env: { ...process.env, PATH: `${join(folder, "bin")}:${PATH}` },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    const [code, out, faults] = await Promise.all([
      run.exited,
      new Response(run.stdout).text(),
      new Response(run.stderr).text(),
    ]);
    return { code, out, faults };
  }

  const typed = () => ({
    APP_ORIGIN: `http://localhost:${product.port}`,
    ADMIN_EMAIL: "first.admin@example.com",
    MAIL_API_KEY,
    BAKONG_TOKEN: "local-bakong-token",
    BAKONG_EMAIL: "payments@tonle.example",
    BAKONG_ACCOUNT_ID: "tonle_trading@aclb",
    BAKONG_MERCHANT_NAME: "Tonle Trading",
    PRICE_SOURCE_KEY: PRICE_SOURCE_DEFAULTS.token,
    MAIL_API_URL: outside.mail.url,
    BAKONG_API_URL: outside.bakong.url,
    PRICE_SOURCE_URL: outside.prices.url,
  });

  function write(values: Record<string, string>): void {
    let text = existsSync(vars()) ? readVars() : "";
    for (const [name, value] of Object.entries(values)) {
      const line = `${name}="${value}"`;
      const known = new RegExp(`^${name}=.*$`, "m");
      text = known.test(text) ? text.replace(known, line) : `${text}${line}\n`;
    }
    writeFileSync(vars(), text);
  }

  async function goLive() {
    await setup();
    write(typed());
    clone.licensePrices();
    return setup();
  }

  return {
    get clone() {
      return clone;
    },
    get databaseUrl() {
      return database.url;
    },
    get state() {
      return tools.state;
    },
    vars,
    readVars,
    change,
    setup,
    typed,
    write,
    goLive,
  };
}
