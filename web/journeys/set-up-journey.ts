import { afterAll, beforeAll } from "bun:test";
import type { Browser } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import { runningStacks } from "../../dev/test/running-stacks.ts";
import { startFresh, testStack } from "../../dev/test/test-stack.ts";
import { launchBrowser } from "../test/browser.ts";

/** The stack and browser of a test file, ready when the first test starts. */
export type Journey<Running extends Stack = Stack> = { readonly stack: Running; readonly browser: Browser };

let shared: Browser | undefined;

/**
 * Starts the product and a browser for the tests of a `describe`.
 * @param options.fresh starts a separate stack, for tests that count queue items or stop a service; otherwise it is
 * shared
 */
export function setUpJourney({ fresh = false } = {}): Journey {
  return fresh ? setUpJourneyOn(startFresh) : journeyOn(testStack, async () => {});
}

/** The same on a stack of its own, which is stopped at the end. @param start starts it */
export function setUpJourneyOn<Running extends Stack>(start: () => Promise<Running>): Journey<Running> {
  return journeyOn(start, (stack) => stack.stop());
}

function journeyOn<Running extends Stack>(
  start: () => Promise<Running>,
  leave: (stack: Running) => Promise<void>,
): Journey<Running> {
  const journey: { stack?: Running; browser?: Browser } = {};
  beforeAll(async () => {
    const [stack, browser] = await Promise.all([start(), sharedBrowser()]);
    Object.assign(journey, { stack, browser });
  }, 600_000);
  afterAll(async () => {
    await Promise.all((journey.browser?.contexts() ?? []).map((context) => context.close()));
    if (journey.stack) await leave(journey.stack);
  });
  return {
    get stack() {
      return started(journey.stack);
    },
    get browser() {
      return started(journey.browser);
    },
  };
}

/**
 * One browser for all files of a run; each person has their own context. A test that times out ends the browser, and
 * the next file launches it again.
 */
async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) {
    const browser = await launchBrowser();
    runningStacks.add({ stop: () => browser.close() });
    shared = browser;
  }
  return shared;
}

function started<Part>(part: Part | undefined): Part {
  if (!part) throw new Error("used before the first test has begun");
  return part;
}
