/** Tests of the server process: addresses, tokens, outages, durability. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { startLibsqlServer } from "./server.ts";
import { rejection, setUpFolder, setUpServer } from "./test-server.ts";

const PROGRAM = join(import.meta.dir, "server.ts");

describe("the access token", () => {
  const server = setUpServer({ authToken: "right" });

  test.each([undefined, "wrong"])("%s gets status 401", async (authToken) => {
    const client = createClient({ url: server.url, ...(authToken ? { authToken } : {}) });
    expect(await rejection(client.execute("SELECT 1"))).toMatchObject({ cause: { status: 401 } });
    client.close();
  });

  test("the right token is accepted", async () => {
    expect((await server.connect().execute("SELECT 1 AS one")).rows[0]?.one).toBe(1);
  });
});

describe("an outage", () => {
  const server = setUpServer();
  const control = (command: object) =>
    fetch(`${server.url}/outage`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(command),
    });

  test("refuse responds with 503, runs nothing, and ends on request", async () => {
    const client = server.connect();
    await client.execute("CREATE TABLE IF NOT EXISTS t (id)");
    await control({ mode: "refuse", seconds: 60 });
    expect(await rejection(client.execute("INSERT INTO t VALUES (1)"))).toMatchObject({ cause: { status: 503 } });
    expect((await fetch(`${server.url}/health`)).status).toBe(503);
    await control({ mode: "off" });
    expect((await client.execute("SELECT * FROM t")).rows).toEqual([]);
  });

  test("hang does not respond until it is over, and runs nothing", async () => {
    const client = server.connect();
    await client.execute("CREATE TABLE IF NOT EXISTS t (id)");
    await control({ mode: "hang", seconds: 60 });
    let isAnswered = false;
    const hanging = rejection(client.execute("INSERT INTO t VALUES (1)")).finally(() => {
      isAnswered = true;
    });
    const shortRequest = fetch(`${server.url}/v2`, { signal: AbortSignal.timeout(50) });
    expect(await rejection(shortRequest)).toMatchObject({ name: "TimeoutError" });
    expect(isAnswered).toBe(false);
    await control({ mode: "off" });
    expect(await hanging).toMatchObject({ cause: { status: 503 } });
    expect((await client.execute("SELECT * FROM t")).rows).toEqual([]);
  });

  test("an outage ends by itself", async () => {
    await control({ mode: "hang", seconds: 0.05 });
    expect((await fetch(`${server.url}/v2`)).status).toBe(503);
    expect((await fetch(`${server.url}/v2`)).status).toBe(200);
  });

  test.each([{}, { mode: "explode", seconds: 1 }, { mode: "hang" }, { mode: "refuse", seconds: -1 }])(
    "%j is refused",
    async (command) => {
      expect((await control(command)).status).toBe(400);
      expect((await fetch(`${server.url}/v2`)).status).toBe(200);
    },
  );
});

test("a stop rolls back open transactions and refuses waiting writes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "libsql-"));
  const file = join(folder, "stopped.db");
  const server = startLibsqlServer({ port: 0, file });
  const client = createClient({ url: server.url });
  await client.execute("CREATE TABLE t (id)");
  const transaction = await client.transaction("write");
  await transaction.execute("INSERT INTO t VALUES (1)");
  const waiting = rejection(client.execute("INSERT INTO t VALUES (2)"));
  await server.stop();
  expect(await waiting).toBeInstanceOf(Error);

  const again = startLibsqlServer({ port: 0, file });
  expect((await createClient({ url: again.url }).execute("SELECT * FROM t")).rows).toEqual([]);
  await again.stop();
  await rm(folder, { recursive: true });
});

describe("the program", () => {
  const folder = setUpFolder();
  const processes: Bun.Subprocess[] = [];
  afterAll(async () => {
    for (const each of processes) each.kill("SIGKILL");
    await Promise.all(processes.map((each) => each.exited));
  });

  function start(file: string, port = "0") {
    const process_ = Bun.spawn([process.execPath, PROGRAM, "--port", port, "--file", join(folder.path, file)], {
      stdout: "pipe",
      stderr: "pipe",
    });
    processes.push(process_);
    return process_;
  }

  /** The address that the program prints when it listens. */
  async function addressOf(program: { stdout: ReadableStream<Uint8Array> }): Promise<string> {
    const reader = program.stdout.getReader();
    let printed = "";
    while (!printed.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error("the program ended before it was up");
      printed += new TextDecoder().decode(value);
    }
    reader.releaseLock();
    return /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? "";
  }

  test("prints its address and keeps the data across a restart", async () => {
    const first = start("new/folder/kept.db");
    const client = createClient({ url: await addressOf(first) });
    await client.batch(["CREATE TABLE t (id)", "INSERT INTO t VALUES (7)"], "write");
    const transaction = await client.transaction("write");
    await transaction.execute("INSERT INTO t VALUES (8)");
    first.kill("SIGTERM");
    expect(await first.exited).toBe(0);

    const second = start("new/folder/kept.db");
    const again = createClient({ url: await addressOf(second) });
    expect((await again.execute("SELECT id FROM t")).rows.map(({ id }) => id)).toEqual([7]);
  });

  test("a taken port gives a one-line message", async () => {
    const first = start("first.db");
    const { port } = new URL(await addressOf(first));
    const second = start("second.db", port);
    expect(await second.exited).toBe(1);
    expect(await new Response(second.stderr).text()).toBe(`libSQL: port ${port} is taken; choose another one\n`);
  });

  test("missing options print the usage", async () => {
    const program = Bun.spawn([process.execPath, PROGRAM, "--port", "0"], { stderr: "pipe" });
    expect(await program.exited).toBe(1);
    expect(await new Response(program.stderr).text()).toStartWith("usage:");
  });

  test("kill -9 during writes loses no acknowledged write", async () => {
    const acknowledged = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const program = start("durable.db");
      const url = await addressOf(program);
      const setUp = createClient({ url });
      await setUp.execute("CREATE TABLE IF NOT EXISTS written (id TEXT PRIMARY KEY, twin TEXT NOT NULL)");
      const target = acknowledged.size + 200;
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        const client = createClient({ url });
        for (let n = 0; ; n += 1) {
          const [id, twin] = [`${round}-${writer}-${n}`, `${round}-${writer}-${n}-twin`];
          const insert = "INSERT INTO written VALUES (?, ?)";
          // The kill interrupts the last write of each writer. That write may or may not be committed.
          const isWritten = await client
            .batch(
              [
                { sql: insert, args: [id, twin] },
                { sql: insert, args: [twin, id] },
              ],
              "write",
            )
            .then(
              () => true,
              () => false,
            );
          if (!isWritten) return;
          acknowledged.add(id);
          if (acknowledged.size === target) program.kill("SIGKILL");
        }
      });
      await Promise.all(writers);
      expect(await program.exited).not.toBe(0);
    }

    const client = createClient({ url: await addressOf(start("durable.db")) });
    const { rows } = await client.execute("SELECT id, twin FROM written");
    const found = new Set(rows.map(({ id }) => String(id)));
    expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThanOrEqual(600);
    // No batch is half written.
    expect(rows.filter(({ twin }) => !found.has(String(twin)))).toEqual([]);
    expect((await client.execute("PRAGMA integrity_check")).rows[0]?.integrity_check).toBe("ok");
  });
});
