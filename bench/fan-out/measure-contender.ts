import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contender } from "./contenders.ts";
import type { CrowdAnswer, CrowdOrder } from "./crowd.ts";
import { HelperProcess } from "./helper-process.ts";
import type { AgeFigures } from "./price-ages.ts";
import type { SourceLog, SourceOrder } from "./price-source.ts";
import { cpuMs, machineCpuMs, residentKib } from "./process-usage.ts";
import { ServerProcess } from "./server-process.ts";

/** Options of one run. */
export type FanOutOptions = {
  clients: number;
  seconds: number;
  ticksPerSecond: number;
  /** Whether all clients connect to one object or are spread as in production. */
  hubs: "one" | "all";
  storms: boolean;
  port: number;
  workerModule: string;
  /** A server that does not finish within this time is ended. */
  secondsMax: number;
};

/** The figures of one run. */
export type FanOutFigures = {
  contender: string;
  clients: number;
  ages: AgeFigures;
  framesPerSecond: number;
  /** Average number of cores used by the server, the crowd and all other processes on the machine. */
  cores: { server: number; crowd: number; others: number };
  cpuUsPerClientSecond: number;
  cpuUsPerFrame: number;
  kibPerClient: number;
  /** Growth of the server's resident memory during the window, MiB. */
  grownMib: number;
  connectsPerSecond: number;
  lostClients: number;
  source: SourceLog;
  storms: StormFigures[];
};

/** The figures of one crash and reconnection. */
export type StormFigures = {
  kind: "at_once" | "back_off";
  /**
   * Time until half and all clients have a full snapshot, s: from the server's first connection or, for `back_off`,
   * from its crash.
   */
  halfS: number;
  allS: number;
  /** The largest number of clients that reconnected within one second. */
  peakPerSecond: number;
  failures: number;
};

/** The first connections warm up code and caches, which must not count as memory per client. */
const WARM_UP_CLIENTS = 100;
const WARM_UP_MS = 3_000;
const SETTLE_MS = 1_000;
/** Servers that fall behind get this much time to deliver what they have queued. */
const PATIENCE_MS = 15_000;

type Crowd = HelperProcess<CrowdOrder, CrowdAnswer>;
type Source = HelperProcess<SourceOrder, SourceLog>;

/**
 * Measures one server with one number of clients, from its start to its end.
 *
 * @throws Error when it does not finish within `secondsMax`; its processes are ended in any case
 */
export async function measureContender(contender: Contender, options: FanOutOptions): Promise<FanOutFigures> {
  const { port, workerModule } = options;
  const sourcePort = port + 1;
  const dir = mkdtempSync(join(tmpdir(), "fan-out-"));
  const command = contender.command({ port, sourcePort, dir, workerModule });
  const server = new ServerProcess({ command, port, logFile: join(dir, "server.log") });
  const file = (name: string) => join(import.meta.dir, name);
  const source: Source = await HelperProcess.start(file("price-source.ts"), [
    "--port",
    String(sourcePort),
    "--ticks",
    String(options.ticksPerSecond),
  ]);
  const crowd: Crowd = await HelperProcess.start(file("crowd.ts"));
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done in ${options.secondsMax} s`)), options.secondsMax * 1_000);
  try {
    return await Promise.race([measureParts(contender, { server, source, crowd }, options), late]);
  } finally {
    clearTimeout(timer);
    await Promise.all([server.kill(), crowd.stop(), source.stop()]);
    rmSync(dir, { recursive: true, force: true });
  }
}

type Parts = { server: ServerProcess; source: Source; crowd: Crowd };
type WindowFigures = Omit<FanOutFigures, "contender" | "clients" | "kibPerClient" | "connectsPerSecond" | "storms">;

async function measureParts(contender: Contender, parts: Parts, options: FanOutOptions): Promise<FanOutFigures> {
  const { server, crowd } = parts;
  const { port, clients, hubs } = options;
  await server.start();
  const connectOrder = { type: "connect", port, dialect: contender.dialect, hubs } as const;
  await crowd.send({ ...connectOrder, clients: WARM_UP_CLIENTS });
  await crowd.send({ type: "leave" });
  await Bun.sleep(SETTLE_MS);
  const emptyKib = residentKib(server.pid);
  const connectedFromMs = Date.now();
  const { snapshotAtMs } = await crowd.send({ ...connectOrder, clients });
  const connectedS = ((snapshotAtMs.at(-1) ?? 0) - connectedFromMs) / 1_000;
  await Bun.sleep(SETTLE_MS);
  const kibPerClient = (residentKib(server.pid) - emptyKib) / clients;
  const window = await measureWindow(parts, options);
  const storms = options.storms ? await measureStorms(parts) : [];
  return {
    contender: contender.name,
    clients,
    kibPerClient,
    connectsPerSecond: clients / connectedS,
    storms,
    ...window,
  };
}

async function measureWindow({ server, source, crowd }: Parts, options: FanOutOptions): Promise<WindowFigures> {
  const { clients, seconds, ticksPerSecond } = options;
  const usage = () => ({
    server: cpuMs(server.pid),
    crowd: cpuMs(crowd.pid),
    all: machineCpuMs(),
    ours: cpuMs(source.pid) + cpuMs(process.pid),
    residentKib: residentKib(server.pid),
  });
  await source.send("start");
  const fromMs = Date.now() + WARM_UP_MS;
  const toMs = fromMs + seconds * 1_000;
  await crowd.send({ type: "measure", ticksPerSecond, fromMs, toMs });
  await Bun.sleep(fromMs - Date.now());
  const before = usage();
  await Bun.sleep(toMs - Date.now());
  const after = usage();
  const log = await source.send("stop");
  const { ages, frames, failures } = await crowd.send({ type: "figures", patienceMs: PATIENCE_MS });
  if (!ages || frames === undefined) throw new Error("the crowd has no figures");

  const windowMs = seconds * 1_000;
  const serverMs = after.server - before.server;
  const crowdMs = after.crowd - before.crowd;
  const othersMs = after.all - before.all - serverMs - crowdMs - (after.ours - before.ours);
  return {
    ages,
    framesPerSecond: frames / seconds,
    cores: { server: serverMs / windowMs, crowd: crowdMs / windowMs, others: Math.max(0, othersMs) / windowMs },
    cpuUsPerClientSecond: (serverMs * 1_000) / clients / seconds,
    cpuUsPerFrame: (serverMs * 1_000) / frames,
    grownMib: (after.residentKib - before.residentKib) / 1024,
    lostClients: failures,
    source: log,
  };
}

/** Crashes the server three times: twice all clients reconnect at once when it is up, then with browsers' back-off. */
async function measureStorms({ server, source, crowd }: Parts): Promise<StormFigures[]> {
  await source.send("start");
  const storms: StormFigures[] = [];
  for (const kind of ["at_once", "at_once", "back_off"] as const) {
    if (kind === "back_off") await crowd.send({ type: "come_back" });
    const crashedAtMs = Date.now();
    await server.kill();
    const upAtMs = await server.start();
    const { snapshotAtMs, failures } = await crowd.send({ type: "gather", sinceMs: crashedAtMs });
    const sinceMs = kind === "back_off" ? crashedAtMs : upAtMs;
    const afterS = (atMs = Number.NaN) => (atMs - sinceMs) / 1_000;
    storms.push({
      kind,
      halfS: afterS(snapshotAtMs[Math.floor(snapshotAtMs.length / 2)]),
      allS: afterS(snapshotAtMs.at(-1)),
      peakPerSecond: mostWithin(snapshotAtMs, 1_000),
      failures,
    });
  }
  return storms;
}

/** The largest number of these ascending times within one span. */
function mostWithin(timesMs: readonly number[], spanMs: number): number {
  let most = 0;
  let first = 0;
  for (const [last, atMs] of timesMs.entries()) {
    while (atMs - (timesMs[first] ?? atMs) > spanMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
