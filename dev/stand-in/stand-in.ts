import { parseArgs } from "node:util";

/** A local server that implements the protocol of an external service. */
export type StandIn = { url: string; port: number; stop(): Promise<void> };

/** Loopback only: the stand-ins' control APIs have no authentication. */
const HOSTNAME = "127.0.0.1";

/**
 * The options of every stand-in for `Bun.serve`. A call may hang on purpose, so nothing times out. With `development`,
 * or without `reusePort: false`, Bun would share a taken port instead of refusing it.
 */
export const SERVE_OPTIONS = { hostname: HOSTNAME, idleTimeout: 0, development: false, reusePort: false } as const;

type Listening = { port: number | undefined; stop(closeActiveConnections?: boolean): Promise<void> };

/**
 * Starts a server as a {@link StandIn}.
 *
 * @param name the name for messages
 * @param serve starts `Bun.serve` on `port`
 * @throws Error with a one-line message when the port is taken
 */
export function openStandIn(name: string, port: number, serve: () => Listening): StandIn {
  const server = start(name, port, serve);
  if (server.port === undefined) throw new Error(`${name} listens on no port`);
  return {
    url: `http://${HOSTNAME}:${server.port}`,
    port: server.port,
    // Open sockets and waiting calls are closed, so that the port is free at once.
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
 * Runs a stand-in as a program: `--port N` (default: any free port), `--data DIR` (default: no stored state), and one
 * `--name value` option per name in `extra`. Prints its address in one line; exits cleanly on SIGTERM and Ctrl-C.
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
    // parseArgs has refused every other name, but the type for computed options is only a dictionary.
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
