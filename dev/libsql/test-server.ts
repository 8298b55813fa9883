import { afterAll, beforeAll } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client/http";
import { type LibsqlOptions, type LibsqlServer, startLibsqlServer } from "./server.ts";

/** A running stand-in for tests. */
export interface TestServer {
  readonly url: string;
  readonly file: string;
  /** A new client of the protocol's official library; closed with the server. */
  connect(): Client;
}

/** A temporary folder for one test file, removed afterwards. */
export function setUpFolder(): { readonly path: string } {
  let path = "";
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), "libsql-"));
  });
  afterAll(() => rm(path, { recursive: true, force: true }));
  return {
    get path() {
      return path;
    },
  };
}

/** Starts a stand-in with an empty database for the test file or `describe` that calls this. */
export function setUpServer(options: Pick<LibsqlOptions, "limits" | "authToken"> = {}): TestServer {
  const folder = setUpFolder();
  const clients: Client[] = [];
  let server: LibsqlServer;
  beforeAll(() => {
    server = startLibsqlServer({ ...options, port: 0, file: join(folder.path, "test.db") });
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await server.stop();
  });
  return {
    get url() {
      return server.url;
    },
    get file() {
      return join(folder.path, "test.db");
    },
    connect() {
      const client = createClient({ url: server.url, ...(options.authToken ? { authToken: options.authToken } : {}) });
      clients.push(client);
      return client;
    },
  };
}

/** The error of a rejected promise. @throws Error when the promise is fulfilled */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("the promise was expected to be rejected");
}
