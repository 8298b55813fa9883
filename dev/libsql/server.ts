/**
 * A local stand-in for the hosted libSQL database (Turso): Hrana over HTTP, versions 2 and 3, over the embedded libSQL
 * engine on one file.
 *
 *   bun dev/libsql/server.ts --port 8788 --file .data/dev.db [--token secret]
 *
 * Like the hosted service: each stream has its own connection. One writer runs at a time; others wait up to 5 s, then
 * get SQLITE_BUSY. A write transaction lasts at most 5 s, a stream without requests 10 s. Statements that the service
 * refuses (ATTACH, VACUUM, temporary tables, most pragmas) are refused here, with the same error codes and messages.
 *
 * Unlike the hosted service: a batch with a syntax error fails at that step instead of as a whole; text with a NUL
 * character is refused; cursors and the protobuf encoding are not served (clients fall back to version 2). Text that is
 * not UTF-8, which only a CAST from a blob can make, crashes the process inside the engine's binding.
 *
 * For tests: `POST /outage { "mode": "refuse" | "hang" | "off", "seconds": 5 }`, see outage.ts.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { ConnectionPool } from "./connection.ts";
import { answerRequest } from "./http-api.ts";
import { Outage } from "./outage.ts";
import { StreamRegistry } from "./stream-registry.ts";
import { WriteQueue } from "./write-queue.ts";

/** Time limits in milliseconds; tests shorten them. */
export interface LibsqlLimits {
  writeWaitMs: number;
  transactionMs: number;
  streamIdleMs: number;
}

/** Options of the database stand-in. */
export interface LibsqlOptions {
  /** 0 selects a free port. */
  port: number;
  /** Path of the database; it and its folder are created if they do not exist. */
  file: string;
  /** Required as `Authorization: Bearer` when set. */
  authToken?: string | undefined;
  limits?: Partial<LibsqlLimits>;
}

/** A running database stand-in. */
export interface LibsqlServer {
  url: string;
  port: number;
  /** Rolls back open transactions and closes the file. */
  stop(): Promise<void>;
}

/** The limits of the hosted service. */
const LIMITS: LibsqlLimits = { writeWaitMs: 5_000, transactionMs: 5_000, streamIdleMs: 10_000 };
const BODY_BYTES_MAX = 32 * 1024 * 1024;

/** Starts the database stand-in. @throws Error with a one-line message when the port is taken */
export function startLibsqlServer({ port, file, authToken, limits }: LibsqlOptions): LibsqlServer {
  const { writeWaitMs, transactionMs, streamIdleMs } = { ...LIMITS, ...limits };
  mkdirSync(dirname(file), { recursive: true });
  const pool = new ConnectionPool(file);
  const writeQueue = new WriteQueue(writeWaitMs, transactionMs);
  const streams = new StreamRegistry(pool, writeQueue, streamIdleMs);
  const outage = new Outage();
  try {
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port,
      // With other values Bun would share a taken port instead of refusing it.
      development: false,
      reusePort: false,
      idleTimeout: 255,
      maxRequestBodySize: BODY_BYTES_MAX,
      fetch: (request) => answerRequest(request, { streams, outage, authToken }),
      error(error) {
        console.error(error);
        return new Response("Internal error of the database stand-in", { status: 500 });
      },
    });
    return {
      url: `http://127.0.0.1:${server.port}`,
      port: server.port ?? port,
      async stop() {
        outage.end();
        writeQueue.close();
        await server.stop(true);
        streams.close();
        pool.close();
      },
    };
  } catch (error) {
    pool.close();
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new Error(`libSQL: port ${port} is taken; choose another one`);
    }
    throw error;
  }
}

function main(): void {
  const { values } = parseArgs({
    options: { port: { type: "string" }, file: { type: "string" }, token: { type: "string" } },
  });
  const port = Number(values.port);
  if (!values.file || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error("usage: bun dev/libsql/server.ts --port N --file PATH [--token T]");
  }
  const server = startLibsqlServer({ port, file: values.file, authToken: values.token });
  console.info(`libSQL: ${server.url} (${values.file})`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => server.stop().then(() => process.exit(0)));
  }
}

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
