import { afterEach, beforeEach } from "bun:test";
import { HOLD_MS } from "../admin/core/pending-actions.ts";

/**
 * Lets every test of the file end the undo countdown of a decision itself: on a slow machine it would end between two
 * steps of the test.
 */
export function heldCountdowns(): { end(): void } {
  const { setTimeout } = globalThis;
  const ends: (() => void)[] = [];
  beforeEach(() => {
    ends.length = 0;
    // Not with a spy: the testing library would assume fake timers.
    const holding = (act: () => void, delay?: number) => {
      if (delay !== HOLD_MS) return setTimeout(act, delay);
      ends.push(act);
      return setTimeout(() => {});
    };
    globalThis.setTimeout = Object.assign(holding, setTimeout);
  });
  afterEach(() => {
    globalThis.setTimeout = setTimeout;
  });
  return {
    end: () => {
      for (const act of ends.splice(0)) act();
    },
  };
}
