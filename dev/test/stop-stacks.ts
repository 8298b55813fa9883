import { afterAll } from "bun:test";
import { runningStacks } from "./running-stacks.ts";

/** Test preload: stops all stacks of the run after its last test. */

const STOP_TIMEOUT_MS = 20_000;

afterAll(async () => {
  await Promise.all(Array.from(runningStacks, (stack) => stack.stop()));
}, STOP_TIMEOUT_MS);
