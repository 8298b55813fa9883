/** Interactive transactions and concurrent clients, through the official client. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "@libsql/client/http";
import { rejection, setUpServer, type TestServer } from "./test-server.ts";

async function withCounter(server: TestServer): Promise<Client> {
  const client = server.connect();
  await client.executeMultiple("CREATE TABLE counter (n INTEGER NOT NULL); INSERT INTO counter VALUES (0)");
  return client;
}

async function count(client: Client): Promise<number> {
  return Number((await client.execute("SELECT n FROM counter")).rows[0]?.n);
}

const INCREMENT = "UPDATE counter SET n = n + 1";

describe("transactions", () => {
  const server = setUpServer();
  let client: Client;
  beforeAll(async () => {
    client = await withCounter(server);
  });

  test("other clients see a transaction's changes only after its commit", async () => {
    const before = await count(client);
    const transaction = await client.transaction("write");
    await transaction.execute(INCREMENT);
    expect((await transaction.execute("SELECT n FROM counter")).rows[0]?.n).toBe(before + 1);
    expect(await count(client)).toBe(before);
    await transaction.commit();
    expect(await count(client)).toBe(before + 1);
  });

  test.each(["rollback", "close"] as const)("%s discards the changes and frees the lock", async (end) => {
    const before = await count(client);
    const transaction = await client.transaction("write");
    await transaction.execute(INCREMENT);
    await transaction[end]();
    await client.execute(INCREMENT);
    expect(await count(client)).toBe(before + 1);
  });

  test("a statement that fails does not end the transaction", async () => {
    const before = await count(client);
    const transaction = await client.transaction("write");
    await transaction.execute(INCREMENT);
    expect(await rejection(transaction.execute("UPDATE counter SET n = NULL"))).toMatchObject({
      code: "SQLITE_CONSTRAINT",
    });
    await transaction.commit();
    expect(await count(client)).toBe(before + 1);
  });

  test("a write waits for an open transaction to end", async () => {
    const before = await count(client);
    const transaction = await client.transaction("write");
    await transaction.execute("UPDATE counter SET n = n + 10");
    const waiting = client.execute("UPDATE counter SET n = n * 2 RETURNING n");
    await transaction.commit();
    expect((await waiting).rows[0]?.n).toBe((before + 10) * 2);
  });

  test("a transaction whose snapshot is outdated cannot write, and can start again", async () => {
    const before = await count(client);
    const transaction = await client.transaction("deferred");
    await transaction.execute("SELECT n FROM counter");
    await client.execute(INCREMENT);
    expect(await rejection(transaction.execute(INCREMENT))).toMatchObject({ code: "SQLITE_BUSY" });
    await transaction.rollback();
    const again = await client.transaction("deferred");
    expect((await again.execute("SELECT n FROM counter")).rows[0]?.n).toBe(before + 1);
    await again.execute(INCREMENT);
    await again.commit();
    expect(await count(client)).toBe(before + 2);
  });
});

describe("concurrent clients", () => {
  const server = setUpServer();

  test("20 clients lose no update, with any way of writing", async () => {
    const client = await withCounter(server);
    const ways: ((each: Client) => Promise<unknown>)[] = [
      (each) => each.execute(INCREMENT),
      (each) => each.batch(["SELECT n FROM counter", INCREMENT], "write"),
      async (each) => {
        const transaction = await each.transaction("write");
        const n = Number((await transaction.execute("SELECT n FROM counter")).rows[0]?.n);
        await transaction.execute({ sql: "UPDATE counter SET n = ?", args: [n + 1] });
        await transaction.commit();
      },
    ];
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const each = server.connect();
        for (let round = 0; round < 15; round += 1) await ways[(index + round) % ways.length]?.(each);
      }),
    );
    expect(await count(client)).toBe(20 * 15);
  });
});

describe("limits", () => {
  const shortTransactions = setUpServer({ limits: { transactionMs: 60 } });
  const shortWaits = setUpServer({ limits: { writeWaitMs: 60 } });
  const shortStreams = setUpServer({ limits: { streamIdleMs: 60 } });

  test("a transaction over its time limit is rolled back with an error, and the next writer continues", async () => {
    const client = await withCounter(shortTransactions);
    const transaction = await client.transaction("write");
    await transaction.execute("UPDATE counter SET n = 100");
    await client.execute(INCREMENT);
    expect(await rejection(transaction.commit())).toMatchObject({
      code: "TRANSACTION_TIMEOUT",
      message: "TRANSACTION_TIMEOUT: Transaction timed out",
    });
    expect(await count(client)).toBe(1);
  });

  test("a write that waits too long for the lock gets SQLITE_BUSY", async () => {
    const client = await withCounter(shortWaits);
    const transaction = await client.transaction("write");
    await transaction.execute(INCREMENT);
    expect(await rejection(client.execute(INCREMENT))).toMatchObject({
      code: "SQLITE_BUSY",
      message: "SQLITE_BUSY: SQLite error: database is locked",
    });
    await transaction.commit();
    expect(await count(client)).toBe(1);
  });

  test("a stream without requests is rolled back and closed", async () => {
    const client = await withCounter(shortStreams);
    const transaction = await client.transaction("write");
    await transaction.execute("UPDATE counter SET n = 100");
    await client.execute(INCREMENT);
    expect(await rejection(transaction.commit())).toMatchObject({ code: "STREAM_EXPIRED" });
    expect(await count(client)).toBe(1);
  });
});
