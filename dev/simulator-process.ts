import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import type { SimulatorOptions } from "./simulator.ts";

/**
 * Runs a built Worker on the simulator of `wrangler dev`, but without wrangler's build, inspector and second proxy.
 * Node runs this file (`simulator.ts`) because Bun cannot run the simulator. The process ends when its standard input
 * closes.
 */

// `startSimulator` writes this argument.
const { port, dataDir, assets, file, settings, environment, passwords } = JSON.parse(
  process.argv[2] ?? "{}",
) as SimulatorOptions;

const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml", environment);
// wrangler uses these to find and build the source.
const { rootPath, modulesRules, zone, ...platform } = workerOptions;
const options = convertV4MiniflareOptions({
  host: "127.0.0.1",
  port,
  // Without this the simulator queries the network for this machine's location.
  cf: { country: "KH" },
  log: new Log(LogLevel.ERROR),
  logRequests: false,
  unsafeTriggerHandlers: true,
  unsafeLocalExplorer: true,
  workers: [
    {
      ...platform,
      name: "tonle",
      modules: [{ type: "ESModule", path: file }],
      modulesRoot: dirname(file),
      bindings: settings,
      serviceBindings: { PASSWORDS: { external: { address: passwords, http: {} } } },
      ...(platform.assets ? { assets: { ...platform.assets, directory: assets } } : {}),
    },
  ],
});
// wrangler stores the Worker's data in the same folder.
const simulator = new Miniflare({ ...options, resourcePersistencePath: join(dataDir, "wrangler/v3") });
const end = async () => {
  await simulator.dispose();
  process.exit();
};
process.once("SIGTERM", () => void end());
process.stdin.once("close", () => void end()).resume();
await simulator.ready;
