import { afterAll } from "bun:test";
import { runningStacks } from "./running-stacks.ts";

/** Test preload: stops the stacks that a run has started when its last test is over. */

const STOP_TIMEOUT_MS = 20_000;

afterAll(async () => {
  await Promise.all(Array.from(runningStacks, (stack) => stack.stop()));
}, STOP_TIMEOUT_MS);
