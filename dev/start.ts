import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildWeb } from "../web/build.ts";
import { MINUTE_MS } from "../worker/contract/time.ts";
import { takeDataFolder } from "./data-folder.ts";
import { putLocally } from "./local-bucket.ts";
import { seedAdminQueues } from "./seed/seed-admin-queues.ts";
import { type SeedAccount, seedDatabase } from "./seed.ts";
import { startStack } from "./stack.ts";

/**
 * `bun run dev`: runs the whole product on this machine until Ctrl-C. `--port N` moves all ports, `--data DIR` sets the
 * state folder, which one process uses at a time, `--fresh` deletes it first, `--seed none` skips the seed.
 */

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8787" },
    data: { type: "string", default: ".data" },
    fresh: { type: "boolean", default: false },
    seed: { type: "string", default: "demo" },
  },
});

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function run(): Promise<void> {
  const startedAt = performance.now();
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) throw new Error(`not a port: --port ${values.port}`);
  if (values.seed !== "demo" && values.seed !== "none") throw new Error("--seed takes demo or none");
  const dataDir = resolve(values.data);
  const giveBack = takeDataFolder(dataDir, { port, isFresh: values.fresh });

  const assets = join(import.meta.dir, "../dist");
  await buildWeb({ outdir: assets, production: false, watch: true });
  let accounts: SeedAccount[] = [];
  let adminSeed: Promise<void> | undefined;
  const up = Promise.withResolvers<string>();
  const stack = await startStack({
    port,
    dataDir,
    assets,
    prepare: async (settings) => {
      if (values.seed !== "demo") return;
      accounts = await seedDatabase({ settings, dataDir });
      // Runs while the Worker starts. Storing objects waits for the Worker, which owns the bucket.
      adminSeed = seedAdminQueues({
        settings,
        store: async (objects) => {
          const origin = await up.promise;
          await Promise.all(objects.map((object) => putLocally(origin, object)));
        },
      });
    },
    onLine: printFault,
  });
  up.resolve(stack.origin);
  await adminSeed;

  const cron = setInterval(() => void stack.wrangler.runCron().catch(() => undefined), MINUTE_MS);
  let isStopping = false;
  const stop = async (code: number) => {
    // Ctrl-C reaches wrangler too. Its exit would call stop a second time.
    if (isStopping) return;
    isStopping = true;
    clearInterval(cron);
    await stack.stop();
    giveBack();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(0));
  void stack.wrangler.exited.then(() => stop(1));

  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.info(`\nTonle is up after ${seconds} s. Prices and payments are simulated.\n`);
  console.info(`  Tonle         ${stack.origin}`);
  console.info(`  Inbox         ${stack.urls.mail}`);
  console.info(`  Banking app   ${stack.urls.bakong}`);
  console.info(`  Price source  ${stack.urls.priceSource}`);
  console.info(`  Google        ${stack.urls.google}`);
  console.info(`  Push service  ${stack.urls.push}`);
  console.info(`  Telegram      ${stack.urls.telegram}`);
  console.info(`  Database      ${stack.urls.libsql}\n`);
  for (const { role, email, password, totpSecret } of accounts) {
    console.info(`  ${role.padEnd(13)} ${email}  ${password}${totpSecret ? `  TOTP ${totpSecret}` : ""}`);
  }
  console.info("\nCtrl-C stops everything; what happened stays for the next start.");
}

/** Prints the Worker's JSON log lines that need attention; successful requests stay silent. */
function printFault(line: string): void {
  if (
    /"event":"(fault|payment_mismatch|provider_unknown|provider_token_(ending|not_renewed)|csp_violation)"|\[ERROR\]|✘/.test(
      line,
    )
  )
    console.error(line);
}
