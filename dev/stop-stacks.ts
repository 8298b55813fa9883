import { afterAll, setDefaultTimeout } from "bun:test";

/** Test preload: stops the stacks that a run has started when its last test is over. */
export const runningStacks = new Set<{ stop(): Promise<void> }>();

// A test that times out makes Bun end every child process, the shared Worker too, and all tests after it fail.
setDefaultTimeout(30_000);

const STOP_TIMEOUT_MS = 20_000;

afterAll(async () => {
  await Promise.all(Array.from(runningStacks, (stack) => stack.stop()));
}, STOP_TIMEOUT_MS);
