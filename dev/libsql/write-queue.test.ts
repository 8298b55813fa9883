import { expect, test } from "bun:test";
import { rejection } from "./test-server.ts";
import { WriteQueue } from "./write-queue.ts";

const writer = () => ({ onWriteTimeout() {} });

test("writers get the lock in the order they came", async () => {
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

test("the holder may ask again, and a stranger's release changes nothing", async () => {
  const queue = new WriteQueue(20, 10_000);
  const [holder, stranger] = [writer(), writer()];
  await queue.acquire(holder);
  queue.release(stranger);
  await queue.acquire(holder);
  expect(await rejection(queue.acquire(stranger))).toMatchObject({ code: "SQLITE_BUSY" });
  queue.release(holder);
});

test("a writer that waited too long has lost its place", async () => {
  const queue = new WriteQueue(20, 10_000);
  const [holder, late, next] = [writer(), writer(), writer()];
  await queue.acquire(holder);
  expect(await rejection(queue.acquire(late))).toMatchObject({ code: "SQLITE_BUSY" });
  queue.release(holder);
  await queue.acquire(next);
  queue.release(next);
});

test("those who wait when it closes are refused", async () => {
  const queue = new WriteQueue(10_000, 10_000);
  const [holder, waiting] = [writer(), writer()];
  await queue.acquire(holder);
  const refused = rejection(queue.acquire(waiting));
  queue.close();
  expect(await refused).toMatchObject({ code: "SQLITE_BUSY" });
  queue.release(holder);
});

test("a holder past its time is told and loses the lock to the next", async () => {
  const queue = new WriteQueue(10_000, 20);
  const told: string[] = [];
  const holder = { onWriteTimeout: () => told.push("holder") };
  const next = writer();
  await queue.acquire(holder);
  await queue.acquire(next);
  expect(told).toEqual(["holder"]);
  queue.release(next);
});
