import { afterAll } from "bun:test";

/** Test preload: stops the stacks that a run has started when its last test is over. */
export const runningStacks = new Set<{ stop(): Promise<void> }>();

const STOP_TIMEOUT_MS = 20_000;

afterAll(async () => {
  await Promise.all(Array.from(runningStacks, (stack) => stack.stop()));
}, STOP_TIMEOUT_MS);
