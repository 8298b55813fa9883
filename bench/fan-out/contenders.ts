import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { localSettings } from "../../dev/local-settings.ts";
import { symbolsByName } from "../../worker/market/market-symbols.ts";
import wranglerConfig from "../../wrangler.toml";
import type { DialectName } from "./crowd-dialects.ts";
import { type WorkerdOptions, workerdCommand } from "./workerd.ts";

const REPOSITORY = join(import.meta.dir, "../..");
const NODE = join(REPOSITORY, "node_modules/.bin/node");

/** Where a server listens and finds the source, and a folder of its own that outlives its crash. */
export type Places = { port: number; sourcePort: number; dir: string; workerModule: string };

export type Contender = {
  name: string;
  dialect: DialectName;
  /** What starts it. */
  command: (places: Places) => string[];
  /** More clients than this end in errors rather than in figures. */
  clientsMax?: number;
};

export const CONTENDERS: readonly Contender[] = [
  { name: "tonle", dialect: "tonle", command: tonle },
  { name: "naive-do", dialect: "plain", command: naiveObject },
  { name: "bun", dialect: "plain", command: rival(process.execPath, "bun-server.ts") },
  { name: "ws", dialect: "plain", command: rival(NODE, "ws-server.ts") },
  { name: "socket.io", dialect: "socket.io", command: rival(NODE, "socket-io-server.ts") },
  {
    ...{ name: "socket.io-polling", dialect: "socket.io-polling", clientsMax: 1_000 },
    command: rival(NODE, "socket-io-server.ts"),
  },
];

/** Builds the Worker as it is deployed. @returns its module */
export function buildWorker(outdir: string): string {
  const wrangler = join(REPOSITORY, "node_modules/wrangler/bin/wrangler.js");
  const { exitCode, stderr } = Bun.spawnSync([NODE, wrangler, "deploy", "--dry-run", "--env", "", "--outdir", outdir], {
    cwd: REPOSITORY,
    env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" },
  });
  if (exitCode !== 0) throw new Error(`the Worker does not build:\n${stderr}`);
  return join(outdir, "index.js");
}

function rival(program: string, file: string): Contender["command"] {
  return ({ port, sourcePort }) => [
    ...[program, join(import.meta.dir, "rivals", file)],
    ...["--port", String(port), "--source", String(sourcePort)],
  ];
}

function tonle({ port, sourcePort, dir, workerModule }: Places): string[] {
  const settings = localSettings(port, { PRICE_SOURCE_URL: `http://127.0.0.1:${sourcePort}` });
  const objects = { PRICE_FEED: "PriceFeed", PRICE_HUB: "PriceHub", PASSWORD_HASHER: "PasswordHasher" };
  return onWorkerd(workerModule, { port, dir, settings, objects });
}

function naiveObject({ port, sourcePort, dir }: Places): string[] {
  const settings = {
    SOURCE_URL: `http://127.0.0.1:${sourcePort}`,
    SYMBOLS: Object.fromEntries(symbolsByName(({ finnhub }) => finnhub.name)),
  };
  return onWorkerd(join(import.meta.dir, "rivals/naive-hub.js"), { port, dir, settings, objects: { HUB: "NaiveHub" } });
}

function onWorkerd(file: string, options: Omit<WorkerdOptions, "module" | "compatibilityDate">): string[] {
  const module = basename(file);
  cpSync(file, join(options.dir, module));
  // wrangler refuses a configuration without it.
  const compatibilityDate: string = wranglerConfig.compatibility_date;
  return workerdCommand({ ...options, module, compatibilityDate });
}
