import { expect, test } from "bun:test";
import { rejection } from "./test-server.ts";
import { WriteQueue } from "./write-queue.ts";

const writer = () => ({ onWriteTimeout() {} });

test("writers get the lock in order of arrival", async () => {
  const queue = new WriteQueue(1_000, 1_000);
  const writers = [writer(), writer(), writer()];
  const order: number[] = [];
  await Promise.all(
    writers.map(async (each, index) => {
      await queue.acquire(each);
      order.push(index);
      queue.release(each);
    }),
  );
  expect(order).toEqual([0, 1, 2]);
});

test("the holder may acquire the lock again, and a release by another writer has no effect", async () => {
  const queue = new WriteQueue(20, 10_000);
  const [holder, other] = [writer(), writer()];
  await queue.acquire(holder);
  queue.release(other);
  await queue.acquire(holder);
  expect(await rejection(queue.acquire(other))).toMatchObject({ code: "SQLITE_BUSY" });
  queue.release(holder);
});

test("a writer that waited too long leaves the queue", async () => {
  const queue = new WriteQueue(20, 10_000);
  const [holder, late, next] = [writer(), writer(), writer()];
  await queue.acquire(holder);
  expect(await rejection(queue.acquire(late))).toMatchObject({ code: "SQLITE_BUSY" });
  queue.release(holder);
  await queue.acquire(next);
  queue.release(next);
});

test("waiting writers are refused when the queue closes", async () => {
  const queue = new WriteQueue(10_000, 10_000);
  const [holder, waiting] = [writer(), writer()];
  await queue.acquire(holder);
  const refused = rejection(queue.acquire(waiting));
  queue.close();
  expect(await refused).toMatchObject({ code: "SQLITE_BUSY" });
  queue.release(holder);
});

test("a holder over its time limit is notified and loses the lock to the next writer", async () => {
  const queue = new WriteQueue(10_000, 20);
  const notified: string[] = [];
  const holder = { onWriteTimeout: () => notified.push("holder") };
  const next = writer();
  await queue.acquire(holder);
  await queue.acquire(next);
  expect(notified).toEqual(["holder"]);
  queue.release(next);
});
