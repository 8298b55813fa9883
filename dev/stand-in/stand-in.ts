import { parseArgs } from "node:util";

/** A local server that speaks the protocol of a service outside. */
export type StandIn = { url: string; port: number; stop(): Promise<void> };

/** Loopback only: the stand-ins ask nobody who they are. */
const HOSTNAME = "127.0.0.1";

/**
 * Each stand-in gives these to `Bun.serve`: a call may hang on purpose, so nothing times out. Without `development` Bun
 * shares a port that is taken instead of refusing it, unless `reusePort` is switched off.
 */
export const SERVE_OPTIONS = { hostname: HOSTNAME, idleTimeout: 0, development: false, reusePort: false } as const;

type Listening = { port: number | undefined; stop(closeActiveConnections?: boolean): Promise<void> };

/**
 * Starts a server and gives it the shape all stand-ins share.
 * @param name what a person calls it, for the message
 * @param serve starts `Bun.serve` on `port`
 * @throws Error with one clear line when the port is taken
 */
export function openStandIn(name: string, port: number, serve: () => Listening): StandIn {
  const server = start(name, port, serve);
  if (server.port === undefined) throw new Error(`${name} listens on no port`);
  return {
    url: `http://${HOSTNAME}:${server.port}`,
    port: server.port,
    // Open sockets and held answers are cut: whoever stops a stand-in wants its port back now.
    stop: () => server.stop(true),
  };
}

function start(name: string, port: number, serve: () => Listening): Listening {
  try {
    return serve();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new Error(`port ${port} is taken: ${name} cannot start there; choose another with --port`);
    }
    throw error;
  }
}

/**
 * Runs a stand-in as a program: `--port N` (any free one when left out), `--data DIR` (forgets on exit when left out),
 * and a `--name value` for each name in `extra`. Prints its address in one line; ends cleanly on SIGTERM and Ctrl-C.
 */
export async function runStandIn<Name extends string>(
  name: string,
  extra: readonly Name[],
  open: (given: { port: number; dataDir: string | undefined; extra: Partial<Record<Name, string>> }) => StandIn,
): Promise<void> {
  try {
    const { values } = parseArgs({
      options: Object.fromEntries(["port", "data", ...extra].map((option) => [option, { type: "string" as const }])),
    });
    const port = Number(values.port ?? 0);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`not a port: --port ${values.port}`);
    // parseArgs has refused every other name, but its type for computed options is only a dictionary.
    const named = values as Partial<Record<Name | "data", string>>;
    const standIn = open({ port, dataDir: named.data, extra: named });
    console.info(`${name}: ${standIn.url}`);
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => void standIn.stop().then(() => process.exit(0)));
    }
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
