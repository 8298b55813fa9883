import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import type { SimulatorOptions } from "./simulator.ts";

/**
 * Runs a built Worker on the simulator that `wrangler dev` runs it on, without wrangler around it: no build, no inspector, no
 * second proxy. Node runs this file (`simulator.ts`): Bun cannot run the simulator. It ends with its input.
 */

// The argument is what `startSimulator` has written.
const { port, dataDir, assets, file, settings, environment } = JSON.parse(process.argv[2] ?? "{}") as SimulatorOptions;

const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml", environment);
// These say how wrangler would find and build the source.
const { rootPath, modulesRules, zone, ...platform } = workerOptions;
const options = convertV4MiniflareOptions({
  host: "127.0.0.1",
  port,
  // Without it the simulator asks the network where this machine is.
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
      ...(platform.assets ? { assets: { ...platform.assets, directory: assets } } : {}),
    },
  ],
});
// Where wrangler keeps what the Worker stores.
const simulator = new Miniflare({ ...options, resourcePersistencePath: join(dataDir, "wrangler/v3") });
const end = async () => {
  await simulator.dispose();
  process.exit();
};
process.once("SIGTERM", () => void end());
process.stdin.once("close", () => void end()).resume();
await simulator.ready;
