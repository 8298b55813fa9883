import { join } from "node:path";
import { localSettings } from "../../dev/local-settings.ts";
import { PRODUCT_OBJECTS, workerdCommand } from "../../dev/workerd-command.ts";
import { symbolsByName } from "../../worker/prices/sources/symbols-by-name.ts";
import type { DialectName } from "./crowd-dialects.ts";

const REPOSITORY = join(import.meta.dir, "../..");
const NODE = join(REPOSITORY, "node_modules/.bin/node");

/** The port of a server, the port of the price source, and a folder for the server that survives its crash. */
export type Placement = { port: number; sourcePort: number; dir: string; workerModule: string };

/** A server that is compared in the measurement. */
export type Contender = {
  name: string;
  dialect: DialectName;
  /** The command that starts it. */
  command: (placement: Placement) => string[];
  /** The most clients with which it returns figures instead of errors. */
  clientsMax?: number;
};

/** The product and the servers that it is compared with. */
export const CONTENDERS: readonly Contender[] = [
  { name: "tonle", dialect: "tonle", command: tonle },
  { name: "tonle-json", dialect: "tonle-json", command: tonle },
  { name: "naive-do", dialect: "plain", command: naiveObject },
  { name: "bun", dialect: "plain", command: rival(process.execPath, "bun-server.ts") },
  { name: "ws", dialect: "plain", command: rival(NODE, "ws-server.ts") },
  { name: "socket.io", dialect: "socket.io", command: rival(NODE, "socket-io-server.ts") },
  {
    name: "socket.io-polling",
    dialect: "socket.io-polling",
    clientsMax: 1_000,
    command: rival(NODE, "socket-io-server.ts"),
  },
];

function rival(program: string, file: string): Contender["command"] {
  return ({ port, sourcePort }) => [
    program,
    join(import.meta.dir, "rivals", file),
    "--port",
    String(port),
    "--source",
    String(sourcePort),
  ];
}

function tonle({ port, sourcePort, dir, workerModule }: Placement): string[] {
  const settings = localSettings(port, {
    PRICE_SOURCES: "finnhub",
    PRICE_SOURCE_URL: `http://127.0.0.1:${sourcePort}`,
  });
  return workerdCommand({ port, dir, file: workerModule, settings, objects: PRODUCT_OBJECTS });
}

function naiveObject({ port, sourcePort, dir }: Placement): string[] {
  const settings = {
    SOURCE_URL: `http://127.0.0.1:${sourcePort}`,
    SYMBOLS: Object.fromEntries(symbolsByName(({ finnhub }) => finnhub.name)),
  };
  const file = join(import.meta.dir, "rivals/naive-hub.js");
  return workerdCommand({ port, dir, file, settings, objects: { HUB: "NaiveHub" } });
}
