import { expect, test } from "bun:test";
import { HashQueue, type QueueClock, WAIT_MS_MAX } from "./hash-queue.ts";

/** A clock that moves when work says so. As in production, the queue sees it move only in a pause. */
function clockOf() {
  let [nowMs, seenMs] = [0, 0];
  const clock: QueueClock = {
    now: () => seenMs,
    pause: async () => {
      seenMs = nowMs;
    },
  };
  return { clock, work: (ms: number) => (nowMs += ms), now: () => nowMs };
}

const isBusy = (reply: unknown) => typeof reply === "object" && reply !== null && "busy" in reply;

/** Starts many calls at once. @returns how many were refused, and when the last accepted one began */
async function burst(queue: HashQueue, { work, now }: ReturnType<typeof clockOf>, calls: number, hashMs: number) {
  const startedAtMs = now();
  let lastBeganMs = 0;
  const replies = await Promise.all(
    Array.from({ length: calls }, () =>
      queue.run(() => {
        lastBeganMs = now() - startedAtMs;
        work(hashMs);
      }),
    ),
  );
  return { refused: replies.filter(isBusy).length, lastBeganMs };
}

test("work runs one at a time, in order, and its result is returned", async () => {
  const queue = new HashQueue(clockOf().clock);
  const order: number[] = [];
  const replies = await Promise.all([1, 2, 3].map((one) => queue.run(() => order.push(one) * 10)));
  expect([order, replies]).toEqual([
    [1, 2, 3],
    [10, 20, 30],
  ]);
});

test.each([1, 20, 100, 250, 400, 900, 2_500])(
  "calls that would wait longer than two seconds are refused when a hash takes %i ms",
  async (hashMs) => {
    const time = clockOf();
    const queue = new HashQueue(time.clock);
    for (let i = 0; i < 60; i++) await queue.run(() => time.work(hashMs));
    const { refused, lastBeganMs } = await burst(queue, time, 5_000, hashMs);
    expect(lastBeganMs).toBeLessThanOrEqual(WAIT_MS_MAX + hashMs);
    // It is not stricter than that either: one more would have waited too long.
    expect(lastBeganMs).toBeGreaterThanOrEqual(WAIT_MS_MAX - hashMs);
    expect(refused).toBeGreaterThan(0);
  },
);

test("before anything was measured, nine calls are accepted at once", async () => {
  const time = clockOf();
  expect((await burst(new HashQueue(time.clock), time, 20, 250)).refused).toBe(11);
});

test("a call that was accepted, and whose turn comes too late after all, is refused without work", async () => {
  const time = clockOf();
  const queue = new HashQueue(time.clock);
  const ran: number[] = [];
  const replies = await Promise.all(
    [1_500, 1_500, 1_500, 1_500, 1_500].map((ms, index) =>
      queue.run(() => {
        ran.push(index);
        time.work(ms);
      }),
    ),
  );
  expect([ran, replies.map(isBusy)]).toEqual([
    [0, 1],
    [false, false, true, true, true],
  ]);
  expect(isBusy(await queue.run(() => "idle"))).toBe(false);
});

test("a call to an idle queue is accepted, whatever the last one took, and a stall is forgotten", async () => {
  const time = clockOf();
  const queue = new HashQueue(time.clock);
  await queue.run(() => time.work(60_000));
  for (let i = 0; i < 40; i++) expect(isBusy(await queue.run(() => time.work(100)))).toBe(false);
  expect((await burst(queue, time, 15, 100)).refused).toBe(0);
});

test("work that throws rejects its own call alone", async () => {
  const queue = new HashQueue(clockOf().clock);
  const failing = queue.run(() => {
    throw new Error("no such parameters");
  });
  const next = queue.run(() => "done");
  expect(await failing.catch((error: Error) => error.message)).toBe("no such parameters");
  expect(await next).toBe("done");
  for (let i = 0; i < 50; i++) expect(await queue.run(() => "done")).toBe("done");
});
